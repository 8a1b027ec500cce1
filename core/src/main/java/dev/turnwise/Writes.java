package dev.turnwise;

import dev.turnwise.error.EngineClosedException;
import dev.turnwise.error.OutcomeUnknownException;
import dev.turnwise.runtime.Calls;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** Store writes beside the commit path, on tasks that no caller can interrupt. */
final class Writes {

  private final Calls calls;
  private final Duration limit;
  private final BooleanSupplier closed;

  Writes(Calls calls, Duration limit, BooleanSupplier closed) {
    this.calls = calls;
    this.limit = limit;
    this.closed = closed;
  }

  /**
   * Runs a write and waits for it.
   *
   * @param subject what is written, for the message
   * @throws EngineClosedException if the engine is closed; nothing was written
   * @throws OutcomeUnknownException if it has not come to an end within the limit; it goes on
   */
  <T> T run(String subject, Supplier<T> write) {
    if (closed.getAsBoolean()) {
      throw new EngineClosedException();
    }
    return calls
        .call("turnwise-write", limit, write)
        .orElseThrow(
            () ->
                new OutcomeUnknownException(
                    subject,
                    "the store has not answered within " + limit.toMillis() + " ms",
                    null));
  }
}
