package dev.turnwise.testkit.contract;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.IntFunction;

/** Runs the same thing on several threads that start at one moment. */
final class Together {

  private static final Duration LIMIT = Duration.ofSeconds(60);

  private Together() {}

  /**
   * Runs {@code task} for 0 to {@code threads - 1} and returns their results in that order.
   *
   * @throws AssertionError if one of them fails, or takes longer than a minute
   */
  static <T> List<T> run(int threads, IntFunction<Callable<T>> task) {
    CyclicBarrier start = new CyclicBarrier(threads);
    try (ExecutorService executor = Executors.newFixedThreadPool(threads)) {
      List<Future<T>> running = new ArrayList<>();
      for (int i = 0; i < threads; i++) {
        Callable<T> body = task.apply(i);
        running.add(
            executor.submit(
                () -> {
                  start.await();
                  return body.call();
                }));
      }
      try {
        return results(running);
      } finally {
        executor.shutdownNow();
      }
    }
  }

  private static <T> List<T> results(List<Future<T>> running) {
    List<T> results = new ArrayList<>();
    for (Future<T> one : running) {
      try {
        results.add(one.get(LIMIT.toMillis(), TimeUnit.MILLISECONDS));
      } catch (ExecutionException e) {
        throw new AssertionError("a thread failed", e.getCause());
      } catch (TimeoutException e) {
        throw new AssertionError("a thread did not end within " + LIMIT, e);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new AssertionError("the test was interrupted", e);
      }
    }
    return results;
  }
}
