package dev.turnwise.testkit.fault;

import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.UnaryOperator;

/**
 * The stretch of network that all connections of a proxy share. Bytes ask it for passage; a change
 * of the conditions is noticed at once by whoever waits, so healing never has to sit out a delay.
 */
final class Line {
  private static final Duration SLICE = Duration.ofMillis(20);

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();

  /** Until when the bytes that have passed occupy each direction, when it is throttled. */
  private final Map<Direction, Long> busyUntil = new EnumMap<>(Direction.class);

  private Conditions conditions = Conditions.CLEAN;

  void change(UnaryOperator<Conditions> change) {
    lock.lock();
    try {
      conditions = change.apply(conditions);
      busyUntil.clear();
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Makes everybody who waits look again, after a change of what they themselves depend on. */
  void wake() {
    change(UnaryOperator.identity());
  }

  /**
   * Waits until bytes of a connection may pass.
   *
   * @param arrival when they came, in {@link System#nanoTime()}
   * @param bytes how many there are, at most {@link #slice()}
   * @return false once the connection is cut
   */
  boolean pass(Link link, Direction direction, long arrival, int bytes)
      throws InterruptedException {
    lock.lockInterruptibly();
    try {
      while (!link.isCut()) {
        if (conditions.held().contains(direction) || link.holds(direction)) {
          changed.await();
          continue;
        }
        long due = arrival + conditions.delay().toNanos();
        long now = System.nanoTime();
        long wait = Math.max(due - now, busyUntil.getOrDefault(direction, now) - now);
        if (wait <= 0) {
          occupy(direction, bytes, now);
          return true;
        }
        changed.awaitNanos(wait);
      }
      return false;
    } finally {
      lock.unlock();
    }
  }

  /**
   * Waits until a connection could be made, for which packets have to pass in both directions.
   *
   * @return false once it is cut
   */
  boolean passHandshake(Link link) throws InterruptedException {
    lock.lockInterruptibly();
    try {
      while (!link.isCut() && !conditions.held().isEmpty()) {
        changed.await();
      }
      return !link.isCut();
    } finally {
      lock.unlock();
    }
  }

  private void occupy(Direction direction, int bytes, long now) {
    if (conditions.bytesPerSecond() != Conditions.UNLIMITED) {
      long start = busyUntil.getOrDefault(direction, now);
      // Idle time is not saved up, except for what is lost by waking late.
      start = Math.max(start, now - SLICE.toNanos());
      double seconds = (double) bytes / conditions.bytesPerSecond();
      busyUntil.put(direction, start + (long) (seconds * TimeUnit.SECONDS.toNanos(1)));
    }
  }

  /** How many bytes may ask for passage at once: as much as 20 ms of the bandwidth. */
  int slice() {
    lock.lock();
    try {
      double bytes = (double) conditions.bytesPerSecond() * SLICE.toNanos() / 1e9;
      return (int) Math.clamp(bytes, 1, Pipe.CHUNK_BYTES);
    } finally {
      lock.unlock();
    }
  }
}
