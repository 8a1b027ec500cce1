package dev.turnwise.bench;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import java.util.Arrays;
import java.util.Collection;

/**
 * Middle of a set of values, and how far the middle half of them spreads. Immutable.
 *
 * @param median half of the values are below it
 * @param q1 a quarter of the values are below it
 * @param q3 three quarters of the values are below it
 */
@JsonPropertyOrder({"median", "q1", "q3"})
public record Quartiles(double median, double q1, double q3) {
  /** Quartiles further apart than this factor make a comparison void. */
  static final double WIDEST_SPREAD = 1.5;

  /** Interpolates between neighbours, as spreadsheets and R do by default. */
  static Quartiles of(Collection<Double> values) {
    if (values.isEmpty()) {
      throw new IllegalArgumentException("quartiles of no values");
    }
    double[] sorted = values.stream().mapToDouble(Double::doubleValue).sorted().toArray();
    return new Quartiles(quantile(sorted, 0.5), quantile(sorted, 0.25), quantile(sorted, 0.75));
  }

  private static double quantile(double[] sorted, double share) {
    double place = share * (sorted.length - 1);
    int below = (int) place;
    int above = Math.min(below + 1, sorted.length - 1);
    return sorted[below] + (place - below) * (sorted[above] - sorted[below]);
  }

  static double median(double... values) {
    return of(Arrays.stream(values).boxed().toList()).median();
  }

  /**
   * True when the values are too scattered to be judged by their middle; also when one is not a
   * number.
   */
  boolean isScattered() {
    return !(q3 <= WIDEST_SPREAD * q1);
  }
}
