package dev.turnwise.testkit.history;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class CheckReportTest {
  private static final UUID ID = new UUID(7, 7);

  @Test
  void theJsonHasTheKeysThatProgramsReadOneByOne() {
    List<HistoryRecord> history =
        List.of(
            new Invoke(1, "w", "c", "r", "k", null, 1),
            new Outcome.Ok(1, 0, ID, 2),
            new RoomFact.Final(
                "r", List.of(new RoomFact.FinalEvent(0, ID, "k", null, "delivered"))));
    JsonNode json = json(HistoryChecker.check(history.iterator()));

    assertThat(json.propertyNames())
        .containsExactly(
            "operations",
            "rooms",
            "events",
            "acknowledged",
            "blocked",
            "modified",
            "refused",
            "unknown",
            "duplicates",
            "reads",
            "faults",
            "unattributed",
            "checked",
            "violations",
            "examples",
            "notes",
            "verdict");
    assertThat(json.get("operations").intValue()).isEqualTo(1);
    assertThat(json.get("acknowledged").intValue()).isEqualTo(1);
    assertThat(json.get("verdict").stringValue()).isEqualTo("ok");
    assertThat(json.get("violations").propertyNames())
        .containsExactlyElementsOf(Stream.of(HistoryRule.values()).map(HistoryRule::wire).toList());
    assertThat(json.get("checked").get("acknowledged_stored").intValue()).isEqualTo(1);
    assertThat(json.get("examples").isEmpty()).isTrue();
  }

  @Test
  void whatAHookBlockedOrRewroteIsCounted() {
    List<HistoryRecord> history =
        List.of(
            new Invoke(1, "w", "c", "r", "a", null, "as offered", 1),
            new Outcome.Ok(1, 0, ID, "as offered", 2),
            new Invoke(2, "w", "c", "r", "b", null, "as offered", 3),
            new Outcome.Ok(2, 1, new UUID(1, 1), "rewritten", 4),
            new Invoke(3, "w", "c", "r", "c", null, "as offered", 5),
            new Outcome.Blocked(3, 2, new UUID(1, 2), "hook", "as offered", 6));
    CheckReport report = HistoryChecker.check(history.iterator());

    assertThat(report.acknowledged()).isEqualTo(2);
    assertThat(report.modified()).isEqualTo(1);
    assertThat(report.blocked()).isEqualTo(1);
  }

  @Test
  void aBrokenRuleIsCountedInFullAndShownInTwentyExamples() {
    List<RoomFact.FinalEvent> events =
        IntStream.range(0, 30)
            .mapToObj(i -> new RoomFact.FinalEvent(i, new UUID(1, i), "k" + i, null, "delivered"))
            .toList();
    JsonNode json =
        json(
            HistoryChecker.check(
                List.<HistoryRecord>of(new RoomFact.Final("r", events)).iterator()));

    assertThat(json.get("verdict").stringValue()).isEqualTo("violated");
    assertThat(json.get("violations").get("nothing_invented").intValue()).isEqualTo(30);
    assertThat(json.get("violations").get("indices_exact").intValue()).isZero();
    assertThat(json.get("examples").propertyNames()).containsExactly("nothing_invented");
    assertThat(json.get("examples").get("nothing_invented")).hasSize(20);
  }

  @Test
  void everyMissingIndexCountsAndARunOfThemIsOneExample() {
    List<RoomFact.FinalEvent> events =
        List.of(new RoomFact.FinalEvent(1L << 40, ID, null, null, "delivered"));
    CheckedRule rule =
        HistoryChecker.check(List.<HistoryRecord>of(new RoomFact.Final("r", events)).iterator())
            .rule(HistoryRule.INDICES_EXACT);

    assertThat(rule.violations()).isEqualTo(1L << 40);
    assertThat(rule.examples())
        .containsExactly("room r index 0 to 1099511627775: missing, and not removed");
  }

  private static JsonNode json(CheckReport report) {
    return JsonMapper.builder().build().readTree(report.toJson());
  }
}
