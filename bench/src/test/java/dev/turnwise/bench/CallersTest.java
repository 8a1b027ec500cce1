package dev.turnwise.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.LongAdder;
import org.junit.jupiter.api.Test;

class CallersTest {
  private static final Duration SLICE = Duration.ofMillis(50);

  @Test
  void everyCallIsCountedOnce() {
    var calls = new LongAdder();

    Tally tally = new Callers(4, caller -> calls::increment).run(SLICE);

    assertThat(tally.latencies().getTotalCount()).isPositive().isEqualTo(calls.sum());
    assertThat(tally.elapsed()).isGreaterThanOrEqualTo(SLICE);
    assertThat(tally.perSecond()).isEqualTo(calls.sum() * 1e9 / tally.elapsed().toNanos());
  }

  @Test
  void callersCallAtTheSameTime() {
    // Nobody passes unless all three are there.
    var together = new CyclicBarrier(3);
    Set<Integer> met = ConcurrentHashMap.newKeySet();

    new Callers(
            3,
            caller ->
                () -> {
                  if (met.add(caller)) {
                    meet(together);
                  }
                })
        .run(SLICE);

    assertThat(met).containsExactlyInAnyOrder(0, 1, 2);
  }

  @Test
  void aCallThatFailsFailsTheSlice() {
    Callers callers =
        new Callers(
            2,
            caller ->
                () -> {
                  throw new IllegalStateException("not stored");
                });

    assertThatThrownBy(() -> callers.run(SLICE))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("not stored");
  }

  private static void meet(CyclicBarrier barrier) {
    try {
      barrier.await();
    } catch (Exception broken) {
      throw new IllegalStateException(broken);
    }
  }
}
