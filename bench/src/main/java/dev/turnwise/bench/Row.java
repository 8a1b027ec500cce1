package dev.turnwise.bench;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One line of a report. Immutable.
 *
 * @param name stable name
 * @param unit unit of {@code measured} and {@code baseline}
 * @param measured median over the slices of Turnwise, or what was counted or timed in all; null if
 *     it could not be
 * @param baseline median over the slices of the baseline; null in a counted row
 * @param baselineTool what ran the baseline, or what counted
 * @param ratio median and quartiles of the pairs' ratios measured / baseline; null in a counted or
 *     timed row, and where a slice finished nothing
 * @param better {@code lower} or {@code higher}; null without a goal
 * @param goal what the ratio has to reach, or the value in a counted or timed row; null in a row
 *     that is only shown
 * @param wanted what is hoped for; null where that is no more than the goal
 * @param verdict what the numbers show
 * @param reason why it is not judged, or void; else empty
 * @param pairs raw results, in the order in which they came
 */
@JsonPropertyOrder({
  "name",
  "unit",
  "measured",
  "baseline",
  "baseline_tool",
  "ratio",
  "better",
  "goal",
  "wanted",
  "verdict",
  "reason",
  "pairs"
})
public record Row(
    String name,
    String unit,
    @Nullable Double measured,
    @Nullable Double baseline,
    String baselineTool,
    @Nullable Quartiles ratio,
    @Nullable String better,
    @Nullable Double goal,
    @Nullable Double wanted,
    Verdict verdict,
    String reason,
    List<Pair> pairs) {

  public Row {
    pairs = List.copyOf(pairs);
  }

  /** The row of a comparison that has been run. */
  static Row compared(Comparison comparison, List<Pair> pairs, Optional<String> obstacle) {
    Optional<Quartiles> ratio = Pair.ratios(pairs);
    Optional<Goal> goal = comparison.goal();
    Judgement judgement =
        Judgement.ofComparison(ratio, pairs.size(), goal, comparison.baseline(), obstacle);
    return new Row(
        comparison.name(),
        comparison.unit(),
        Quartiles.of(pairs.stream().map(Pair::measured).toList()).median(),
        Quartiles.of(pairs.stream().map(Pair::baseline).toList()).median(),
        comparison.baseline().tool(),
        ratio.orElse(null),
        goal.map(Row::better).orElse(null),
        goal.map(Goal::required).orElse(null),
        goal.map(Row::wanted).orElse(null),
        judgement.verdict(),
        judgement.reason(),
        pairs);
  }

  /** The row of something that was counted. */
  static Row counted(String name, String unit, double count, String counter, Goal goal) {
    Judgement judgement = Judgement.of(goal, count);
    return new Row(
        name,
        unit,
        count,
        null,
        counter,
        null,
        better(goal),
        goal.required(),
        wanted(goal),
        judgement.verdict(),
        judgement.reason(),
        List.of());
  }

  /**
   * The row of a time that has a goal of its own, whatever else takes.
   *
   * @param obstacle what forbids judging it
   */
  static Row timed(
      String name, String unit, double value, String tool, Goal goal, Optional<String> obstacle) {
    Judgement judgement =
        obstacle
            .map(reason -> new Judgement(Verdict.NOT_JUDGED, reason))
            .orElseGet(() -> Judgement.of(goal, value));
    return new Row(
        name,
        unit,
        value,
        null,
        tool,
        null,
        better(goal),
        goal.required(),
        wanted(goal),
        judgement.verdict(),
        judgement.reason(),
        List.of());
  }

  /** The row of something that cannot be counted here. */
  static Row notCounted(String name, String unit, String counter, Goal goal, String reason) {
    return new Row(
        name,
        unit,
        null,
        null,
        counter,
        null,
        better(goal),
        goal.required(),
        wanted(goal),
        Verdict.NOT_JUDGED,
        reason,
        List.of());
  }

  private static String better(Goal goal) {
    return goal.better().name().toLowerCase(Locale.ROOT);
  }

  private static @Nullable Double wanted(Goal goal) {
    return goal.wanted() == goal.required() ? null : Double.valueOf(goal.wanted());
  }

  boolean hasGoal() {
    return goal != null;
  }
}
