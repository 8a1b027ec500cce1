package dev.turnwise.testkit.sim;

import dev.turnwise.testkit.history.Fault;
import dev.turnwise.testkit.history.HistoryRecord;
import dev.turnwise.testkit.history.Invoke;
import dev.turnwise.testkit.history.Outcome;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/**
 * What the observer of a simulation sees: the history for the checker, and facts that only a
 * simulation can know. Touched only by whoever has the baton.
 */
final class Recorder {

  /** Between these two indices of a room something must have held. */
  record Window(SimulationRule rule, String roomId, String channelId, long above, long upTo) {}

  private final List<HistoryRecord> history = new ArrayList<>();
  private final List<Breach> breaches = new ArrayList<>();
  private final List<Window> windows = new ArrayList<>();
  private final Map<Long, Invoke> refusedAsRepeat = new HashMap<>();
  private final Set<String> keysDeleted = new HashSet<>();
  private final Set<UUID> acknowledged = new HashSet<>();
  private long ticks;
  private long ops;

  /** The observer's clock: each look at it is later than the one before. */
  long tick() {
    return ++ticks;
  }

  long nextOp() {
    return ++ops;
  }

  void record(HistoryRecord entry) {
    history.add(entry);
    if (entry instanceof Outcome.Stored stored) {
      acknowledged.add(stored.eventId());
    }
  }

  /**
   * Whether a caller was told of this event. One that nobody was told of may be sent again, and so
   * come back after its deletion, as nothing is left by which the store could know its id.
   */
  boolean isAcknowledged(UUID eventId) {
    return acknowledged.contains(eventId);
  }

  void fault(Fault.Type type, String process) {
    record(new Fault(type, process, tick()));
  }

  void breach(SimulationRule rule, String example) {
    breaches.add(new Breach(rule.wire(), example));
  }

  void window(Window window) {
    windows.add(window);
  }

  void refusedAsRepeat(Invoke invoke) {
    refusedAsRepeat.put(invoke.op(), invoke);
  }

  /** Somebody wants to delete an event that was stored under this key. */
  void deletes(String key) {
    keysDeleted.add(key);
  }

  List<HistoryRecord> history() {
    return history;
  }

  List<Breach> breaches() {
    return breaches;
  }

  List<Window> windows() {
    return windows;
  }

  /** Offers refused as repeats although nobody deleted anything under their key. */
  List<Invoke> repeatsWithoutOriginal() {
    return refusedAsRepeat.values().stream()
        .filter(invoke -> !keysDeleted.contains(String.valueOf(invoke.key())))
        .toList();
  }
}
