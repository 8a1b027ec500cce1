package dev.turnwise.postgres;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The index on (room, index): the backstop that makes two events at one index impossible whatever
 * else goes wrong.
 *
 * <p>On a database that has such events already it cannot be unique. The store starts all the same,
 * on an index that is not, and says so: nothing gets worse by starting, and the repair needs a
 * store that runs.
 */
final class UniqueIndex {

  static final String NAME = "idx_events_room_index";

  private static final Logger LOG = LoggerFactory.getLogger(UniqueIndex.class);
  private static final Sql STATE = Sql.of("unique-index");
  private static final Sql DUPLICATES = Sql.of("audit-duplicates");
  private static final Sql HOLD_HEADS = Sql.of("hold-heads");
  private static final Sql HOLD_TIMELINES = Sql.of("hold-timelines");

  private UniqueIndex() {}

  static boolean isInForce(Connection connection) throws SQLException {
    try (Call call = STATE.on(connection)) {
      return call.first(row -> row.flag("in_force")).orElse(false);
    }
  }

  /** Makes it again if it is missing and can be made. */
  static void ensure(Connection connection) throws SQLException {
    if (isInForce(connection)) {
      return;
    }
    // Only who finds none keeps others from adding some, to look once more.
    boolean clean = !hasDuplicates(connection);
    if (clean) {
      keepWritersOut(connection);
      clean = !hasDuplicates(connection);
    }
    if (clean) {
      make(connection);
    } else {
      ensureNotUnique(connection);
      LOG.warn(
          "{} is not UNIQUE — duplicate (room_id, index) rows exist, so multi-process event-index"
              + " safety is NOT enforced. Stop the workers and repair it with `turnwise store"
              + " dedupe --apply`, or with dedupeEventIndices() of the store: it renumbers the"
              + " rooms concerned and makes the index UNIQUE.",
          NAME);
    }
  }

  private static boolean hasDuplicates(Connection connection) throws SQLException {
    try (Call call = DUPLICATES.on(connection)) {
      return !call.number("findings", 1).list(row -> true).isEmpty();
    }
  }

  /** Until the end of the transaction all timelines stay as they are; they can be read. */
  static void keepWritersOut(Connection connection) throws SQLException {
    for (Sql lock : new Sql[] {HOLD_HEADS, HOLD_TIMELINES}) {
      try (Call call = lock.on(connection)) {
        call.update();
      }
    }
  }

  /**
   * Makes it where there are no duplicates, and writers are kept out. Readers wait only for the
   * exchange, not while it is being made.
   */
  static void make(Connection connection) throws SQLException {
    run(connection, "CREATE UNIQUE INDEX idx_events_room_index_new ON events (room_id, index)");
    run(connection, "DROP INDEX IF EXISTS idx_events_room_index");
    run(connection, "ALTER INDEX idx_events_room_index_new RENAME TO idx_events_room_index");
  }

  private static void ensureNotUnique(Connection connection) throws SQLException {
    Optional<Boolean> usable;
    try (Call call = STATE.on(connection)) {
      usable = call.first(row -> row.flag("is_usable"));
    }
    if (!usable.orElse(false)) {
      run(connection, "DROP INDEX IF EXISTS idx_events_room_index");
      run(connection, "CREATE INDEX idx_events_room_index ON events (room_id, index)");
    }
  }

  private static void run(Connection connection, String statement) throws SQLException {
    try (Statement plain = connection.createStatement()) {
      plain.execute(statement);
    }
  }
}
