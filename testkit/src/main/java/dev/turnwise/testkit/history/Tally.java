package dev.turnwise.testkit.history;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** Counts, for each rule, what was tried and what broke it. Not thread-safe. */
final class Tally {
  static final int MAX_EXAMPLES = 20;

  private final Map<HistoryRule, Count> counts = new EnumMap<>(HistoryRule.class);

  /** One thing was held against the rule. */
  void checked(HistoryRule rule) {
    checked(rule, 1);
  }

  /** So many things were held against the rule. */
  void checked(HistoryRule rule, long things) {
    count(rule).checked += things;
  }

  /** One of them broke it; the words are made only while there is room for examples. */
  void violated(HistoryRule rule, Supplier<String> example) {
    violated(rule, 1, example);
  }

  /** So many of them broke it in one way. */
  void violated(HistoryRule rule, long things, Supplier<String> example) {
    Count count = count(rule);
    count.violations += things;
    if (count.examples.size() < MAX_EXAMPLES) {
      count.examples.add(example.get());
    }
  }

  /** All rules in their order, also those that nothing was held against. */
  List<CheckedRule> results() {
    return Arrays.stream(HistoryRule.values()).map(this::result).toList();
  }

  private CheckedRule result(HistoryRule rule) {
    Count count = count(rule);
    return new CheckedRule(rule, count.checked, count.violations, count.examples);
  }

  private Count count(HistoryRule rule) {
    return counts.computeIfAbsent(rule, absent -> new Count());
  }

  private static final class Count {
    private long checked;
    private long violations;
    private final List<String> examples = new ArrayList<>();
  }
}
