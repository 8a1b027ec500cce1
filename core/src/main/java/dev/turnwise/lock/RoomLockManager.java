package dev.turnwise.lock;

import java.time.Duration;
import java.util.Optional;

/**
 * Hands out exclusive locks by key: to one holder at a time, first come, first served within a
 * process.
 *
 * <p>No re-entrancy: whoever asks for a key it holds waits like anybody else. A lock belongs to its
 * handle, never to a thread. Implementations are thread-safe and must pass the contract suite of
 * the testkit.
 */
public interface RoomLockManager extends AutoCloseable {

  /** Class-like name for messages ("InMemoryLockManager"). */
  String name();

  /** Whether its locks exclude other processes too. */
  boolean shared();

  /**
   * Whether each held key pins a connection, so that long-held keys need a manager of their own.
   */
  default boolean holdsConnectionPerKey() {
    return false;
  }

  /** Makes the manager ready; idempotent. */
  default void init() {}

  /**
   * Waits for the lock.
   *
   * @param atMost how long to wait; positive
   * @throws dev.turnwise.error.LockTimeoutException if it was not to be had in time; nothing is
   *     left waiting
   * @throws dev.turnwise.error.CallInterruptedException if the caller was interrupted; nothing is
   *     left waiting
   * @throws dev.turnwise.error.StoreUnavailableException if the lock's server does not answer
   */
  RoomLock acquire(String key, Duration atMost);

  /** Takes the lock if it is free; never waits for another holder. */
  Optional<RoomLock> tryAcquire(String key);

  /** Releases everything. Idempotent; locks still held are lost. */
  @Override
  void close();
}
