package dev.turnwise.lock;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnwise.runtime.ThreadTasks;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * A held lock ends once, and its listeners hear of a loss once, whatever happens at the same time.
 */
class HoldingTest {

  private final Holding holding = new Holding(new ThreadTasks());

  @Test
  void isReleasedOnce() {
    assertThat(holding.isHeld()).isTrue();
    assertThat(holding.release()).isTrue();
    assertThat(holding.release()).isFalse();
    assertThat(holding.lose()).isFalse();
    assertThat(holding.isHeld()).isFalse();
  }

  @Test
  void isLostOnce() {
    assertThat(holding.lose()).isTrue();
    assertThat(holding.lose()).isFalse();
    assertThat(holding.release()).isFalse();
    assertThat(holding.isHeld()).isFalse();
  }

  @Test
  void aListenerThatBlocksHoldsUpNobody() throws InterruptedException {
    CountDownLatch never = new CountDownLatch(1);
    CountDownLatch second = new CountDownLatch(1);
    holding.onLost(() -> awaitFor(never));
    holding.onLost(second::countDown);
    assertThat(holding.lose()).isTrue();
    assertThat(second.await(10, TimeUnit.SECONDS)).isTrue();
    never.countDown();
  }

  @Test
  void everyListenerHearsOfALossExactlyOnceHoweverTheyRace() throws Exception {
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int round = 0; round < 500; round++) {
        Holding racing = new Holding(new ThreadTasks());
        AtomicInteger told = new AtomicInteger();
        CountDownLatch heard = new CountDownLatch(8);
        List<? extends Future<?>> listening =
            IntStream.range(0, 8)
                .mapToObj(
                    i ->
                        threads.submit(
                            () ->
                                racing.onLost(
                                    () -> {
                                      told.incrementAndGet();
                                      heard.countDown();
                                    })))
                .toList();
        racing.lose();
        for (Future<?> one : listening) {
          one.get(10, TimeUnit.SECONDS);
        }
        assertThat(heard.await(10, TimeUnit.SECONDS)).isTrue();
        assertThat(told).hasValue(8);
      }
    }
  }

  @Test
  void onlyOneOfReleaseAndLossWins() throws Exception {
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int round = 0; round < 500; round++) {
        Holding racing = new Holding(new ThreadTasks());
        Future<Boolean> lost = threads.submit(racing::lose);
        boolean released = racing.release();
        assertThat(lost.get(10, TimeUnit.SECONDS)).isNotEqualTo(released);
      }
    }
  }

  private static void awaitFor(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
