package dev.turnwise.bench;

import dev.turnwise.error.StoreUnavailableException;
import dev.turnwise.testkit.server.PostgresDsn;
import dev.turnwise.testkit.server.PostgresServer;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;

/**
 * The server of one run, and the database on it that is made for the run and goes with it.
 *
 * @param database as the engine uses it
 * @param baseline the same database for baselines, whose sessions are set as the store's are
 */
record BenchServer(PostgresServer server, PostgresDsn database, PostgresDsn baseline)
    implements AutoCloseable {
  /**
   * What the store's own sessions start with: baselines must neither plan worse nor commit less.
   */
  private static final String SESSION =
      "-c synchronous_commit=on -c plan_cache_mode=force_generic_plan"
          + " -c enable_seqscan=off -c enable_bitmapscan=off -c jit=off";

  /**
   * Starts a server, or uses that of the user's own database.
   *
   * @throws dev.turnwise.error.ConfigurationException if the DSN is malformed, or no server can run
   *     here
   */
  static BenchServer open(Optional<String> dsn) {
    PostgresServer server = dsn.map(BenchServer::ownedByUser).orElseGet(PostgresServer::startLocal);
    try {
      PostgresDsn database = PostgresDsn.parse("dsn", server.newDatabase());
      String options = database.parameters().getOrDefault("options", "");
      return new BenchServer(
          server,
          database,
          database
              .withParameter("options", (options + " " + SESSION).strip())
              .withParameter("prepareThreshold", "1"));
    } catch (RuntimeException failure) {
      server.close();
      throw failure;
    }
  }

  /**
   * A server of ours ends with this process whatever happens; of the user's, only our database
   * does.
   */
  private static PostgresServer ownedByUser(String dsn) {
    PostgresServer server = PostgresServer.at("dsn", dsn);
    Runtime.getRuntime().addShutdownHook(new Thread(server::close, "bench-database-drop"));
    return server;
  }

  /** Runs a text of several statements. */
  void execute(String sql) {
    try (Connection connection = DriverManager.getConnection(database.jdbcUrl());
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    } catch (SQLException failure) {
      throw new StoreUnavailableException(
          "preparing the database", "SQL state " + failure.getSQLState(), failure);
    }
  }

  @Override
  public void close() {
    server.close();
  }
}
