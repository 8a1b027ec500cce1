package dev.turnwise.commit;

import dev.turnwise.lock.RoomLock;
import dev.turnwise.lock.RoomLockManager;
import dev.turnwise.store.RoomSnapshot;
import java.time.Duration;
import java.util.function.Supplier;

/**
 * The commit lock, for writes beside the commit queue: taken where the room is gated, so that they
 * do not make the gates of others run again; left out elsewhere, where the head row alone gives the
 * order.
 */
public final class CommitLock {

  private final RoomLockManager locks;
  private final RoomConfigs configs;
  private final Duration atMost;

  public CommitLock(RoomLockManager locks, RoomConfigs configs, Duration atMost) {
    this.locks = locks;
    this.configs = configs;
    this.atMost = atMost;
  }

  /** The key of a room's commit lock. */
  static String key(String roomId) {
    return "room:" + roomId;
  }

  /**
   * Runs a write, under the lock if the room is known to be gated. Correctness does not hang on
   * that knowledge.
   *
   * @throws dev.turnwise.error.LockTimeoutException if the lock was not to be had in time; nothing
   *     was written
   */
  public <T> T around(String roomId, Supplier<T> write) {
    RoomSnapshot known = configs.peek(roomId);
    if (known == null || !known.gated()) {
      return write.get();
    }
    try (RoomLock _ = locks.acquire(key(roomId), atMost)) {
      return write.get();
    }
  }
}
