package dev.turnwise.postgres;

import dev.turnwise.lock.RoomLock;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The right of one caller in this process to deal with a key at the server, and its place among the
 * keys that this process may hold. The server would let a session take a key twice, so there is
 * never more than one turn per key. Whoever has a turn ends it or hands it on. Thread-safe.
 */
final class Turn {

  private final RoomLock inProcess;
  private final AtomicInteger places;
  private final AtomicBoolean ended = new AtomicBoolean();

  private Turn(RoomLock inProcess, AtomicInteger places) {
    this.inProcess = inProcess;
    this.places = places;
  }

  /**
   * A turn for who owns the key in this process.
   *
   * @param places how many more keys may be held
   */
  static Turn of(RoomLock inProcess, AtomicInteger places) {
    return new Turn(inProcess, places);
  }

  /** Lets the next caller go on. Never blocks; repeating is safe. */
  void end() {
    if (ended.compareAndSet(false, true)) {
      places.incrementAndGet();
      inProcess.close();
    }
  }
}
