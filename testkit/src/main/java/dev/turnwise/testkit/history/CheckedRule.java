package dev.turnwise.testkit.history;

import java.util.List;

/**
 * What came of one rule.
 *
 * @param rule the rule
 * @param checked how many things it was tried on; 0 means that the history held nothing for it
 * @param violations how many of them broke it
 * @param examples the first {@value Tally#MAX_EXAMPLES} violations in words: room, index, offer,
 *     what was expected
 */
public record CheckedRule(HistoryRule rule, long checked, long violations, List<String> examples) {
  public CheckedRule {
    examples = List.copyOf(examples);
  }
}
