package dev.turnwise.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnwise.testkit.server.PostgresServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What the lock suite reports, never how fast it was. */
class LockSuiteTest {
  private static final BenchOptions TINY =
      BenchOptions.DEFAULT
          .withDsn(PostgresServer.shared().dsn())
          .withPairs(1)
          .withSlice(Duration.ofMillis(100));

  @Test
  void theTimeHasAGoalAndThePollerStandsBesideIt() {
    List<Integer> done = new ArrayList<>();

    BenchReport report = LockSuite.run(TINY, (step, now, total) -> done.add(now));

    assertThat(report.suite()).isEqualTo("lock");
    assertThat(report.rows())
        .extracting(Row::name)
        .containsExactly("lock_hand_off_p99", "lock_hand_off_p99_beside_poller");
    Row timed = report.rows().getFirst();
    assertThat(timed.measured()).isPositive();
    assertThat(timed.goal()).isEqualTo(5);
    assertThat(timed.better()).isEqualTo("lower");
    assertThat(timed.verdict()).isEqualTo(Verdict.NOT_JUDGED);
    assertThat(timed.reason()).isEqualTo("1 pairs, at least 15 are needed");
    Row beside = report.rows().getLast();
    assertThat(beside.baseline()).isPositive();
    assertThat(beside.pairs()).hasSize(1);
    assertThat(beside.goal()).isNull();
    assertThat(done.getLast()).isEqualTo(1);
  }

  @Test
  void aTimeIsJudgedByItsGoalUnlessSomethingForbidsIt() {
    Goal goal = Goal.atMost(5);

    assertThat(Row.timed("t", "ms", 5, "x", goal, Optional.empty()).verdict())
        .isEqualTo(Verdict.PASS);
    assertThat(Row.timed("t", "ms", 5.1, "x", goal, Optional.empty()).verdict())
        .isEqualTo(Verdict.FAIL);
    Row forbidden = Row.timed("t", "ms", 1, "x", goal, Optional.of("busy"));
    assertThat(forbidden.verdict()).isEqualTo(Verdict.NOT_JUDGED);
    assertThat(forbidden.reason()).isEqualTo("busy");
    assertThat(forbidden.measured()).isEqualTo(1);
  }
}
