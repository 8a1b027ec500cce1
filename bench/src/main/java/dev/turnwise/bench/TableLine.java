package dev.turnwise.bench;

import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A row for readers: figures rounded to three digits, an empty text where there is nothing to say.
 *
 * @param name what was measured
 * @param measured Turnwise, with its unit
 * @param baseline the baseline, with its unit
 * @param ratio median of the ratios, with the quartiles
 * @param goal what has to be reached, and what is wanted
 * @param verdict the verdict
 * @param note why it is not judged, or what ran the baseline
 */
public record TableLine(
    String name,
    String measured,
    String baseline,
    String ratio,
    String goal,
    String verdict,
    String note) {

  static TableLine of(Row row) {
    Quartiles ratio = row.ratio();
    return new TableLine(
        row.name().replace('_', ' '),
        withUnit(row.measured(), row),
        withUnit(row.baseline(), row),
        ratio == null
            ? ""
            : "%s× (%s–%s)"
                .formatted(figure(ratio.median()), figure(ratio.q1()), figure(ratio.q3())),
        goal(row),
        row.verdict().text(),
        row.reason().isEmpty() ? row.baselineTool() : row.reason());
  }

  private static String withUnit(@Nullable Double value, Row row) {
    return value == null ? "" : figure(value) + " " + row.unit();
  }

  private static String goal(Row row) {
    if (row.goal() == null) {
      return "";
    }
    String sign = Objects.equals(row.better(), "lower") ? "≤ " : "≥ ";
    String times = row.baseline() == null ? "" : "×";
    String goal = sign + figure(row.goal()) + times;
    return row.wanted() == null ? goal : goal + ", wanted " + figure(row.wanted()) + times;
  }

  /** Three digits that mean something, and no exponent. */
  static String figure(double value) {
    if (!Double.isFinite(value)) {
      return "–";
    }
    double size = Math.abs(value);
    int decimals = size >= 100 || size == 0 ? 0 : size >= 10 ? 1 : size >= 1 ? 2 : 3;
    return String.format(Locale.ROOT, "%,." + decimals + "f", value);
  }
}
