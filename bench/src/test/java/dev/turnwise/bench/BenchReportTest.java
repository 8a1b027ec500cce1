package dev.turnwise.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class BenchReportTest {
  private static final Environment ENVIRONMENT =
      new Environment(
          2,
          "Some CPU",
          4096,
          "Linux 6 amd64",
          "25",
          0.5,
          new Environment.Server("18.6", "on", "on", "on", "fdatasync", "replica", "128MB", "1GB"),
          50,
          100);

  @Test
  void aReportIsAsGoodAsItsWorstRow() {
    assertThat(report(compared(2, 15), compared(0.5, 15), counted(1)).verdict())
        .isEqualTo(Verdict.FAIL);
    assertThat(report(compared(2, 15), scattered(), compared(2, 3)).verdict())
        .isEqualTo(Verdict.VOID);
    assertThat(report(compared(2, 15), compared(2, 3)).verdict()).isEqualTo(Verdict.NOT_JUDGED);
    assertThat(report(compared(2, 15), counted(1)).verdict()).isEqualTo(Verdict.PASS);
  }

  @Test
  void aRowWithoutGoalLeavesTheVerdictAlone() {
    Row shown = Row.compared(comparison(Optional.empty()), pairs(1, 15), Optional.empty());

    assertThat(report(compared(2, 15), shown).verdict()).isEqualTo(Verdict.PASS);
    assertThat(report(shown).verdict()).isEqualTo(Verdict.NOT_JUDGED);
  }

  @Test
  void jsonHasEachFigureOfAComparedRow() {
    JsonNode json = json(report(compared(2, 15)));
    JsonNode row = json.get("rows").get(0);

    assertThat(json.get("suite").asString()).isEqualTo("commit");
    assertThat(json.get("verdict").asString()).isEqualTo("pass");
    assertThat(json.get("slice_seconds").asDouble()).isEqualTo(1.5);
    assertThat(json.at("/environment/server/synchronous_commit").asString()).isEqualTo("on");
    assertThat(row.get("name").asString()).isEqualTo("many_rooms_32");
    assertThat(row.get("unit").asString()).isEqualTo("events/s");
    assertThat(row.get("measured").asDouble()).isEqualTo(2000);
    assertThat(row.get("baseline").asDouble()).isEqualTo(1000);
    assertThat(row.get("baseline_tool").asString()).isEqualTo("pgbench");
    assertThat(row.at("/ratio/median").asDouble()).isEqualTo(2);
    assertThat(row.at("/ratio/q1").asDouble()).isEqualTo(2);
    assertThat(row.at("/ratio/q3").asDouble()).isEqualTo(2);
    assertThat(row.get("better").asString()).isEqualTo("higher");
    assertThat(row.get("goal").asDouble()).isEqualTo(1);
    assertThat(row.get("wanted").asDouble()).isEqualTo(2);
    assertThat(row.get("verdict").asString()).isEqualTo("pass");
    assertThat(row.get("pairs")).hasSize(15);
    assertThat(row.at("/pairs/0/ratio").asDouble()).isEqualTo(2);
  }

  @Test
  void aCountedRowHasNoBaselineAndNoRatio() {
    JsonNode row = json(report(counted(0.1))).get("rows").get(0);

    assertThat(row.get("measured").asDouble()).isEqualTo(0.1);
    assertThat(row.get("baseline").isNull()).isTrue();
    assertThat(row.get("ratio").isNull()).isTrue();
    assertThat(row.get("verdict").asString()).isEqualTo("pass");
  }

  @Test
  void notJudgedIsSpelledWithASpace() {
    assertThat(json(report(compared(2, 3))).at("/rows/0/verdict").asString())
        .isEqualTo("not judged");
  }

  @Test
  void theTableSaysTheSameInWords() {
    assertThat(report(compared(2, 15), counted(0.0625), compared(2, 3)).toTable())
        .containsExactly(
            new TableLine(
                "many rooms 32",
                "2,000 events/s",
                "1,000 events/s",
                "2.00× (2.00–2.00)",
                "≥ 1.00×, wanted 2.00×",
                "pass",
                "pgbench"),
            new TableLine("counted", "0.063 per event", "", "", "≤ 1.00", "pass", "proxy"),
            new TableLine(
                "many rooms 32",
                "2,000 events/s",
                "1,000 events/s",
                "2.00× (2.00–2.00)",
                "≥ 1.00×, wanted 2.00×",
                "not judged",
                "3 pairs, at least 15 are needed"));
  }

  private static JsonNode json(BenchReport report) {
    return JsonMapper.shared().readTree(report.toJson());
  }

  private static BenchReport report(Row... rows) {
    return new BenchReport("commit", Instant.EPOCH, 60, 15, 1.5, ENVIRONMENT, List.of(rows));
  }

  private static Row compared(double ratio, int pairs) {
    return Row.compared(
        comparison(Optional.of(Goal.atLeast(1, 2))), pairs(ratio, pairs), Optional.empty());
  }

  private static Row scattered() {
    List<Pair> pairs = Stream.concat(pairs(2, 8).stream(), pairs(9, 8).stream()).toList();
    return Row.compared(comparison(Optional.of(Goal.atLeast(1, 2))), pairs, Optional.empty());
  }

  private static Row counted(double count) {
    return Row.counted("counted", "per event", count, "proxy", Goal.atMost(1));
  }

  private static List<Pair> pairs(double ratio, int count) {
    return Collections.nCopies(count, Pair.of(1000 * ratio, 1000));
  }

  private static Comparison comparison(Optional<Goal> goal) {
    Load none = slice -> slice.compareTo(Duration.ZERO);
    return new Comparison(
        "many_rooms_32", "events/s", none, Baseline.standard(none, "pgbench"), goal);
  }
}
