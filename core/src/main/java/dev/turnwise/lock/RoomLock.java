package dev.turnwise.lock;

import java.time.Duration;

/** A held lock. Thread-safe; any thread may release it. */
public interface RoomLock extends AutoCloseable {

  String key();

  /**
   * Whether it is certainly still held: released ones are not, and leased ones only until their
   * lease may end.
   */
  boolean isHeld();

  /** For how long it is certainly still held if nothing renews it; zero once it is not. */
  Duration remaining();

  /**
   * Runs {@code action} once, on a task of its own, when the lock is lost without having been
   * released; at once if that has happened.
   */
  void onLost(Runnable action);

  /** Releases it. Idempotent; a lost lock is released without effect on others. */
  @Override
  void close();
}
