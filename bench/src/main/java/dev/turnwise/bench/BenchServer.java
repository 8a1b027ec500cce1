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
 * @param baseline the same database for baselines, whose sessions plan as the store's do
 */
record BenchServer(PostgresServer server, PostgresDsn database, PostgresDsn baseline)
    implements AutoCloseable {
  /**
   * The store's own sessions are set so; otherwise baselines would be free to plan worse, or to
   * compile.
   */
  private static final String PLANNING =
      "-c plan_cache_mode=force_generic_plan -c enable_seqscan=off -c enable_bitmapscan=off -c jit=off";

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
              .withParameter("options", (options + " " + PLANNING).strip())
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
