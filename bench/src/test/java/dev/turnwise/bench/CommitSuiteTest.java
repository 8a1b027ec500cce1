package dev.turnwise.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnwise.testkit.server.PostgresServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/**
 * The whole suite with slices that are too short to mean anything: what it reports, never how fast
 * it was.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class CommitSuiteTest {
  private static final List<String> COMPARED =
      List.of(
          "commit_alone_p50",
          "many_rooms_32_callers",
          "hot_room_32_callers",
          "seed_shape_alone",
          "seed_shape_32_callers",
          "seed_shape_hot_room",
          "thin_statement_alone",
          "thin_statement_32_callers",
          "thin_statement_hot_room");
  private static final List<String> COUNTED =
      List.of("round_trips_alone", "round_trips_32_waiting");

  private final List<Integer> done = new ArrayList<>();
  private final List<Integer> totals = new ArrayList<>();
  private final BenchReport report = tinySuite().run();

  private CommitSuite tinySuite() {
    BenchOptions tiny =
        BenchOptions.DEFAULT
            .withDsn(PostgresServer.shared().dsn())
            .withPairs(1)
            .withSlice(Duration.ofMillis(100));
    return new CommitSuite(tiny, this::note, Optional.empty(), 20);
  }

  private void note(String step, int doneNow, int total) {
    done.add(doneNow);
    totals.add(total);
  }

  @Test
  void comparedRowsHaveBothSidesAndTheirPairs() {
    assertThat(rows(COMPARED)).extracting(Row::name).containsExactlyElementsOf(COMPARED);
    assertThat(rows(COMPARED))
        .allSatisfy(
            row -> {
              assertThat(row.measured()).as(row.name()).isPositive().isFinite();
              assertThat(row.baseline()).as(row.name()).isPositive().isFinite();
              assertThat(row.ratio()).as(row.name()).isNotNull();
              assertThat(row.pairs()).as(row.name()).hasSize(1);
            });
  }

  @Test
  void oneShortPairWithoutPgbenchIsNotJudged() {
    assertThat(rows(COMPARED)).extracting(Row::verdict).containsOnly(Verdict.NOT_JUDGED);
    assertThat(rows(COMPARED).get(1).baselineTool())
        .isEqualTo("JDBC replay, commit-event.sql, 32 clients, 20 rooms");
    assertThat(rows(COMPARED).get(1).reason()).isEqualTo("pgbench is not on the PATH");
  }

  @Test
  void roundTripsAreJudgedHoweverShortTheRun() {
    assertThat(rows(COUNTED)).extracting(Row::name).containsExactlyElementsOf(COUNTED);
    assertThat(rows(COUNTED)).extracting(Row::reason).containsOnly("");
    assertThat(rows(COUNTED).getFirst().measured()).isEqualTo(1.0);
    assertThat(rows(COUNTED)).extracting(Row::verdict).containsOnly(Verdict.PASS);
  }

  @Test
  void progressGrowsToItsEnd() {
    assertThat(done).isSorted();
    assertThat(done.getLast()).isPositive().isEqualTo(totals.getLast());
    assertThat(totals).containsOnly(totals.getLast());
  }

  @Test
  void theEnvironmentIsNamed() {
    Environment environment = report.environment();

    assertThat(environment.cores()).isEqualTo(Runtime.getRuntime().availableProcessors());
    assertThat(environment.memoryMib()).isPositive();
    assertThat(environment.select1Micros()).isPositive();
    assertThat(environment.fsyncMicros()).isPositive();
    assertThat(environment.server().fsync()).isIn("on", "off");
    assertThat(environment.server().postgres()).matches("\\d+.*");
  }

  private List<Row> rows(List<String> names) {
    return report.rows().stream().filter(row -> names.contains(row.name())).toList();
  }
}
