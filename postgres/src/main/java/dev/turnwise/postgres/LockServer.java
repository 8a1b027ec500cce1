package dev.turnwise.postgres;

import dev.turnwise.error.TurnwiseException;
import dev.turnwise.runtime.Tasks;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;

/** Opens sessions that may hold locks, without a pool. Thread-safe. */
final class LockServer {

  private final LockSettings settings;
  private final SessionOptions options;
  private final Connector connector;
  private final LockFailures failures;
  private final Tasks tasks;

  LockServer(LockSettings settings, Tasks tasks) {
    this.settings = settings;
    this.options = new SessionOptions(settings);
    this.connector = new Connector(settings.dsn(), options.properties());
    this.failures = new LockFailures(settings.dsn());
    this.tasks = tasks;
  }

  LockSettings settings() {
    return settings;
  }

  LockFailures failures() {
    return failures;
  }

  /**
   * A new session that has what locks depend on.
   *
   * @throws dev.turnwise.error.ConfigurationException if no session there ever will
   * @throws dev.turnwise.error.StoreUnavailableException if it cannot be had at present
   */
  LockConnection open() {
    Connection connection;
    try {
      connection = connector.getConnection();
    } catch (SQLException failure) {
      throw failures.unopened(failure);
    }
    try {
      return checked(connection);
    } catch (SQLException failure) {
      close(connection);
      throw failures.unopened(failure);
    } catch (TurnwiseException unfit) {
      close(connection);
      throw unfit;
    }
  }

  private LockConnection checked(Connection connection) throws SQLException {
    Duration asked = tasks.now();
    Optional<String> missing = options.missing(connection);
    if (missing.isPresent()) {
      throw failures.pooler("swallows session options (" + missing.get() + ")", null);
    }
    Lease lease = new Lease(tasks, settings, asked);
    return new LockConnection(connection, settings.answerTimeout(), lease, tasks);
  }

  private static void close(Connection connection) {
    try {
      connection.close();
    } catch (SQLException failure) {
      // It is of no use, open or closed.
    }
  }
}
