package dev.turnwise.testkit.server;

import dev.turnwise.error.ConfigurationException;
import dev.turnwise.error.StoreUnavailableException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * A real PostgreSQL server: one that is started from Maven artifacts, or one of the user's own.
 *
 * <p>A started server is durable as in production (fsync, synchronous commit), listens on 127.0.0.1
 * alone, takes 200 connections and asks for a random password. All its files lie in one folder
 * below {@code java.io.tmpdir}. Server and folder are gone after {@link #close()} and after an
 * orderly end of the JVM, SIGINT and SIGTERM included; after SIGKILL a guard process ends the
 * server within 5 s. On Windows there is no guard, and only the next start cleans up.
 *
 * <p>When the environment variable {@value #VARIABLE} holds a DSN, {@link #start()} and {@link
 * #shared()} use that server instead. Its role must be allowed to create databases; only the
 * databases made here are ever touched, and {@link #close()} drops them. Tests that stop the server
 * call {@link #startLocal()}.
 *
 * <p>Safe for use by several threads.
 */
public final class PostgresServer implements AutoCloseable {
  /** Environment variable with the DSN of a server of the user's own. */
  public static final String VARIABLE = "TURNWISE_TEST_POSTGRES";

  private static final Object SHARING = new Object();
  private static @Nullable PostgresServer sharedServer;

  private final @Nullable LocalPostgres local;
  private final PostgresDsn admin;
  private final Set<String> databases = ConcurrentHashMap.newKeySet();
  private volatile boolean closed;

  private PostgresServer(@Nullable LocalPostgres local, PostgresDsn admin) {
    this.local = local;
    this.admin = admin;
  }

  /**
   * Uses the server named in {@value #VARIABLE}, or starts one.
   *
   * @throws ConfigurationException when the variable is malformed, or no server can run here
   */
  public static PostgresServer start() {
    return start(System.getenv(VARIABLE));
  }

  static PostgresServer start(@Nullable String ownDsn) {
    return ownDsn == null || ownDsn.isBlank() ? startLocal() : at(VARIABLE, ownDsn);
  }

  /**
   * Uses a server of the user's own, through a role that may create databases.
   *
   * @param key name of the setting that the DSN comes from, for messages
   * @throws ConfigurationException when the DSN is malformed
   */
  public static PostgresServer at(String key, String dsn) {
    return new PostgresServer(null, PostgresDsn.parse(key, dsn));
  }

  /**
   * Starts a server whatever the environment says, in 1 to 3 s.
   *
   * @throws ConfigurationException when none can run here; the message says why
   */
  public static PostgresServer startLocal() {
    LocalPostgres local = LocalPostgres.start();
    return new PostgresServer(local, local.dsn());
  }

  /** The server that all tests of this JVM share: started by the first call, stopped at the end. */
  public static PostgresServer shared() {
    synchronized (SHARING) {
      PostgresServer server = sharedServer;
      if (server == null || server.closed) {
        server = start();
        if (server.local == null) {
          Runtime.getRuntime().addShutdownHook(new Thread(server::close));
        }
        sharedServer = server;
      }
      return server;
    }
  }

  /** JDBC URL, password included, of the database that administration goes through. */
  public String dsn() {
    return admin.jdbcUrl();
  }

  /** True for a server that was started here and may be stopped. */
  public boolean isLocal() {
    return local != null;
  }

  /**
   * Creates an empty database under a new name.
   *
   * @return its JDBC URL, password included
   */
  public String newDatabase() {
    String name = "turnwise_" + UUID.randomUUID().toString().replace("-", "");
    execute("creating a database", "create database " + name + " template template0");
    databases.add(name);
    return admin.withDatabase(name).jdbcUrl();
  }

  /**
   * Drops a database of {@link #newDatabase()}, and ends the sessions in it.
   *
   * @throws ConfigurationException for any other database, and for one that is dropped already
   */
  public void dropDatabase(String dsn) {
    String name = PostgresDsn.parse("dsn", dsn).database();
    if (!databases.contains(name)) {
      throw new ConfigurationException(
          "dsn", "names the database " + name, "pass what newDatabase() of this server returned");
    }
    drop(name);
  }

  private void drop(String name) {
    execute("dropping a database", "drop database if exists " + name + " with (force)");
    databases.remove(name);
  }

  /**
   * Ends the sessions of this {@code application_name}, as an administrator would.
   *
   * @return how many there were
   */
  public int terminateBackends(String applicationName) {
    String sql =
        """
        select count(*) filter (where pg_terminate_backend(pid))
          from pg_stat_activity
         where application_name = ?
           and pid <> pg_backend_pid()
        """;
    try (Connection connection = connect();
        PreparedStatement statement = connection.prepareStatement(sql)) {
      statement.setString(1, applicationName);
      try (ResultSet count = statement.executeQuery()) {
        count.next();
        return count.getInt(1);
      }
    } catch (SQLException failure) {
      throw unavailable("ending sessions", failure);
    }
  }

  /** Stops the server, unless it is stopped already, and starts it on the same port and data. */
  public void restart() {
    localServer("restart").restart();
  }

  /** Stops the server; what was committed is there again after {@link #restart()}. */
  public void stop(StopMode mode) {
    localServer("stop").stop(mode);
  }

  /** The server's data directory. */
  public Path dataDirectory() {
    return localServer("dataDirectory").dataDirectory();
  }

  /** Where {@code initdb}, {@code pg_ctl} and {@code postgres} lie; no other program is there. */
  public Path binDirectory() {
    return localServer("binDirectory").binDirectory();
  }

  private LocalPostgres localServer(String operation) {
    if (local == null) {
      throw new ConfigurationException(
          VARIABLE,
          "names a server that is not ours, and " + operation + " is for our own",
          "start one with startLocal()");
    }
    return local;
  }

  /**
   * Ends a server of ours and removes all its files; on another server, drops the databases made
   * here. Repeating is safe.
   */
  @Override
  public void close() {
    closed = true;
    if (local != null) {
      local.close();
    } else {
      List.copyOf(databases).forEach(this::drop);
    }
  }

  private void execute(String operation, String sql) {
    try (Connection connection = connect();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    } catch (SQLException failure) {
      throw unavailable(operation, failure);
    }
  }

  private Connection connect() throws SQLException {
    return DriverManager.getConnection(admin.jdbcUrl());
  }

  private StoreUnavailableException unavailable(String operation, SQLException failure) {
    return new StoreUnavailableException(
        operation, admin + " answered with SQL state " + failure.getSQLState(), failure);
  }

  /** Without the password. */
  @Override
  public String toString() {
    return admin.toString();
  }
}
