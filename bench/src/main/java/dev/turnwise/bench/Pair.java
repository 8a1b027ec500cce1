package dev.turnwise.bench;

/**
 * One slice of what is measured and the slice of the baseline next to it.
 *
 * @param measured what the slice of Turnwise gave
 * @param baseline what the slice of the baseline gave
 * @param ratio the first divided by the second
 */
public record Pair(double measured, double baseline, double ratio) {
  static Pair of(double measured, double baseline) {
    return new Pair(measured, baseline, measured / baseline);
  }
}
