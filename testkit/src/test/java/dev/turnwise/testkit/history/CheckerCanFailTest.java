package dev.turnwise.testkit.history;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each single fault in a correct history is seen, and by the rules that are meant for it alone. */
class CheckerCanFailTest {
  private static final int WANTED = 10;
  private static final List<List<HistoryRecord>> CORRECT =
      LongStream.range(1000, 1060).mapToObj(seed -> SimulatedRun.of(seed, 700)).toList();

  static List<SeededFault> faults() {
    return SeededFaults.all();
  }

  @ParameterizedTest
  @MethodSource("faults")
  void aSeededFaultIsSeenByExactlyItsRules(SeededFault fault) {
    int applied = 0;
    for (int seed = 0; seed < CORRECT.size() && applied < WANTED; seed++) {
      Optional<List<HistoryRecord>> broken = fault.applyTo(CORRECT.get(seed), seed);
      if (broken.isPresent()) {
        applied++;
        CheckReport report = HistoryChecker.check(broken.get().iterator());
        assertThat(report.violated())
            .as("history %d: %s", seed, report.rules())
            .isEqualTo(fault.rules());
        assertThat(report.verdict()).isEqualTo(CheckReport.Verdict.VIOLATED);
      }
    }
    assertThat(applied)
        .as("correct histories that the fault could be applied to")
        .isEqualTo(WANTED);
  }

  @Test
  void thereIsAFaultForEveryRule() {
    Set<HistoryRule> covered =
        faults().stream()
            .flatMap(fault -> fault.rules().stream())
            .collect(Collectors.toCollection(() -> EnumSet.noneOf(HistoryRule.class)));

    assertThat(covered).containsExactlyInAnyOrder(HistoryRule.values());
  }

  @Test
  void aViolationSaysWhereWhichOfferAndWhatWasExpected() {
    SeededFault replaced =
        faults().stream()
            .filter(fault -> fault.name().equals("acknowledged event replaced"))
            .findFirst()
            .orElseThrow();
    List<HistoryRecord> broken = replaced.applyTo(CORRECT.getFirst(), 1).orElseThrow();
    CheckedRule rule =
        HistoryChecker.check(broken.iterator()).rule(HistoryRule.ACKNOWLEDGED_STORED);

    assertThat(rule.violations()).isEqualTo(1);
    assertThat(rule.examples())
        .singleElement()
        .asString()
        .matches("room room-\\d index \\d+: expected event \\S+ of op \\d+.*, found event \\S+");
  }

  @Test
  void anEmptyHistoryProvesNothing() {
    CheckReport report = HistoryChecker.check(List.<HistoryRecord>of().iterator());

    assertThat(report.violated()).containsExactly(HistoryRule.ROOMS_READ_AT_END);
  }
}
