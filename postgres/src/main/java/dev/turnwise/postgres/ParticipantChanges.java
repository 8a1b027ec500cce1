package dev.turnwise.postgres;

import dev.turnwise.model.Participant;
import dev.turnwise.model.ParticipantStatus;
import dev.turnwise.model.RoomEvent;
import dev.turnwise.store.ChangeOutcome;
import dev.turnwise.store.RoomChange;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/** Joining, leaving and renaming. */
final class ParticipantChanges {

  private static final Sql READ = Sql.of("participant");
  private static final Sql PUT = Sql.of("put-participant");
  private static final Sql IDENTIFY = Sql.of("identify-participant");

  private ParticipantChanges() {}

  static ChangeOutcome join(LockedRoom room, RoomChange.Join join) throws SQLException {
    Participant joining = join.participant();
    Optional<Participant> known = find(room, joining.id());
    Participant after =
        known
            .map(there -> joined(there, joining))
            .orElseGet(
                () -> joining.toBuilder().connectedVia(ParticipantRows.via(joining)).build());
    return put(room, known, after, join.marker());
  }

  /** Somebody who had left is back; somebody else's standing is not changed by joining again. */
  private static Participant joined(Participant known, Participant joining) {
    ParticipantStatus status =
        known.status() == ParticipantStatus.LEFT ? ParticipantStatus.ACTIVE : known.status();
    Set<String> via = new LinkedHashSet<>(ParticipantRows.via(known));
    via.addAll(ParticipantRows.via(joining));
    return known.toBuilder()
        .channelId(joining.channelId())
        .connectedVia(new ArrayList<>(via))
        .status(status)
        .build();
  }

  /** Settling the same again changes nothing, not even the time at which it was settled. */
  static ChangeOutcome identify(LockedRoom room, RoomChange.Identify identify) throws SQLException {
    Participant found = identify.participant();
    if (find(room, found.id()).filter(known -> isSettledAs(known, found)).isPresent()) {
      return new ChangeOutcome.Unchanged();
    }
    Participant reached = found.toBuilder().connectedVia(ParticipantRows.via(found)).build();
    return room.changed(
        identify.marker(),
        () -> {
          try (Call call = IDENTIFY.on(room.connection())) {
            ParticipantRows.bindUntimed(call, reached).text("room_id", room.id()).update();
          }
        });
  }

  private static boolean isSettledAs(Participant known, Participant found) {
    return known.identification() == found.identification()
        && Objects.equals(known.identityId(), found.identityId())
        && Objects.equals(known.candidates(), found.candidates());
  }

  static ChangeOutcome leave(LockedRoom room, RoomChange.Leave leave) throws SQLException {
    Optional<Participant> known = find(room, leave.participantId());
    return known.isEmpty()
        ? new ChangeOutcome.TargetMissing()
        : put(
            room,
            known,
            known.get().toBuilder().status(ParticipantStatus.LEFT).build(),
            leave.marker());
  }

  static ChangeOutcome rename(LockedRoom room, RoomChange.Rename rename) throws SQLException {
    Optional<Participant> known = find(room, rename.participantId());
    return known.isEmpty()
        ? new ChangeOutcome.TargetMissing()
        : put(
            room,
            known,
            known.get().toBuilder().displayName(rename.displayName()).build(),
            rename.marker());
  }

  private static ChangeOutcome put(
      LockedRoom room, Optional<Participant> before, Participant after, Optional<RoomEvent> marker)
      throws SQLException {
    if (before.isPresent() && before.get().equals(after)) {
      return new ChangeOutcome.Unchanged();
    }
    return room.changed(
        marker,
        () -> {
          try (Call call = PUT.on(room.connection())) {
            ParticipantRows.bind(call, after).text("room_id", room.id()).update();
          }
        });
  }

  private static Optional<Participant> find(LockedRoom room, String id) throws SQLException {
    try (Call call = READ.on(room.connection())) {
      return call.text("room_id", room.id())
          .text("participant_id", id)
          .first(ParticipantRows::read);
    }
  }
}
