package dev.turnwise.postgres;

import dev.turnwise.error.ConfigurationException;
import dev.turnwise.error.StoreUnavailableException;
import dev.turnwise.error.TurnwiseException;
import dev.turnwise.postgres.DedupeReport.Action;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/**
 * Gives each event an index of its own again.
 *
 * <p>One transaction: until its commit nobody sees any of it, and a repair that ends half-way has
 * changed nothing. The tables of the timelines are kept from all writers meanwhile, since one who
 * went on with what it has read would number by what is no longer true; whoever reads goes on.
 */
final class Repair {

  private static final String OPERATION = "dedupe";
  private static final Failures.Write WRITE = Failures.Write.of(OPERATION, "the repair");
  private static final List<String> TABLES = List.of("room_heads", "events", "read_markers");
  private static final String LOCK_TIMEOUT = "55P03";

  private static final Sql SCHEMA_LOCK = Sql.of("schema-lock");
  private static final Sql SCOPE = Sql.of("repair-scope");
  private static final Sql RENUMBER = Sql.of("renumber");
  private static final Sql LIVE_WORKERS = Sql.of("live-workers");
  private static final Sql USERS = Sql.of("table-users");

  private record Scope(long duplicateRows, long rooms) {}

  private record Moved(long events, long markers) {}

  private final Database database;

  Repair(Database database) {
    this.database = database;
  }

  DedupeReport run(boolean dryRun, boolean force) {
    return database.longWork(
        OPERATION,
        failure -> database.failures().rolledBack(WRITE, failure),
        connection -> {
          connection.setAutoCommit(false);
          return dryRun ? look(connection) : repair(connection, force);
        });
  }

  private static DedupeReport look(Connection connection) throws SQLException {
    connection.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
    connection.setReadOnly(true);
    Scope scope = scope(connection);
    boolean unique = UniqueIndex.isInForce(connection);
    Action action = unique && scope.duplicateRows() == 0 ? Action.NOTHING_TO_DO : Action.DRY_RUN;
    DedupeReport report = report(action, scope, new Moved(0, 0), unique, liveWorkers(connection));
    connection.commit();
    return report;
  }

  private DedupeReport repair(Connection connection, boolean force) throws SQLException {
    try {
      DedupeReport report = repaired(connection, force);
      commit(connection);
      return report;
    } catch (SQLException failure) {
      if (LOCK_TIMEOUT.equals(failure.getSQLState())) {
        throw blocked(connection, failure);
      }
      throw failure;
    }
  }

  private void commit(Connection connection) {
    try {
      connection.commit();
    } catch (SQLException failure) {
      throw database.failures().sent(WRITE, failure);
    }
  }

  private static DedupeReport repaired(Connection connection, boolean force) throws SQLException {
    // No worker starts meanwhile: init() looks at the same index.
    try (Call call = SCHEMA_LOCK.on(connection)) {
      call.one(row -> row.textOrNull("schema") != null);
    }
    List<String> workers = liveWorkers(connection);
    if (UniqueIndex.isInForce(connection)) {
      return report(Action.NOTHING_TO_DO, new Scope(0, 0), new Moved(0, 0), true, workers);
    }
    if (!workers.isEmpty() && !force) {
      throw refusal(workers);
    }
    UniqueIndex.keepWritersOut(connection);
    Scope scope = scope(connection);
    Moved moved = scope.rooms() == 0 ? new Moved(0, 0) : renumber(connection);
    UniqueIndex.make(connection);
    return report(Action.REPAIRED, scope, moved, UniqueIndex.isInForce(connection), workers);
  }

  private static DedupeReport report(
      Action action, Scope scope, Moved moved, boolean unique, List<String> workers) {
    return new DedupeReport(
        action,
        scope.duplicateRows(),
        scope.rooms(),
        moved.events(),
        moved.markers(),
        unique,
        workers);
  }

  private static Scope scope(Connection connection) throws SQLException {
    try (Call call = SCOPE.on(connection)) {
      return call.one(row -> new Scope(row.number("duplicate_rows"), row.number("rooms")));
    }
  }

  private static Moved renumber(Connection connection) throws SQLException {
    try (Call call = RENUMBER.on(connection)) {
      return call.one(row -> new Moved(row.number("moved_events"), row.number("moved_markers")));
    }
  }

  private static List<String> liveWorkers(Connection connection) throws SQLException {
    try (Call call = LIVE_WORKERS.on(connection)) {
      return call.list(row -> row.text("worker_id"));
    }
  }

  private static ConfigurationException refusal(List<String> workers) {
    return new ConfigurationException(
        "force",
        "is not set, and there are live workers, "
            + String.join(", ", workers)
            + ", whose clients would see indices change under them",
        "stop the workers, or force the repair: their writes then wait for it or fail");
  }

  private TurnwiseException blocked(Connection connection, SQLException failure)
      throws SQLException {
    connection.rollback();
    List<String> users;
    try (Call call = USERS.on(connection)) {
      users = call.texts("names", TABLES).list(row -> row.text("holder"));
    }
    return new StoreUnavailableException(
        OPERATION,
        "a lock was not free within store.lock_timeout, "
            + (users.isEmpty()
                ? "another process was looking after the schema"
                : "the tables are in use by session " + String.join(", ", users)),
        failure);
  }
}
