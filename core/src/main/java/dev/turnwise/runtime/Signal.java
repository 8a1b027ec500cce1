package dev.turnwise.runtime;

import java.time.Duration;

/**
 * A wake-up that is not lost when it comes before the wait: raises that nobody has consumed yet
 * count as one.
 *
 * <p>Meant for one waiter. Thread-safe.
 */
public interface Signal {

  /** Wakes the waiter, or lets the next wait return at once. Never blocks. */
  void raise();

  /** Waits until raised, then consumes the raise. Ignores interrupts. */
  void await();

  /**
   * Waits until raised, at most this long; consumes the raise. Ignores interrupts.
   *
   * @return false if the time passed without a raise
   */
  boolean await(Duration atMost);
}
