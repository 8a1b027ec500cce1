package dev.turnwise.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.Test;

class JudgementTest {
  private static final Baseline STANDARD = Baseline.standard(slice -> 1, "pgbench");
  private static final Optional<Quartiles> DOUBLE = Optional.of(new Quartiles(2, 1.9, 2.1));

  @Test
  void aMedianAtTheGoalPasses() {
    assertThat(judged(DOUBLE, Goal.atLeast(2)).verdict()).isEqualTo(Verdict.PASS);
    assertThat(judged(DOUBLE, Goal.atMost(2)).verdict()).isEqualTo(Verdict.PASS);
  }

  @Test
  void aMedianBesideTheGoalFails() {
    assertThat(judged(DOUBLE, Goal.atLeast(2.01)).verdict()).isEqualTo(Verdict.FAIL);
    assertThat(judged(DOUBLE, Goal.atMost(1.99)).verdict()).isEqualTo(Verdict.FAIL);
  }

  @Test
  void whatIsOnlyWantedDecidesNothing() {
    assertThat(judged(DOUBLE, Goal.atLeast(1, 5)).verdict()).isEqualTo(Verdict.PASS);
  }

  @Test
  void scatteredRatiosAreVoidHoweverGoodTheirMedian() {
    Judgement judgement = judged(Optional.of(new Quartiles(20, 10, 30)), Goal.atLeast(1));

    assertThat(judgement.verdict()).isEqualTo(Verdict.VOID);
    assertThat(judgement.reason()).contains("1.5×");
  }

  @Test
  void aSliceThatFinishedNothingMakesTheRowVoid() {
    assertThat(judged(Optional.empty(), Goal.atLeast(1)).verdict()).isEqualTo(Verdict.VOID);
  }

  @Test
  void fewerThanFifteenPairsAreNotJudged() {
    assertThat(
            Judgement.ofComparison(
                DOUBLE, 14, Optional.of(Goal.atLeast(3)), STANDARD, Optional.empty()))
        .isEqualTo(new Judgement(Verdict.NOT_JUDGED, "14 pairs, at least 15 are needed"));
  }

  @Test
  void aSubstituteForTheNamedToolIsNotJudged() {
    Baseline substitute =
        new Baseline(slice -> 1, "JDBC replay", Optional.of("pgbench is not on the PATH"));

    assertThat(
            Judgement.ofComparison(
                DOUBLE, 15, Optional.of(Goal.atLeast(3)), substitute, Optional.empty()))
        .isEqualTo(new Judgement(Verdict.NOT_JUDGED, "pgbench is not on the PATH"));
  }

  @Test
  void anObstacleOfTheWholeRunForbidsToJudge() {
    assertThat(
            Judgement.ofComparison(
                DOUBLE, 15, Optional.of(Goal.atLeast(3)), STANDARD, Optional.of("fsync is off")))
        .isEqualTo(new Judgement(Verdict.NOT_JUDGED, "fsync is off"));
  }

  @Test
  void aRowWithoutGoalIsShownOnly() {
    assertThat(
            Judgement.ofComparison(DOUBLE, 15, Optional.empty(), STANDARD, Optional.empty())
                .verdict())
        .isEqualTo(Verdict.NOT_JUDGED);
  }

  private static Judgement judged(Optional<Quartiles> ratio, Goal goal) {
    return Judgement.ofComparison(ratio, 15, Optional.of(goal), STANDARD, Optional.empty());
  }
}
