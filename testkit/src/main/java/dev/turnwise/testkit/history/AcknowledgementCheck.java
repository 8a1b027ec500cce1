package dev.turnwise.testkit.history;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What callers were told was stored, against what the room holds at the end. */
final class AcknowledgementCheck implements RoomCheck {
  @Override
  public void check(RoomHistory room, Tally tally) {
    List<Acknowledged> acknowledged = new ArrayList<>(room.acknowledged());
    acknowledged.sort(Comparator.comparingLong(Acknowledged::index));
    checkOnce(room, acknowledged, tally);
    if (room.readAtEnd()) {
      for (Acknowledged each : acknowledged) {
        checkStored(room, each, tally);
      }
    }
  }

  private static void checkOnce(RoomHistory room, List<Acknowledged> sorted, Tally tally) {
    tally.checked(HistoryRule.ACKNOWLEDGED_ONCE, sorted.size());
    for (int i = 1; i < sorted.size(); i++) {
      Acknowledged one = sorted.get(i - 1);
      Acknowledged other = sorted.get(i);
      if (one.index() == other.index()) {
        tally.violated(
            HistoryRule.ACKNOWLEDGED_ONCE,
            () ->
                "room %s index %d: %s and %s were both told that they had stored it"
                    .formatted(room.id(), one.index(), one.offer(), other.offer()));
      }
    }
  }

  private static void checkStored(RoomHistory room, Acknowledged told, Tally tally) {
    tally.checked(HistoryRule.ACKNOWLEDGED_STORED);
    if (room.isRemoved(told.index())) {
      return;
    }
    StoredEvent found = room.at(told.index(), told.stored().eventId());
    if (found == null || !belongs(found.event(), told.offer().invoke())) {
      tally.violated(
          HistoryRule.ACKNOWLEDGED_STORED,
          () ->
              "room %s index %d: expected event %s of %s, %s"
                  .formatted(
                      room.id(),
                      told.index(),
                      told.stored().eventId(),
                      told.offer(),
                      whatStandsThere(room, told, found)));
      return;
    }
    tally.checked(HistoryRule.BLOCKED_AS_TOLD);
    boolean toldBlocked = told.stored() instanceof Outcome.Blocked;
    if (toldBlocked != found.event().blocked()) {
      tally.violated(
          HistoryRule.BLOCKED_AS_TOLD,
          () ->
              "room %s index %d: %s was told %s, found status %s"
                  .formatted(
                      room.id(),
                      told.index(),
                      told.offer(),
                      toldBlocked ? "blocked" : "ok",
                      found.event().status()));
    }
    ContentCheck.check(room, told.offer(), told.stored().content(), found, tally);
  }

  private static boolean belongs(RoomFact.FinalEvent event, Invoke invoke) {
    boolean sameOp = event.op() == null || event.op() == invoke.op();
    return sameOp && (event.key() == null || event.key().equals(invoke.key()));
  }

  private static String whatStandsThere(
      RoomHistory room, Acknowledged told, @Nullable StoredEvent found) {
    if (found != null) {
      return "found it under key %s and op %s".formatted(found.event().key(), found.event().op());
    }
    for (StoredEvent event : room.events()) {
      if (event.id().equals(told.stored().eventId())) {
        return "found it at index " + event.index();
      }
    }
    for (StoredEvent event : room.events()) {
      if (event.index() == told.index()) {
        return "found event " + event.id();
      }
    }
    return "found nothing";
  }
}
