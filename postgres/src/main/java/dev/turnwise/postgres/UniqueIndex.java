package dev.turnwise.postgres;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
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
    if (!hasDuplicates(connection)) {
      run(connection, "DROP INDEX IF EXISTS idx_events_room_index");
      run(connection, "CREATE UNIQUE INDEX idx_events_room_index ON events (room_id, index)");
      return;
    }
    run(connection, "CREATE INDEX IF NOT EXISTS idx_events_room_index ON events (room_id, index)");
    LOG.warn(
        "{} is not UNIQUE — duplicate (room_id, index) rows exist, so multi-process event-index safety is NOT enforced."
            + " Deduplicate the events table, then recreate the index UNIQUE.",
        NAME);
  }

  private static boolean hasDuplicates(Connection connection) throws SQLException {
    // Writers wait from here on, so that none adds a duplicate between this look and the making of
    // the index.
    run(connection, "LOCK TABLE events IN SHARE MODE");
    try (Call call = DUPLICATES.on(connection)) {
      return !call.number("findings", 1).list(row -> true).isEmpty();
    }
  }

  private static void run(Connection connection, String statement) throws SQLException {
    try (Statement plain = connection.createStatement()) {
      plain.execute(statement);
    }
  }
}
