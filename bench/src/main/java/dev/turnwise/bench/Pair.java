package dev.turnwise.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One slice of what is measured and the slice of the baseline next to it.
 *
 * @param measured what the slice of Turnwise gave
 * @param baseline what the slice of the baseline gave
 * @param ratio the first divided by the second; null where one of them finished nothing at all
 */
public record Pair(double measured, double baseline, @Nullable Double ratio) {
  static Pair of(double measured, double baseline) {
    return new Pair(measured, baseline, measured > 0 && baseline > 0 ? measured / baseline : null);
  }

  /** Quartiles of the ratios; empty if a pair has none. */
  static Optional<Quartiles> ratios(List<Pair> pairs) {
    List<Double> ratios = new ArrayList<>(pairs.size());
    for (Pair pair : pairs) {
      Double ratio = pair.ratio();
      if (ratio == null) {
        return Optional.empty();
      }
      ratios.add(ratio);
    }
    return Optional.of(Quartiles.of(ratios));
  }
}
