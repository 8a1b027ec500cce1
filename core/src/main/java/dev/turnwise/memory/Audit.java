package dev.turnwise.memory;

import dev.turnwise.model.EventType;
import dev.turnwise.model.RoomEvent;
import dev.turnwise.model.SystemContent;
import dev.turnwise.store.AuditReport;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Counts what a live store holds against what its counters say. One use. */
final class Audit {

  private static final int MAX_FINDINGS = 20;

  private final List<String> findings = new ArrayList<>();
  private long rooms;
  private long events;
  private long gaps;
  private long counterMismatches;
  private long cursorErrors;
  private long undelivered;

  void add(RoomState room) {
    rooms++;
    events += room.timeline().all().size();
    addGaps(room);
    addCounters(room);
    long cursor = room.head().deliveredIndex();
    undelivered +=
        room.timeline().above(cursor).stream().filter(event -> event.targets() != null).count();
  }

  private void addGaps(RoomState room) {
    Set<Long> known = new HashSet<>();
    for (RoomEvent event : room.timeline().all()) {
      known.add(event.index());
      if (event.type() == EventType.EVENT_DELETED
          && event.content() instanceof SystemContent system
          && system.data().get("removed_indices") instanceof List<?> removed) {
        removed.forEach(index -> known.add(((Number) index).longValue()));
      }
    }
    for (long index = 0; index < lastIndex(room); index++) {
      if (!known.contains(index)) {
        gaps++;
        find("room " + room.id() + " has no event at index " + index);
      }
    }
  }

  private void addCounters(RoomState room) {
    long next = room.head().nextIndex();
    if (next != lastIndex(room) + 1) {
      counterMismatches++;
      find(
          "room "
              + room.id()
              + " has next_index "
              + next
              + ", but its last index is "
              + lastIndex(room));
    }
    if (room.head().deliveredIndex() > lastIndex(room)) {
      cursorErrors++;
      find(
          "room "
              + room.id()
              + " is delivered up to "
              + room.head().deliveredIndex()
              + ", but its last index is "
              + lastIndex(room));
    }
  }

  private static long lastIndex(RoomState room) {
    return room.timeline().all().stream().mapToLong(RoomEvent::index).max().orElse(-1);
  }

  private void find(String finding) {
    if (findings.size() < MAX_FINDINGS) {
      findings.add(finding);
    }
  }

  AuditReport report() {
    // Indices are the keys of the timeline's map, so there can be no duplicates.
    return new AuditReport(
        rooms, events, 0, gaps, counterMismatches, cursorErrors, undelivered, true, findings);
  }
}
