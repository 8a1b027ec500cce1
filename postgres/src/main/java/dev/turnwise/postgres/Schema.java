package dev.turnwise.postgres;

import dev.turnwise.error.SchemaException;
import dev.turnwise.error.StoreUnavailableException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Creates and upgrades the tables.
 *
 * <p>One transaction under an advisory lock: processes that start together take turns, and a
 * failure leaves everything as it was. Nothing is ever dropped, and nothing is locked that need not
 * be changed: on a database that is up to date it only reads.
 */
final class Schema {

  /** A version of the schema: what it is made by, and the oldest reader that can work with it. */
  private record Version(int number, int minReader, String script) {}

  private static final List<Version> VERSIONS = List.of(new Version(1, 1, "schema/V1.sql"));

  /** As which version this code reads and writes. */
  private static final int READER = VERSIONS.getLast().number();

  private static final int OLDEST_SERVER = 14;
  private static final List<String> TABLES =
      List.of(
          "room_heads",
          "rooms",
          "bindings",
          "participants",
          "routes",
          "events",
          "delivery_results",
          "idempotency_keys",
          "read_markers",
          "workers",
          "worker_liveness",
          "tasks",
          "observations");

  private static final String TABLE_MISSING = "42P01";
  private static final String COLUMN_MISSING = "42703";
  private static final String LOCK_TIMEOUT = "55P03";

  private static final Sql LOCK = Sql.of("schema-lock");
  private static final Sql STATE = Sql.of("schema-state");
  private static final Sql THERE = Sql.of("schema-tables");
  private static final Sql LOCK_HOLDERS = Sql.of("lock-holders");
  private static final String NOTE =
      "INSERT INTO schema_version (version, min_reader) VALUES (?, ?)";

  private final Connection connection;
  private final String target;

  private Schema(Connection connection, String target) {
    this.connection = connection;
    this.target = target;
  }

  /**
   * Brings the schema up to date on a connection that is used for nothing else.
   *
   * @param target the database, for messages
   */
  static void bringUpToDate(Connection connection, String target) throws SQLException {
    connection.setAutoCommit(false);
    new Schema(connection, target).bringUpToDate();
  }

  private void bringUpToDate() throws SQLException {
    requireServer();
    try {
      String schema = lock();
      int installed =
          isThere(List.of("schema_version")) ? installedVersion() : requireEmpty(schema);
      for (Version version : VERSIONS) {
        if (version.number() > installed) {
          install(version);
        }
      }
      UniqueIndex.ensure(connection);
      connection.commit();
    } catch (SQLException failure) {
      if (LOCK_TIMEOUT.equals(failure.getSQLState())) {
        throw blocked(failure);
      }
      throw failure;
    }
  }

  private void requireServer() throws SQLException {
    int server = connection.getMetaData().getDatabaseMajorVersion();
    if (server < OLDEST_SERVER) {
      throw new SchemaException(
          "the server of " + target + " is PostgreSQL " + server,
          "use PostgreSQL " + OLDEST_SERVER + " or newer",
          null);
    }
  }

  private String lock() throws SQLException {
    try (Call call = LOCK.on(connection)) {
      return call.one(row -> Optional.ofNullable(row.textOrNull("schema")))
          .orElseThrow(
              () ->
                  new SchemaException(
                      "the search_path of " + target + " names no schema that exists",
                      "create the schema, or set currentSchema in the DSN to one that exists",
                      null));
    }
  }

  private int installedVersion() throws SQLException {
    try (Call call = STATE.on(connection)) {
      return call.one(this::readable);
    } catch (SQLException failure) {
      if (COLUMN_MISSING.equals(failure.getSQLState())
          || TABLE_MISSING.equals(failure.getSQLState())) {
        throw foreign("a table schema_version", failure);
      }
      throw failure;
    }
  }

  private int readable(Row row) throws SQLException {
    int version = (int) row.number("version");
    int minReader = (int) row.number("min_reader");
    if (minReader > READER) {
      throw new SchemaException(
          "the database "
              + target
              + " has schema version "
              + version
              + ", which asks for a reader of version "
              + minReader
              + "; this is version "
              + READER,
          "upgrade this worker to the version of Turnwise that the others run",
          null);
    }
    return version;
  }

  /** A database without our version table must hold none of our other tables' names either. */
  private int requireEmpty(String schema) throws SQLException {
    List<String> there;
    try (Call call = THERE.on(connection)) {
      there =
          call
              .texts("names", TABLES)
              .list(
                  row ->
                      row.flag("is_there")
                          ? Optional.of(row.text("name"))
                          : Optional.<String>empty())
              .stream()
              .flatMap(Optional::stream)
              .toList();
    }
    if (!there.isEmpty()) {
      throw foreign("in schema " + schema + " the tables " + String.join(", ", there), null);
    }
    return 0;
  }

  private boolean isThere(List<String> tables) throws SQLException {
    try (Call call = THERE.on(connection)) {
      return call.texts("names", tables).list(row -> row.flag("is_there")).stream()
          .allMatch(there -> there);
    }
  }

  private SchemaException foreign(String what, @Nullable SQLException cause) {
    return new SchemaException(
        "the database " + target + " holds " + what + " of another program",
        "use an empty database, or name an empty schema by currentSchema in the DSN",
        cause);
  }

  private void install(Version version) throws SQLException {
    try (Statement script = connection.createStatement()) {
      script.execute(Sql.resource(version.script()));
    }
    try (var note = connection.prepareStatement(NOTE)) {
      note.setInt(1, version.number());
      note.setInt(2, version.minReader());
      note.executeUpdate();
    }
  }

  private StoreUnavailableException blocked(SQLException failure) throws SQLException {
    connection.rollback();
    List<String> names = new ArrayList<>(TABLES);
    names.add("schema_version");
    String holders;
    try (Call call = LOCK_HOLDERS.on(connection)) {
      holders =
          call.texts("names", names).list(row -> row.text("holder")).stream()
              .collect(Collectors.joining(", "));
    }
    return new StoreUnavailableException(
        "init",
        "in "
            + target
            + " a lock was not free within store.lock_timeout, "
            + (holders.isEmpty()
                ? "another process was bringing the schema up to date"
                : "held by session " + holders),
        failure);
  }
}
