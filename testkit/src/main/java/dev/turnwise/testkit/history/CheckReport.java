package dev.turnwise.testkit.history;

import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * What a history proves. Immutable.
 *
 * @param operations offers made
 * @param rooms rooms that occur
 * @param events events that the rooms held at the end
 * @param acknowledged offers answered {@code ok}
 * @param blocked offers answered {@code blocked}
 * @param modified offers answered {@code ok} with another content than was offered
 * @param refused offers answered {@code refused}
 * @param unknown offers without a definite answer, those without any answer among them
 * @param duplicates offers that were told of an earlier one under the same key
 * @param reads reads made during the run
 * @param faults faults told
 * @param unattributed events at the end that no offer accounts for; the framework writes such
 * @param rules each rule of {@link HistoryRule} in its order
 * @param notes what else to know, such as a torn last line
 */
public record CheckReport(
    long operations,
    long rooms,
    long events,
    long acknowledged,
    long blocked,
    long modified,
    long refused,
    long unknown,
    long duplicates,
    long reads,
    long faults,
    long unattributed,
    List<CheckedRule> rules,
    List<String> notes) {
  public CheckReport {
    rules = List.copyOf(rules);
    notes = List.copyOf(notes);
  }

  /** Whether every rule held. */
  public enum Verdict {
    /** No rule was broken. */
    OK("ok"),
    /** At least one was. */
    VIOLATED("violated");

    private final String wire;

    Verdict(String wire) {
      this.wire = wire;
    }

    /** The verdict as it appears in JSON. */
    public String wire() {
      return wire;
    }
  }

  /** The verdict over all rules. */
  public Verdict verdict() {
    return violated().isEmpty() ? Verdict.OK : Verdict.VIOLATED;
  }

  /** The rules that were broken. */
  public Set<HistoryRule> violated() {
    return rules.stream()
        .filter(rule -> rule.violations() > 0)
        .map(CheckedRule::rule)
        .collect(Collectors.toCollection(() -> EnumSet.noneOf(HistoryRule.class)));
  }

  /** What came of one rule. */
  public CheckedRule rule(HistoryRule rule) {
    return rules.stream().filter(each -> each.rule() == rule).findFirst().orElseThrow();
  }

  /** The report as one JSON object; its keys are stable, further ones may join. */
  public String toJson() {
    return HistoryJson.pretty(fields());
  }

  /** The report as the fields of {@link #toJson()}. */
  public Map<String, Object> fields() {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("operations", operations);
    fields.put("rooms", rooms);
    fields.put("events", events);
    fields.put("acknowledged", acknowledged);
    fields.put("blocked", blocked);
    fields.put("modified", modified);
    fields.put("refused", refused);
    fields.put("unknown", unknown);
    fields.put("duplicates", duplicates);
    fields.put("reads", reads);
    fields.put("faults", faults);
    fields.put("unattributed", unattributed);
    fields.put("checked", perRule(CheckedRule::checked, false));
    fields.put("violations", perRule(CheckedRule::violations, false));
    fields.put("examples", perRule(CheckedRule::examples, true));
    fields.put("notes", notes);
    fields.put("verdict", verdict().wire());
    return fields;
  }

  private Map<String, Object> perRule(Function<CheckedRule, Object> value, boolean brokenOnly) {
    Map<String, Object> values = new LinkedHashMap<>();
    for (CheckedRule rule : rules) {
      if (!brokenOnly || rule.violations() > 0) {
        values.put(rule.rule().wire(), value.apply(rule));
      }
    }
    return values;
  }
}
