package dev.turnwise.cli.demo;

import dev.turnwise.model.RoomEvent;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/** Holds one room, as it was read at the end, against its log and what the coordinator saw. */
final class RoomVerifier {
  private final RoomPlan room;
  private final List<LineFate> fates;
  private final Moderation moderation;
  private final List<RoomEvent> events;
  private final Flaws flaws;

  /** The first event of each line. */
  private final Map<Integer, RoomEvent> byLine = new HashMap<>();

  private RoomVerifier(
      RoomPlan room,
      List<LineFate> fates,
      Moderation moderation,
      List<RoomEvent> events,
      Flaws flaws) {
    this.room = room;
    this.fates = fates;
    this.moderation = moderation;
    this.events = events;
    this.flaws = flaws;
  }

  /**
   * Adds the room's flaws.
   *
   * @param fates what the coordinator saw of each line
   * @param moderation what must have become of each line
   * @param events the whole timeline in the order in which the store gave it
   */
  static void verify(
      RoomPlan room,
      List<LineFate> fates,
      Moderation moderation,
      List<RoomEvent> events,
      Flaws flaws) {
    RoomVerifier verifier = new RoomVerifier(room, fates, moderation, events, flaws);
    verifier.attribute();
    verifier.numbering();
    verifier.acknowledgements();
    verifier.speakers();
    verifier.realTime();
    room.lines().forEach(verifier::contentAndParent);
  }

  private void attribute() {
    for (RoomEvent event : events) {
      Optional<Integer> line =
          Lines.lineOf(event).filter(number -> number >= 0 && number < room.lines().size());
      if (line.isEmpty()) {
        flaw(Flaw.UNEXPECTED, "index %d comes from no line".formatted(event.index()));
        continue;
      }
      RoomEvent first = byLine.putIfAbsent(line.get(), event);
      if (first != null) {
        flaw(
            Flaw.STORED_TWICE,
            "line %d is stored at index %d and at %d"
                .formatted(line.get(), first.index(), event.index()));
      }
    }
  }

  private void numbering() {
    Set<Long> seen = new HashSet<>();
    for (RoomEvent event : events) {
      if (!seen.add(event.index())) {
        flaw(Flaw.DUPLICATE_INDICES, "index %d stands there again".formatted(event.index()));
      }
    }
    long end = seen.stream().mapToLong(Long::longValue).max().orElse(-1);
    for (long index = 0; index < end; index++) {
      if (!seen.contains(index)) {
        flaw(Flaw.GAPS, "index %d is missing below %d".formatted(index, end));
      }
    }
  }

  private void acknowledgements() {
    for (LogLine line : room.lines()) {
      LineFate.Place place = fates.get(line.number()).place();
      if (place == null) {
        continue;
      }
      RoomEvent event = byLine.get(line.number());
      if (event == null) {
        flaw(
            Flaw.ACKNOWLEDGED_LOST,
            "line %d was acknowledged at index %d and is not there"
                .formatted(line.number(), place.index()));
      } else if (event.index() != place.index() || !event.id().equals(place.eventId())) {
        flaw(
            Flaw.ACKNOWLEDGED_LOST,
            "line %d was acknowledged at index %d as %s and stands at index %d as %s"
                .formatted(
                    line.number(), place.index(), place.eventId(), event.index(), event.id()));
      }
    }
  }

  /**
   * A speaker's next line is offered only after the one before is acknowledged, so their indices
   * rise.
   */
  private void speakers() {
    Map<String, RoomEvent> lastOf = new HashMap<>();
    for (LogLine line : room.lines()) {
      RoomEvent event = byLine.get(line.number());
      if (event == null) {
        continue;
      }
      RoomEvent before = lastOf.put(line.speaker(), event);
      if (before != null && before.index() >= event.index()) {
        flaw(
            Flaw.OUT_OF_ORDER,
            "line %d stands at index %d, behind a later line of its speaker at %d"
                .formatted(Lines.lineOf(before).orElseThrow(), before.index(), event.index()));
      }
    }
  }

  /**
   * From the end back: whatever stands further on must not have been acknowledged before this one
   * was offered for the first time.
   */
  private void realTime() {
    List<Integer> backwards =
        byLine.keySet().stream().sorted((a, b) -> Long.compare(index(b), index(a))).toList();
    long earliestAcknowledged = Long.MAX_VALUE;
    for (int line : backwards) {
      LineFate fate = fates.get(line);
      if (fate.firstOffered() > earliestAcknowledged) {
        flaw(
            Flaw.OUT_OF_ORDER,
            "line %d at index %d was offered after an event further on had been acknowledged"
                .formatted(line, index(line)));
      }
      if (fate.place() != null) {
        earliestAcknowledged = Math.min(earliestAcknowledged, fate.acknowledged());
      }
    }
  }

  private long index(int line) {
    return Objects.requireNonNull(byLine.get(line)).index();
  }

  private void contentAndParent(LogLine line) {
    RoomEvent event = byLine.get(line.number());
    if (event == null) {
      return;
    }
    if (!Lines.matches(event, line, moderation)) {
      flaw(
          Flaw.ALTERED,
          "line %d at index %d %s"
              .formatted(
                  line.number(),
                  event.index(),
                  event.isBlocked() == moderation.blocks(line)
                      ? "does not say what the log and the hooks make it say"
                      : event.isBlocked()
                          ? "is blocked by " + event.blockedBy() + " and should not be"
                          : "should be blocked and is not"));
    }
    RoomEvent parent = line.parent() == null ? null : byLine.get(line.parent());
    UUID expected = parent == null ? null : parent.id();
    if (!Objects.equals(event.parentEventId(), expected)) {
      flaw(
          Flaw.WRONG_PARENTS,
          "line %d at index %d has parent %s, not %s"
              .formatted(
                  line.number(),
                  event.index(),
                  String.valueOf(event.parentEventId()),
                  String.valueOf(expected)));
    }
  }

  private void flaw(Flaw flaw, String finding) {
    flaws.add(flaw, room.roomId() + " " + finding);
  }
}
