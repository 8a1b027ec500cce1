package dev.turnwise.bench;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.IntConsumer;

/**
 * One row that compares two loads in slices next to each other, so that whatever else the machine
 * does hits both.
 *
 * @param name the row's name, stable
 * @param unit unit of both loads
 * @param measured Turnwise
 * @param baseline what it is compared with
 * @param goal for the ratio; empty for a row that is only shown
 */
record Comparison(String name, String unit, Load measured, Baseline baseline, Optional<Goal> goal) {

  /** Runs both once without keeping the result. */
  void warmUp(Duration slice) {
    measured.measure(slice);
    baseline.load().measure(slice);
  }

  /**
   * Runs pairs in the order A B, B A, A B, …: a machine that slows down over time favours neither.
   *
   * @param onPair told the number of pairs done, after each
   */
  List<Pair> run(int pairs, Duration slice, IntConsumer onPair) {
    List<Pair> done = new ArrayList<>(pairs);
    for (int i = 0; i < pairs; i++) {
      done.add(i % 2 == 0 ? measuredFirst(slice) : baselineFirst(slice));
      onPair.accept(done.size());
    }
    return done;
  }

  private Pair measuredFirst(Duration slice) {
    double ours = measured.measure(slice);
    return Pair.of(ours, baseline.load().measure(slice));
  }

  private Pair baselineFirst(Duration slice) {
    double theirs = baseline.load().measure(slice);
    return Pair.of(measured.measure(slice), theirs);
  }
}
