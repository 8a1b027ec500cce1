package dev.turnwise.postgres;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.turnwise.error.StoreUnavailableException;
import dev.turnwise.error.TurnwiseException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Runs work on the store's connections, and sees to it that none that broke goes back to the
 * others.
 *
 * <p>Work runs on the caller's thread, which nobody may interrupt: an interrupt closes the socket
 * that a virtual thread is using. That is the engine's promise; here it costs the connection and
 * makes the outcome unknown.
 */
final class Database implements AutoCloseable {

  /** Something done on a connection. */
  @FunctionalInterface
  interface Work<T> {
    T on(Connection connection) throws SQLException;
  }

  private static final Duration VALIDATION = Duration.ofSeconds(2);

  private final HikariDataSource pool;
  private final Connector longWork;
  private final Failures failures;

  Database(PostgresDsn dsn, SessionSettings settings, int maxSize, Duration acquireTimeout) {
    this.failures = new Failures(dsn);
    this.longWork = new Connector(dsn, settings.forLongWork(dsn));
    this.pool =
        new HikariDataSource(
            config(new Connector(dsn, settings.forShortWork(dsn)), maxSize, acquireTimeout));
  }

  private static HikariConfig config(Connector connector, int maxSize, Duration acquireTimeout) {
    HikariConfig config = new HikariConfig();
    config.setDataSource(connector);
    config.setPoolName("turnwise-store");
    config.setMaximumPoolSize(maxSize);
    config.setMinimumIdle(Math.min(2, maxSize));
    config.setConnectionTimeout(acquireTimeout.toMillis());
    config.setValidationTimeout(Math.min(acquireTimeout.toMillis(), VALIDATION.toMillis()));
    // A server that is away when the store is built is reported by init(), which can say why.
    config.setInitializationFailTimeout(-1);
    return config;
  }

  Failures failures() {
    return failures;
  }

  /**
   * Runs one reading statement. A session that has ended while it lay in the pool is noticed only
   * in use; the statement, which changes nothing, is then sent once more.
   */
  <T> T read(String operation, Work<T> work) {
    try {
      return run(operation, work, failure -> readFailure(operation, failure));
    } catch (SessionEndedException ended) {
      return run(operation, work, failure -> failures.read(operation, failure));
    }
  }

  private TurnwiseException readFailure(String operation, SQLException failure) {
    if (SqlStates.endsSession(failure)) {
      throw new SessionEndedException(failure);
    }
    return failures.read(operation, failure);
  }

  /** Never leaves this class. */
  private static final class SessionEndedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    SessionEndedException(SQLException cause) {
      super(cause);
    }
  }

  /** Runs one writing statement, which takes effect by itself. */
  <T> T write(Failures.Write write, Work<T> work) {
    return run(write.operation(), work, failure -> failures.sent(write, failure));
  }

  /**
   * Runs a transaction: committed when {@code work} returns a value that {@code keep} accepts, else
   * rolled back. Until the commit is sent, every failure means that nothing was written.
   */
  <T> T transaction(Failures.Write write, Predicate<T> keep, Work<T> work) {
    return run(
        write.operation(),
        connection -> {
          connection.setAutoCommit(false);
          T result = work.on(connection);
          if (keep.test(result)) {
            commit(connection, write);
          } else {
            connection.rollback();
          }
          return result;
        },
        failure -> failures.rolledBack(write, failure));
  }

  private void commit(Connection connection, Failures.Write write) throws SQLException {
    try {
      connection.commit();
    } catch (SQLException failure) {
      evictIfEnded(connection, failure);
      throw failures.sent(write, failure);
    }
  }

  private <T> T run(
      String operation, Work<T> work, Function<SQLException, TurnwiseException> translate) {
    Connection connection = borrow(operation);
    try {
      return work.on(connection);
    } catch (SQLException failure) {
      evictIfEnded(connection, failure);
      throw translate.apply(failure);
    } catch (TurnwiseException decided) {
      throw decided;
    } catch (RuntimeException | Error bug) {
      // The protocol may be in any state.
      pool.evictConnection(connection);
      throw bug;
    } finally {
      giveBack(connection);
    }
  }

  /**
   * Also rolls back what was not committed. A failure here changes nothing about what was done
   * before.
   */
  private void giveBack(Connection connection) {
    try {
      connection.close();
    } catch (SQLException failure) {
      pool.evictConnection(connection);
    }
  }

  /**
   * When one session has ended, its neighbours probably have too (a restart, a broken network):
   * those that lie idle are let go, so that the next caller does not find out by losing its answer.
   */
  private void evictIfEnded(Connection connection, SQLException failure) {
    if (SqlStates.endsSession(failure)) {
      pool.evictConnection(connection);
      pool.getHikariPoolMXBean().softEvictConnections();
    }
  }

  private Connection borrow(String operation) {
    if (pool.isClosed()) {
      throw closed(operation);
    }
    try {
      return pool.getConnection();
    } catch (SQLException failure) {
      throw failures.unconnected(operation, failure);
    }
  }

  /** Runs work that may take long on a connection of its own, opened and closed for it. */
  <T> T longWork(
      String operation, Function<SQLException, TurnwiseException> translate, Work<T> work) {
    if (pool.isClosed()) {
      throw closed(operation);
    }
    try (Connection connection = connected(operation)) {
      return work.on(connection);
    } catch (SQLException failure) {
      throw translate.apply(failure);
    }
  }

  private Connection connected(String operation) {
    try {
      return longWork.getConnection();
    } catch (SQLException failure) {
      throw failures.unconnected(operation, failure);
    }
  }

  private static StoreUnavailableException closed(String operation) {
    return new StoreUnavailableException(operation, "it has been closed", null);
  }

  @Override
  public void close() {
    pool.close();
  }
}
