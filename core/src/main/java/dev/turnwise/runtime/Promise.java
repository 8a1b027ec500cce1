package dev.turnwise.runtime;

import dev.turnwise.error.CallInterruptedException;
import java.time.Duration;
import java.util.Optional;

/**
 * A value that one task will provide and any number of tasks may wait for.
 *
 * <p>Thread-safe. What a task does before {@link #keep} is visible to whoever has seen the value.
 */
public interface Promise<T> {

  /**
   * Provides the value.
   *
   * @return false if it had been provided before; the first value stays
   */
  boolean keep(T value);

  /** The value if it is there. */
  Optional<T> peek();

  /**
   * Waits for the value, at most this long.
   *
   * @return the value, or empty if the time passed
   * @throws CallInterruptedException if the waiting thread was interrupted; its interrupt flag is
   *     set again, and whatever was to provide the value goes on
   */
  Optional<T> await(Duration atMost);
}
