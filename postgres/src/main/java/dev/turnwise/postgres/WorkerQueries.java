package dev.turnwise.postgres;

import dev.turnwise.store.WorkerInfo;
import dev.turnwise.store.WorkerRow;
import dev.turnwise.store.WorkerRow.WorkerState;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;

/** What is known of the workers that share the database. */
final class WorkerQueries {

  private static final Sql LIST = Sql.of("workers");
  private static final Sql MARK_DEAD = Sql.of("mark-dead");
  private static final Sql HOOKS_ALIVE = Sql.of("hooks-alive");
  private static final Sql GATED_ROOMS = Sql.of("gated-rooms");
  private static final Sql HOLD_WORKERS = Sql.of("hold-workers");
  private static final Sql CLEAR_GATES = Sql.of("clear-gates");

  private static final int ROOMS_AT_ONCE = 500;

  /** A head that is locked by somebody now is free a moment later, unless its holder is stuck. */
  private static final int PASSES = 3;

  private final Database database;
  private final Duration grace;

  /**
   * @param grace how long the hooks of a dead worker still count
   */
  WorkerQueries(Database database, Duration grace) {
    this.database = database;
    this.grace = grace;
  }

  List<WorkerRow> all() {
    return database.read(
        "listing workers",
        connection -> {
          try (Call call = LIST.on(connection)) {
            return call.list(WorkerQueries::row);
          }
        });
  }

  private static WorkerRow row(Row row) throws SQLException {
    return new WorkerRow(
        new WorkerInfo(
            row.text("worker_id"), Set.copyOf(row.texts("channels")), row.flag("has_hooks")),
        row.constant("state", WorkerState.class),
        row.time("started_at"),
        row.time("seen_at"));
  }

  List<String> markDead() {
    return database.write(
        Failures.Write.of("looking for dead workers", "who is dead"),
        connection -> {
          try (Call call = MARK_DEAD.on(connection)) {
            return call.list(row -> row.text("worker_id"));
          }
        });
  }

  /**
   * Clears gates batch by batch, each in a transaction that keeps workers from coming and from
   * getting hooks: whoever sets a gate has registered its hooks before, and finds it cleared only
   * if that registration came after the batch.
   */
  OptionalInt clearUnneededGates() {
    if (areHooksAlive()) {
      return OptionalInt.empty();
    }
    int cleared = 0;
    for (int pass = 0; pass < PASSES; pass++) {
      int found = 0;
      List<String> rooms = gatedRooms("");
      while (!rooms.isEmpty()) {
        found += rooms.size();
        cleared += clear(rooms);
        rooms = gatedRooms(rooms.getLast());
      }
      if (areHooksAlive()) {
        return OptionalInt.empty();
      }
      if (found == 0) {
        break;
      }
    }
    return OptionalInt.of(cleared);
  }

  private boolean areHooksAlive() {
    return database.read(
        "looking for hooks",
        connection -> {
          try (Call call = HOOKS_ALIVE.on(connection)) {
            return call.number("grace_millis", grace.toMillis()).one(row -> row.flag("any"));
          }
        });
  }

  private List<String> gatedRooms(String after) {
    return database.read(
        "looking for gated rooms",
        connection -> {
          try (Call call = GATED_ROOMS.on(connection)) {
            return call.text("after", after)
                .number("limit", ROOMS_AT_ONCE)
                .list(row -> row.text("room_id"));
          }
        });
  }

  private int clear(List<String> rooms) {
    return database.transaction(
        Failures.Write.of("clearing gates", "the clearing of gates"),
        cleared -> cleared > 0,
        connection -> clear(connection, rooms));
  }

  private int clear(Connection connection, List<String> rooms) throws SQLException {
    try (Call call = HOLD_WORKERS.on(connection)) {
      call.update();
    }
    try (Call call = CLEAR_GATES.on(connection)) {
      return call.texts("room_ids", rooms).number("grace_millis", grace.toMillis()).update();
    }
  }
}
