package dev.turnwise.postgres;

import dev.turnwise.model.AgentResponsePolicy;
import dev.turnwise.model.JsonValues;
import dev.turnwise.model.Room;
import dev.turnwise.model.RoomStatus;
import dev.turnwise.model.RoomTimers;
import dev.turnwise.store.ChangeOutcome;
import dev.turnwise.store.RoomChange;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Status and settings. */
final class SettingChanges {

  private static final Sql READ = Sql.of("room");
  private static final Sql CHANGE = Sql.of("change-room");
  private static final Sql CLOSE = Sql.of("close-rooms");
  private static final Sql REOPEN = Sql.of("reopen-room");
  private static final Sql SET_GATE = Sql.of("set-gate");

  private SettingChanges() {}

  static ChangeOutcome changeStatus(LockedRoom room, RoomChange.ChangeStatus change)
      throws SQLException {
    RoomStatus from = room.status();
    if (from == change.to()) {
      return new ChangeOutcome.Unchanged();
    }
    if (from == RoomStatus.ARCHIVED || !change.from().contains(from)) {
      return new ChangeOutcome.StatusForbids(from);
    }
    room.moveTo(change.to());
    if (from.acceptsEvents() && !change.to().acceptsEvents()) {
      close(room, List.of(room.id()));
    } else if (!from.acceptsEvents() && change.to().acceptsEvents()) {
      try (Call call = REOPEN.on(room.connection())) {
        call.text("room_id", room.id()).update();
      }
    }
    return new ChangeOutcome.Changed(Optional.empty());
  }

  private static void close(LockedRoom room, List<String> roomIds) throws SQLException {
    try (Call call = CLOSE.on(room.connection())) {
      call.texts("room_ids", roomIds).update();
    }
  }

  static ChangeOutcome configure(LockedRoom room, RoomChange.Configure configure)
      throws SQLException {
    Room before = read(room);
    AgentResponsePolicy policy =
        configure.agentResponsePolicy().orElse(before.agentResponsePolicy());
    RoomTimers timers = configure.timers().orElse(before.timers());
    Map<String, Object> metadata = merged(before.metadata(), configure.metadataPatch());
    if (policy == before.agentResponsePolicy()
        && timers.equals(before.timers())
        && metadata.equals(before.metadata())) {
      return new ChangeOutcome.Unchanged();
    }
    try (Call call = CHANGE.on(room.connection())) {
      RoomRows.bind(call, timers)
          .text("room_id", room.id())
          .text("metadata", EventRows.json(metadata))
          .text("agent_response_policy", policy.name())
          .update();
    }
    if (!timers.equals(before.timers())) {
      LockedRoom.armTimers(room.connection(), List.of(room.id()));
    }
    if (policy != before.agentResponsePolicy()) {
      Heads.change(room.connection(), room.id(), room.status(), 1, 0);
    }
    return new ChangeOutcome.Changed(Optional.empty());
  }

  static ChangeOutcome setGate(LockedRoom room, RoomChange.SetGate change) throws SQLException {
    if (room.gated() == change.gated()) {
      return new ChangeOutcome.Unchanged();
    }
    return room.configured(
        Optional.empty(),
        () -> {
          try (Call call = SET_GATE.on(room.connection())) {
            call.text("room_id", room.id()).flag("gated", change.gated()).update();
          }
        });
  }

  private static Map<String, Object> merged(
      Map<String, Object> metadata, Map<String, Object> patch) {
    Map<String, Object> merged = new LinkedHashMap<>(metadata);
    patch.forEach(
        (key, value) -> {
          if (value == null) {
            merged.remove(key);
          } else {
            merged.put(key, value);
          }
        });
    return JsonValues.copyOf("room.metadata", merged);
  }

  private static Room read(LockedRoom room) throws SQLException {
    try (Call call = READ.on(room.connection())) {
      return call.text("room_id", room.id()).one(RoomRows::read);
    }
  }
}
