package dev.turnwise.postgres;

import dev.turnwise.model.RoomStatus;
import dev.turnwise.store.CursorStep;
import dev.turnwise.store.HeadConditions;
import dev.turnwise.store.RoomCommit;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** Locking and moving head rows, where every transaction on a room begins. */
final class Heads {

  private static final Sql LOCK = Sql.of("lock-head");
  private static final Sql LOCK_IF = Sql.of("lock-head-if");
  private static final Sql LOCK_FREE_ONES = Sql.of("lock-heads");
  private static final Sql CHANGE = Sql.of("change-head");
  private static final Sql NOTE_APPEND = Sql.of("note-append");

  /** A head row under this transaction's lock. */
  record Locked(RoomStatus status, boolean gated, long nextIndex) {
    private static Locked read(Row row) throws SQLException {
      return new Locked(
          row.constant("status", RoomStatus.class), row.flag("gated"), row.number("next_index"));
    }
  }

  private Heads() {}

  /** Waits for a room's head; empty if there is no such room. */
  static Optional<Locked> lock(Connection connection, String roomId) throws SQLException {
    try (Call call = LOCK.on(connection)) {
      return call.text("room_id", roomId).first(Locked::read);
    }
  }

  /** Waits for a room's head; empty if there is no such room, or a condition on it fails (R1). */
  static Optional<Locked> lockIf(Connection connection, RoomCommit commit) throws SQLException {
    try (Call call = LOCK_IF.on(connection)) {
      bind(call.text("room_id", commit.roomId()), commit.conditions());
      CursorStep step = commit.step().orElse(null);
      return call.number("step_from", step == null ? null : (Long) step.from())
          .number("step_epoch", step == null ? null : (Long) step.epoch())
          .number("step_to", step == null ? null : (Long) step.to())
          .first(Locked::read);
    }
  }

  static Call bind(Call call, HeadConditions conditions) throws SQLException {
    return call.flag("open", conditions.open())
        .flag("ungated", conditions.ungated())
        .number("config_version", boxed(conditions.configVersion()))
        .number("next_index", boxed(conditions.nextIndex()))
        .number("turn_fence", boxed(conditions.turnFence()));
  }

  static @Nullable Long boxed(OptionalLong value) {
    return value.isPresent() ? (Long) value.getAsLong() : null;
  }

  /** Those of the rooms whose head nobody else has locked. */
  static List<String> lockFreeOnes(Connection connection, Collection<String> roomIds)
      throws SQLException {
    try (Call call = LOCK_FREE_ONES.on(connection)) {
      return call.texts("room_ids", roomIds).list(row -> row.text("room_id"));
    }
  }

  /** Writes down a change that is no message. */
  static void change(
      Connection connection, String roomId, RoomStatus status, int configChanges, int markers)
      throws SQLException {
    try (Call call = CHANGE.on(connection)) {
      call.text("room_id", roomId)
          .text("status", status.name())
          .number("config_changes", configChanges)
          .number("markers", markers)
          .update();
    }
  }

  /**
   * Writes down what a commit did: its event if there is one, which wakes a paused room, and its
   * step.
   */
  static void noteAppend(Connection connection, RoomCommit commit, int events) throws SQLException {
    try (Call call = NOTE_APPEND.on(connection)) {
      call.text("room_id", commit.roomId())
          .number("events", events)
          .number("step_to", commit.step().map(step -> (Long) step.to()).orElse(null))
          .update();
    }
  }
}
