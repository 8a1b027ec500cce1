package dev.turnwise.bench;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import java.time.Instant;
import java.util.List;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * What a suite found, with everything that was measured on the way. Immutable.
 *
 * @param suite name of the suite
 * @param startedAt when it began, by the wall clock
 * @param seconds how long it took
 * @param pairs pairs of slices in each compared row
 * @param sliceSeconds length of a slice
 * @param environment where it ran
 * @param rows the results
 */
@JsonPropertyOrder({
  "suite",
  "verdict",
  "started_at",
  "seconds",
  "pairs",
  "slice_seconds",
  "environment",
  "rows"
})
public record BenchReport(
    String suite,
    Instant startedAt,
    double seconds,
    int pairs,
    double sliceSeconds,
    Environment environment,
    List<Row> rows) {

  private static final JsonMapper JSON =
      JsonMapper.builder()
          .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
          .enable(SerializationFeature.INDENT_OUTPUT)
          .build();

  public BenchReport {
    rows = List.copyOf(rows);
  }

  /** The worst of the rows that have a goal: fail, void, not judged, pass. */
  @JsonProperty("verdict")
  public Verdict verdict() {
    List<Verdict> judged = rows.stream().filter(Row::hasGoal).map(Row::verdict).toList();
    for (Verdict bad : List.of(Verdict.FAIL, Verdict.VOID, Verdict.NOT_JUDGED)) {
      if (judged.contains(bad)) {
        return bad;
      }
    }
    return judged.isEmpty() ? Verdict.NOT_JUDGED : Verdict.PASS;
  }

  /** Everything as one JSON object, its keys in snake_case. */
  public String toJson() {
    return JSON.writeValueAsString(this);
  }

  /** The rows in words, for a table. */
  public List<TableLine> toTable() {
    return rows.stream().map(TableLine::of).toList();
  }
}
