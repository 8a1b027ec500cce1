package dev.turnwise.bench;

import java.util.Optional;

/**
 * A verdict and why, where it is not evident.
 *
 * @param reason empty when the numbers speak for themselves
 */
record Judgement(Verdict verdict, String reason) {
  /** With fewer pairs a median is chance. */
  static final int FEWEST_PAIRS = 15;

  /**
   * Judges a compared row.
   *
   * @param ratio of the pairs; empty if a slice finished nothing, so that there is none
   * @param obstacle what forbids judging rows of this run at all
   */
  static Judgement ofComparison(
      Optional<Quartiles> ratio,
      int pairs,
      Optional<Goal> goal,
      Baseline baseline,
      Optional<String> obstacle) {
    if (goal.isEmpty()) {
      return new Judgement(Verdict.NOT_JUDGED, "shown beside, without a goal");
    }
    if (obstacle.isPresent()) {
      return new Judgement(Verdict.NOT_JUDGED, obstacle.get());
    }
    if (baseline.substituteFor().isPresent()) {
      return new Judgement(Verdict.NOT_JUDGED, baseline.substituteFor().get());
    }
    if (pairs < FEWEST_PAIRS) {
      return new Judgement(
          Verdict.NOT_JUDGED, "%d pairs, at least %d are needed".formatted(pairs, FEWEST_PAIRS));
    }
    if (ratio.isEmpty()) {
      return new Judgement(
          Verdict.VOID, "a slice finished nothing: run it on a calmer machine, or longer slices");
    }
    if (ratio.get().isScattered()) {
      return new Judgement(
          Verdict.VOID,
          "the quartiles differ by more than %s×: run it on a calmer machine"
              .formatted(Quartiles.WIDEST_SPREAD));
    }
    return of(goal.get(), ratio.get().median());
  }

  /** Judges a value that was counted and therefore does not scatter. */
  static Judgement of(Goal goal, double value) {
    return new Judgement(goal.isMetBy(value) ? Verdict.PASS : Verdict.FAIL, "");
  }
}
