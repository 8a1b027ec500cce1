package dev.turnwise.bench;

import dev.turnwise.error.CallInterruptedException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadFactory;
import java.util.function.IntFunction;
import org.HdrHistogram.Histogram;

/**
 * A number of callers, each of which makes one call after the other and waits for its answer.
 *
 * <p>A caller that is alone has a platform thread: that is what the shortest path from call to
 * answer looks like. Many callers have virtual threads, as they have in the servers that this is
 * for.
 *
 * @param count how many
 * @param calls gives each caller, by its number from 0, what it does again and again
 */
record Callers(int count, IntFunction<Runnable> calls) {
  private static final long LONGEST_CALL_NANOS = Duration.ofMinutes(1).toNanos();

  /**
   * Calls until the slice is over, each caller at least once; calls that have begun come to their
   * end.
   */
  Tally run(Duration slice) {
    long start = System.nanoTime();
    long end = start + slice.toNanos();
    Histogram all = histogram();
    try (ExecutorService threads = Executors.newThreadPerTaskExecutor(factory())) {
      List<Future<Histogram>> results = new ArrayList<>(count);
      for (int i = 0; i < count; i++) {
        Runnable call = calls.apply(i);
        results.add(threads.submit(() -> callUntil(end, call)));
      }
      for (Future<Histogram> result : results) {
        all.add(result(result));
      }
    }
    return new Tally(all, Duration.ofNanos(System.nanoTime() - start));
  }

  private ThreadFactory factory() {
    return count == 1
        ? Thread.ofPlatform().daemon().name("bench-caller").factory()
        : Thread.ofVirtual().name("bench-caller-", 0).factory();
  }

  private static Histogram callUntil(long end, Runnable call) {
    Histogram latencies = histogram();
    long before = System.nanoTime();
    do {
      call.run();
      long after = System.nanoTime();
      latencies.recordValue(Math.min(after - before, LONGEST_CALL_NANOS));
      before = after;
    } while (before < end);
    return latencies;
  }

  private static Histogram histogram() {
    return new Histogram(LONGEST_CALL_NANOS, 3);
  }

  /** What a task gave, or threw. */
  static <T> T result(Future<T> result) {
    try {
      return result.get();
    } catch (ExecutionException failed) {
      if (failed.getCause() instanceof RuntimeException unchecked) {
        throw unchecked;
      }
      throw new IllegalStateException("a caller failed", failed.getCause());
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new CallInterruptedException();
    }
  }
}
