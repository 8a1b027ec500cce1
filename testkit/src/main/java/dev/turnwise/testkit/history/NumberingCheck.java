package dev.turnwise.testkit.history;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** The room's end taken by itself: indices, ids, holes, counters. Remembers ids across rooms. */
final class NumberingCheck implements RoomCheck {
  private final Map<UUID, String> roomOfId = new HashMap<>();

  @Override
  public void check(RoomHistory room, Tally tally) {
    tally.checked(HistoryRule.ROOMS_READ_AT_END);
    if (!room.readAtEnd()) {
      tally.violated(
          HistoryRule.ROOMS_READ_AT_END,
          () ->
              "room %s: %d offers and no final read, nothing is proven of it"
                  .formatted(room.id(), room.offers().size()));
      return;
    }
    long[] used = room.usedIndices();
    checkRepeats(room, tally);
    checkGaps(room, used, tally);
    checkIds(room, tally);
    checkRemoved(room, tally);
    checkCounters(room, used, tally);
  }

  private static void checkRepeats(RoomHistory room, Tally tally) {
    List<RoomFact.FinalEvent> listed = room.listed();
    tally.checked(HistoryRule.INDICES_EXACT, listed.size());
    for (int i = 1; i < listed.size(); i++) {
      RoomFact.FinalEvent one = listed.get(i - 1);
      RoomFact.FinalEvent other = listed.get(i);
      if (one.index() == other.index()) {
        tally.violated(
            HistoryRule.INDICES_EXACT,
            () ->
                "room %s index %d: stands twice, as event %s and as event %s"
                    .formatted(room.id(), one.index(), one.eventId(), other.eventId()));
      }
    }
  }

  private static void checkGaps(RoomHistory room, long[] used, Tally tally) {
    long expected = 0;
    for (long index : used) {
      if (index > expected) {
        long first = expected;
        tally.violated(
            HistoryRule.INDICES_EXACT,
            index - first,
            () ->
                "room %s index %s: missing, and not removed"
                    .formatted(
                        room.id(), first == index - 1 ? first : first + " to " + (index - 1)));
      }
      expected = index + 1;
    }
  }

  private void checkIds(RoomHistory room, Tally tally) {
    tally.checked(HistoryRule.EVENT_IDS_UNIQUE, room.events().size());
    for (StoredEvent event : room.events()) {
      String first = roomOfId.putIfAbsent(event.id(), room.id());
      if (first != null) {
        tally.violated(
            HistoryRule.EVENT_IDS_UNIQUE,
            () ->
                "room %s %s: the same id stands in room %s already"
                    .formatted(room.id(), event, first));
      }
    }
  }

  private static void checkRemoved(RoomHistory room, Tally tally) {
    tally.checked(HistoryRule.REMOVED_ABSENT, room.events().size());
    for (StoredEvent event : room.events()) {
      if (room.isRemoved(event.index())) {
        tally.violated(
            HistoryRule.REMOVED_ABSENT,
            () -> "room %s %s: was removed, yet stands there".formatted(room.id(), event));
      }
    }
  }

  private static void checkCounters(RoomHistory room, long[] used, Tally tally) {
    long latest = used.length == 0 ? -1 : used[used.length - 1];
    for (RoomFact.Counters counters : room.counters()) {
      tally.checked(HistoryRule.COUNTERS_MATCH);
      if (counters.latestIndex() != latest || counters.nextIndex() != latest + 1) {
        tally.violated(
            HistoryRule.COUNTERS_MATCH,
            () ->
                "room %s: expected next_index %d and latest_index %d, found %d and %d"
                    .formatted(
                        room.id(),
                        latest + 1,
                        latest,
                        counters.nextIndex(),
                        counters.latestIndex()));
      }
    }
  }
}
