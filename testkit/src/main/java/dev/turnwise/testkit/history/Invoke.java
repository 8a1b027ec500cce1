package dev.turnwise.testkit.history;

import dev.turnwise.model.Checks;
import org.jspecify.annotations.Nullable;

/**
 * A caller offers one event to one process; it stands in the file before the offer is sent.
 *
 * <p>A repeat under the same key is an offer of its own, with an op id of its own.
 *
 * @param op id of the offer, unique in the history
 * @param process the worker that was asked
 * @param caller whose offers keep their order: those of one caller to one process must be handed
 *     over in the order of their times, whether or not the earlier ones were answered
 * @param room the room it is meant for
 * @param key idempotency key, unique within the room (where the product's scope is narrower, put
 *     the sender in front); null for an offer that is never repeated
 * @param payload digest of what was offered, to tell a repeat from a changed one
 * @param content digest of the content that was offered, in the form of {@link
 *     Outcome.Stored#content()}, to tell what a hook has rewritten
 * @param atNanos observer's time before the offer was sent
 */
public record Invoke(
    long op,
    String process,
    String caller,
    String room,
    @Nullable String key,
    @Nullable String payload,
    @Nullable String content,
    long atNanos)
    implements HistoryRecord {
  public Invoke {
    Checks.requireNotNegative("op", op);
    Checks.requireId("process", process);
    Checks.requireId("caller", caller);
    Checks.requireId("room", room);
    Checks.optionalKey("key", key);
    Checks.optionalText("payload", payload);
    Checks.optionalText("content", content);
    Checks.requireNotNegative("at_nanos", atNanos);
  }

  /** Without a digest of the content. */
  public Invoke(
      long op,
      String process,
      String caller,
      String room,
      @Nullable String key,
      @Nullable String payload,
      long atNanos) {
    this(op, process, caller, room, key, payload, null, atNanos);
  }
}
