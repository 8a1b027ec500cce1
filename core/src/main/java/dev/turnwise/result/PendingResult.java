package dev.turnwise.result;

import java.time.Duration;
import java.util.Optional;

/** The result of a message whose commit is still uncertain. Thread-safe. */
public interface PendingResult {

  /**
   * Waits until the outcome is certain, at most this long.
   *
   * @return the certain result, or empty if the time passed
   * @throws dev.turnwise.error.TurnwiseException if it is certain that nothing was stored
   */
  Optional<InboundResult> await(Duration atMost);
}
