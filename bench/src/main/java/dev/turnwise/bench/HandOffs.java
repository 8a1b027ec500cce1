package dev.turnwise.bench;

import java.time.Duration;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.Histogram;

/**
 * A lock that goes to and fro between two: the time from the moment before one lets go until the
 * other has it.
 *
 * <p>The other has asked some milliseconds before, so that it waits, and not at a moment which the
 * release could be in step with.
 */
final class HandOffs implements Load, AutoCloseable {
  private static final long LONGEST_NANOS = Duration.ofMinutes(1).toNanos();
  private static final int SHORTEST_HOLD_MICROS = 2_000;
  private static final int LONGEST_HOLD_MICROS = 6_000;
  private static final double PERCENTILE = 99;

  private final Contender one;
  private final Contender other;
  private final Histogram all = histogram();
  private final Random moments = new Random(1);
  private final ExecutorService waiting =
      Executors.newSingleThreadExecutor(
          Thread.ofPlatform().daemon().name("bench-waiter").factory());

  HandOffs(Contender one, Contender other) {
    this.one = one;
    this.other = other;
  }

  private static Histogram histogram() {
    return new Histogram(LONGEST_NANOS, 3);
  }

  /** The 99th percentile of this slice in milliseconds. */
  @Override
  public double measure(Duration slice) {
    Histogram times = histogram();
    long end = System.nanoTime() + slice.toNanos();
    Contender holder = one;
    Contender next = other;
    holder.acquire();
    do {
      times.recordValue(Math.min(handOff(holder, next), LONGEST_NANOS));
      Contender before = holder;
      holder = next;
      next = before;
    } while (System.nanoTime() < end);
    holder.release();
    all.add(times);
    return p99Millis(times);
  }

  private long handOff(Contender holder, Contender next) {
    Future<Long> taken =
        waiting.submit(
            () -> {
              next.acquire();
              return System.nanoTime();
            });
    LockSupport.parkNanos(
        Duration.ofNanos(1_000L * moments.nextInt(SHORTEST_HOLD_MICROS, LONGEST_HOLD_MICROS))
            .toNanos());
    long released = System.nanoTime();
    holder.release();
    return Callers.result(taken) - released;
  }

  /** Forgets what has been measured so far. */
  void reset() {
    all.reset();
  }

  /** The 99th percentile of all slices in milliseconds. */
  double p99Millis() {
    return p99Millis(all);
  }

  /** How often the lock changed hands in all slices. */
  long count() {
    return all.getTotalCount();
  }

  private static double p99Millis(Histogram times) {
    return times.getValueAtPercentile(PERCENTILE) / 1e6;
  }

  @Override
  public void close() {
    waiting.shutdownNow();
    one.close();
    other.close();
  }
}
