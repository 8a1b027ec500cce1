package dev.turnwise.testkit.history;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class CorrectHistoryTest {
  static LongStream seeds() {
    return LongStream.range(0, 200);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void aCorrectRunBreaksNoRule(long seed) {
    CheckReport report = HistoryChecker.check(SimulatedRun.of(seed, 1500).iterator());

    assertThat(report.rules()).allSatisfy(rule -> assertThat(rule.examples()).isEmpty());
    assertThat(report.verdict()).isEqualTo(CheckReport.Verdict.OK);
  }

  @Test
  void everyRuleIsHeldAgainstSomethingInEachCorrectRun() {
    CheckReport report = HistoryChecker.check(SimulatedRun.of(7, 3000).iterator());

    assertThat(report.rules()).extracting(CheckedRule::rule).containsExactly(HistoryRule.values());
    assertThat(report.rules())
        .allSatisfy(rule -> assertThat(rule.checked()).as(rule.rule().wire()).isPositive());
  }

  @Test
  void theReportCountsWhatTheHistoryHolds() {
    List<HistoryRecord> history = SimulatedRun.of(11, 3000);
    CheckReport report = HistoryChecker.check(history.iterator());

    long answered =
        report.acknowledged() + report.blocked() + report.refused() + report.duplicates();
    assertThat(report.operations()).isEqualTo(count(history, Invoke.class));
    assertThat(report.acknowledged()).isEqualTo(count(history, Outcome.Ok.class));
    assertThat(report.blocked()).isEqualTo(count(history, Outcome.Blocked.class));
    assertThat(report.refused()).isEqualTo(count(history, Outcome.Refused.class));
    assertThat(report.duplicates()).isEqualTo(count(history, Outcome.Duplicate.class));
    assertThat(report.unknown()).isEqualTo(report.operations() - answered);
    assertThat(report.unknown()).isGreaterThan(count(history, Outcome.Unknown.class));
    assertThat(report.reads()).isEqualTo(count(history, RoomFact.Read.class));
    assertThat(report.faults()).isEqualTo(count(history, Fault.class));
    assertThat(report.rooms()).isEqualTo(3);
    assertThat(report.unattributed()).isPositive();
    assertThat(report.events())
        .isEqualTo(
            history.stream()
                .filter(RoomFact.Final.class::isInstance)
                .mapToLong(page -> ((RoomFact.Final) page).events().size())
                .sum());
  }

  private static long count(List<HistoryRecord> history, Class<? extends HistoryRecord> kind) {
    return history.stream().filter(kind::isInstance).count();
  }
}
