package dev.turnwise.testkit.history;

import org.jspecify.annotations.Nullable;

/** An {@link Invoke} with the outcome that it came to, if it came to one. */
final class Offer {
  private final Invoke invoke;
  private @Nullable Outcome outcome;

  Offer(Invoke invoke) {
    this.invoke = invoke;
  }

  Invoke invoke() {
    return invoke;
  }

  @Nullable Outcome outcome() {
    return outcome;
  }

  /** Takes the outcome, unless there is one already. */
  boolean settle(Outcome settled) {
    if (outcome != null) {
      return false;
    }
    outcome = settled;
    return true;
  }

  boolean isRefused() {
    return outcome instanceof Outcome.Refused;
  }

  /** No definite answer; an offer that the observer did not see answered is no better. */
  boolean isUnknown() {
    return outcome == null || outcome instanceof Outcome.Unknown;
  }

  /** What makes two offers the same to the store: the key, else the offer itself. */
  Object identity() {
    String key = invoke.key();
    return key == null ? (Object) invoke.op() : key;
  }

  @Override
  public String toString() {
    String key = invoke.key();
    return "op " + invoke.op() + (key == null ? "" : " (key " + key + ")");
  }
}
