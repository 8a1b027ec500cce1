package dev.turnwise.postgres;

import dev.turnwise.testkit.fault.FaultProxy;
import dev.turnwise.testkit.server.PostgresDsn;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;

/** What a server knows of the locks and sessions in one database, and what may be done to them. */
final class AdvisoryLocks {

  /** Longer than anything takes that is to happen soon, on a busy machine too. */
  static final Duration PATIENCE = Duration.ofSeconds(30);

  /** The namespace of a manager with default settings. */
  private static final String NAMESPACE = "turnwise";

  private static final String COUNT =
      """
      SELECT count(*)
        FROM pg_locks
       WHERE locktype = 'advisory'
         AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
         AND\s""";

  private final TestDatabase database;

  AdvisoryLocks(TestDatabase database) {
    this.database = database;
  }

  int granted() {
    return count("granted");
  }

  int waiting() {
    return count("NOT granted");
  }

  private int count(String which) {
    return number(COUNT + which);
  }

  int sessions(String applicationName) {
    return number(
        """
        SELECT count(*)
          FROM pg_stat_activity
         WHERE datname = current_database() AND application_name = ?
        """,
        applicationName);
  }

  /** All sessions by that name, oldest first. */
  String pids(String applicationName) {
    return database.ask(
        """
        SELECT string_agg(pid::text, ',' ORDER BY backend_start, pid)
          FROM pg_stat_activity
         WHERE datname = current_database() AND application_name = ?
        """,
        applicationName);
  }

  /** Ends the session that holds the key, or all that wait for it. */
  void terminate(String key, boolean holder) {
    database.run(
        """
        SELECT pg_terminate_backend(pid)
          FROM pg_locks
         WHERE locktype = 'advisory' AND granted = ?
           AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
           AND (classid::bigint << 32) | objid::bigint = ?
        """,
        holder,
        KeyHash.of(NAMESPACE, key));
  }

  private int number(String sql, Object... parameters) {
    return Integer.parseInt(database.ask(sql, parameters));
  }

  /** A proxy in front of the server. */
  FaultProxy newProxy() {
    return FaultProxy.before(address().host(), address().port());
  }

  /** The database by way of the proxy. */
  String through(FaultProxy proxy) {
    return address().withAddress(proxy.host(), proxy.port()).jdbcUrl();
  }

  private PostgresDsn address() {
    return PostgresDsn.parse("dsn", database.dsn());
  }

  /** A session of somebody else, who takes keys and is in no hurry. */
  Rival rival(String applicationName) {
    return new Rival(applicationName);
  }

  /** Uses the server's functions directly. */
  final class Rival implements AutoCloseable {

    private final Connection connection;
    private final int pid;

    private Rival(String applicationName) {
      try {
        connection = database.connect();
        connection.setClientInfo("ApplicationName", applicationName);
        pid = connection.unwrap(org.postgresql.PGConnection.class).getBackendPID();
      } catch (SQLException e) {
        throw new AssertionError(e);
      }
    }

    int pid() {
      return pid;
    }

    void lock(String key) {
      run("SELECT pg_advisory_lock(?)", key);
    }

    void unlock(String key) {
      run("SELECT pg_advisory_unlock(?)", key);
    }

    /** As often as need be, on one connection. */
    boolean seesWaiter() {
      try (PreparedStatement statement = connection.prepareStatement(COUNT + "NOT granted");
          ResultSet count = statement.executeQuery()) {
        return count.next() && count.getInt(1) > 0;
      } catch (SQLException e) {
        throw new AssertionError(e);
      }
    }

    private void run(String sql, String key) {
      try (PreparedStatement statement = connection.prepareStatement(sql)) {
        statement.setLong(1, KeyHash.of(NAMESPACE, key));
        statement.execute();
      } catch (SQLException e) {
        throw new AssertionError(e);
      }
    }

    @Override
    public void close() {
      try {
        connection.close();
      } catch (SQLException e) {
        throw new AssertionError(e);
      }
    }
  }
}
