package dev.turnwise.testkit.history;

import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * One way in which a system, or the recording of it, can be wrong.
 *
 * @param name what is wrong
 * @param fault makes it so in a correct history
 * @param rules the rules that must see it; no other may
 */
record SeededFault(String name, Consumer<EditableHistory> fault, Set<HistoryRule> rules) {
  SeededFault(
      String name, Consumer<EditableHistory> fault, HistoryRule rule, HistoryRule... further) {
    this(name, fault, EnumSet.of(rule, further));
  }

  /** Applies it, unless the history holds nothing that it could be applied to. */
  Optional<List<HistoryRecord>> applyTo(List<HistoryRecord> correct, long seed) {
    EditableHistory history = new EditableHistory(correct, seed);
    try {
      fault.accept(history);
      return Optional.of(history.records());
    } catch (EditableHistory.NothingSuits e) {
      return Optional.empty();
    }
  }

  @Override
  public String toString() {
    return name;
  }
}
