package dev.turnwise.postgres;

import dev.turnwise.model.RoomEvent;
import dev.turnwise.model.RoomStatus;
import dev.turnwise.store.ChangeOutcome;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/** A room whose head row this transaction holds. */
final class LockedRoom {

  private static final Sql TOUCH = Sql.of("touch-room");
  private static final Sql MOVE = Sql.of("move-rooms");
  private static final Sql ARM_TIMERS = Sql.of("arm-timers");

  /** Something that writes. */
  @FunctionalInterface
  interface Edit {
    void run() throws SQLException;
  }

  private final Connection connection;
  private final String id;
  private final Heads.Locked head;

  LockedRoom(Connection connection, String id, Heads.Locked head) {
    this.connection = connection;
    this.id = id;
    this.head = head;
  }

  Connection connection() {
    return connection;
  }

  String id() {
    return id;
  }

  RoomStatus status() {
    return head.status();
  }

  boolean gated() {
    return head.gated();
  }

  /** Makes a change of something that workers keep a copy of, to decide commits from. */
  ChangeOutcome configured(Optional<RoomEvent> marker, Edit edit) throws SQLException {
    return changed(marker, 1, edit);
  }

  /** Makes a change of something else. */
  ChangeOutcome changed(Optional<RoomEvent> marker, Edit edit) throws SQLException {
    return changed(marker, 0, edit);
  }

  private ChangeOutcome changed(Optional<RoomEvent> marker, int configChanges, Edit edit)
      throws SQLException {
    if (marker.isPresent() && !status().acceptsEvents()) {
      return new ChangeOutcome.StatusForbids(status());
    }
    edit.run();
    Optional<RoomEvent> stored = Optional.empty();
    if (marker.isPresent()) {
      stored = Optional.of(EventInsert.at(connection, id, marker.get(), head.nextIndex()));
    }
    if (configChanges > 0 || marker.isPresent()) {
      Heads.change(connection, id, status(), configChanges, marker.isPresent() ? 1 : 0);
    }
    try (Call call = TOUCH.on(connection)) {
      call.text("room_id", id).update();
    }
    return new ChangeOutcome.Changed(stored);
  }

  /** Moves it to another status, with everything that hangs on that. */
  void moveTo(RoomStatus to) throws SQLException {
    // Closing and reopening change the configuration's version, so that no commit decided before
    // lands after.
    int configChanges = status().acceptsEvents() && to.acceptsEvents() ? 0 : 1;
    Heads.change(connection, id, to, configChanges, 0);
    noteMove(connection, List.of(id));
    armTimers(connection, List.of(id));
  }

  /** Writes down when rooms were moved and closed, after their heads have been. */
  static void noteMove(Connection connection, List<String> roomIds) throws SQLException {
    run(connection, MOVE, roomIds);
  }

  /** Sets when the timers of rooms are to be looked at next. */
  static void armTimers(Connection connection, List<String> roomIds) throws SQLException {
    run(connection, ARM_TIMERS, roomIds);
  }

  private static void run(Connection connection, Sql sql, List<String> roomIds)
      throws SQLException {
    try (Call call = sql.on(connection)) {
      call.texts("room_ids", roomIds).update();
    }
  }
}
