package dev.turnwise.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;

class ComparisonTest {
  private static final Duration SLICE = Duration.ofSeconds(1);

  @Test
  void slicesAlternateSoThatNeitherSideIsAlwaysFirst() {
    List<String> order = new ArrayList<>();
    Comparison comparison = comparison(slice -> noted(order, "A"), slice -> noted(order, "B"));

    comparison.run(4, SLICE, done -> {});

    assertThat(String.join("", order)).isEqualTo("ABBAABBA");
  }

  @Test
  void eachPairKeepsItsOwnTwoSlices() {
    Comparison comparison = comparison(returning(10, 20, 30), returning(5, 40, 10));

    assertThat(comparison.run(3, SLICE, done -> {}))
        .containsExactly(new Pair(10, 5, 2.0), new Pair(20, 40, 0.5), new Pair(30, 10, 3.0));
  }

  @Test
  void progressIsToldAfterEachPair() {
    List<Integer> told = new ArrayList<>();

    comparison(slice -> 1, slice -> 1).run(3, SLICE, told::add);

    assertThat(told).containsExactly(1, 2, 3);
  }

  private static double noted(List<String> order, String side) {
    order.add(side);
    return 1;
  }

  private static Load returning(double... values) {
    Iterator<Double> next = DoubleStream.of(values).iterator();
    return slice -> next.next();
  }

  private static Comparison comparison(Load measured, Load baseline) {
    return new Comparison(
        "row", "events/s", measured, Baseline.standard(baseline, "tool"), Optional.empty());
  }
}
