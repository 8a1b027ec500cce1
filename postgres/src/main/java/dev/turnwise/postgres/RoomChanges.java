package dev.turnwise.postgres;

import dev.turnwise.model.RoomEvent;
import dev.turnwise.store.ChangeOutcome;
import dev.turnwise.store.RoomChange;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;

/**
 * Changes of rooms, bindings and participants, each with its marker: head row first, then by
 * statements of their own what is there now, then what differs.
 */
final class RoomChanges {

  private final Database database;

  RoomChanges(Database database) {
    this.database = database;
  }

  ChangeOutcome apply(RoomChange change) {
    Failures.Write write =
        new Failures.Write(
            "changing a room",
            "the change of room " + change.roomId(),
            marker(change).map(RoomEvent::id));
    return database.transaction(
        write,
        outcome -> outcome instanceof ChangeOutcome.Changed,
        connection -> apply(connection, change));
  }

  private static Optional<RoomEvent> marker(RoomChange change) {
    return switch (change) {
      case RoomChange.Attach attach -> attach.marker();
      case RoomChange.Detach detach -> detach.marker();
      case RoomChange.Rebind rebind -> rebind.marker();
      case RoomChange.ChangeStatus status -> Optional.empty();
      case RoomChange.Configure configure -> Optional.empty();
      case RoomChange.SetGate gate -> Optional.empty();
      case RoomChange.Join join -> join.marker();
      case RoomChange.Identify identify -> identify.marker();
      case RoomChange.Leave leave -> leave.marker();
      case RoomChange.Rename rename -> rename.marker();
    };
  }

  private static ChangeOutcome apply(Connection connection, RoomChange change) throws SQLException {
    Optional<Heads.Locked> head = Heads.lock(connection, change.roomId());
    if (head.isEmpty()) {
      return new ChangeOutcome.RoomMissing();
    }
    LockedRoom room = new LockedRoom(connection, change.roomId(), head.get());
    return switch (change) {
      case RoomChange.Attach attach -> BindingChanges.attach(room, attach);
      case RoomChange.Detach detach -> BindingChanges.detach(room, detach);
      case RoomChange.Rebind rebind -> BindingChanges.rebind(room, rebind);
      case RoomChange.ChangeStatus status -> SettingChanges.changeStatus(room, status);
      case RoomChange.Configure configure -> SettingChanges.configure(room, configure);
      case RoomChange.SetGate gate -> SettingChanges.setGate(room, gate);
      case RoomChange.Join join -> ParticipantChanges.join(room, join);
      case RoomChange.Identify identify -> ParticipantChanges.identify(room, identify);
      case RoomChange.Leave leave -> ParticipantChanges.leave(room, leave);
      case RoomChange.Rename rename -> ParticipantChanges.rename(room, rename);
    };
  }
}
