package dev.turnwise.testkit.history;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * What readers saw during the run, against the end, the acknowledgements and their earlier reads.
 */
final class ReadCheck implements RoomCheck {
  @Override
  public void check(RoomHistory room, Tally tally) {
    for (RoomFact.Read read : room.reads()) {
      checkSteps(room, read, tally);
      if (room.readAtEnd()) {
        checkContent(room, read, tally);
      }
    }
    checkReach(room, tally);
  }

  private static void checkSteps(RoomHistory room, RoomFact.Read read, Tally tally) {
    tally.checked(HistoryRule.READS_WITHOUT_SKIP);
    long previous = read.afterIndex();
    for (RoomFact.SeenEvent seen : read.events()) {
      long last = previous;
      if (seen.index() <= last || !room.onlyHolesBetween(last, seen.index())) {
        tally.violated(
            HistoryRule.READS_WITHOUT_SKIP,
            () ->
                "room %s index %d: %s saw it right after index %d"
                    .formatted(room.id(), seen.index(), read.reader(), last));
        return;
      }
      previous = seen.index();
    }
  }

  private static void checkContent(RoomHistory room, RoomFact.Read read, Tally tally) {
    tally.checked(HistoryRule.READS_MATCH_FINAL, read.events().size());
    for (RoomFact.SeenEvent seen : read.events()) {
      if (!room.isCredible(seen.index(), seen.eventId())) {
        tally.violated(
            HistoryRule.READS_MATCH_FINAL,
            () ->
                "room %s index %d: %s saw event %s, which does not stand there at the end"
                    .formatted(room.id(), seen.index(), read.reader(), seen.eventId()));
      }
    }
  }

  private static void checkReach(RoomHistory room, Tally tally) {
    List<RoomFact.Read> toEnd = room.reads().stream().filter(RoomFact.Read::toEnd).toList();
    if (toEnd.isEmpty()) {
      return;
    }
    Frontier acknowledged = acknowledged(room);
    Map<String, Frontier> seen = seen(room);
    for (RoomFact.Read read : toEnd) {
      long told = acknowledged.before(read.invokedAtNanos());
      long known = seen.getOrDefault(read.reader(), new Frontier()).before(read.invokedAtNanos());
      checkReach(HistoryRule.READS_SEE_ACKNOWLEDGED, room, read, told, tally);
      checkReach(HistoryRule.READS_NEVER_GO_BACK, room, read, known, tally);
    }
  }

  private static void checkReach(
      HistoryRule rule, RoomHistory room, RoomFact.Read read, long expected, Tally tally) {
    tally.checked(rule);
    if (read.lastIndex() < expected) {
      tally.violated(
          rule,
          () ->
              "room %s index %d: known before %s read to the end at %d, which ended at index %d"
                  .formatted(
                      room.id(), expected, read.reader(), read.invokedAtNanos(), read.lastIndex()));
    }
  }

  /** A removed index may rightly be missing from any read, so it is expected in none. */
  private static Frontier acknowledged(RoomHistory room) {
    Frontier frontier = new Frontier();
    for (Acknowledged told : room.acknowledged()) {
      if (isLasting(room, told.index(), told.stored().eventId())) {
        frontier.add(told.stored().atNanos(), told.index());
      }
    }
    for (Repeated told : room.duplicates()) {
      if (isLasting(room, told.index(), told.original().eventId())) {
        frontier.add(told.original().atNanos(), told.index());
      }
    }
    return frontier;
  }

  private static Map<String, Frontier> seen(RoomHistory room) {
    Map<String, Frontier> readers = new HashMap<>();
    for (RoomFact.Read read : room.reads()) {
      long highest =
          read.events().stream()
              .filter(seen -> isLasting(room, seen.index(), seen.eventId()))
              .mapToLong(RoomFact.SeenEvent::index)
              .max()
              .orElse(-1);
      readers
          .computeIfAbsent(read.reader(), absent -> new Frontier())
          .add(read.returnedAtNanos(), highest);
    }
    return readers;
  }

  private static boolean isLasting(RoomHistory room, long index, UUID id) {
    return room.isCredible(index, id) && !room.isRemoved(index);
  }
}
