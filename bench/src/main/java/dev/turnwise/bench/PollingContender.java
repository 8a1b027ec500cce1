package dev.turnwise.bench;

import dev.turnwise.error.CallInterruptedException;
import dev.turnwise.error.StoreUnavailableException;
import dev.turnwise.testkit.server.PostgresDsn;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;

/**
 * One session that asks for the lock again and again, which is what a wait in a client amounts to.
 */
final class PollingContender implements Contender {
  private static final Duration PAUSE = Duration.ofMillis(100);
  private static final String TRY = "SELECT pg_try_advisory_lock(4711)";
  private static final String UNLOCK = "SELECT pg_advisory_unlock(4711)";

  private final Connection session;

  PollingContender(PostgresDsn database) {
    try {
      session = DriverManager.getConnection(database.jdbcUrl());
    } catch (SQLException failure) {
      throw unavailable(failure);
    }
  }

  @Override
  public void acquire() {
    try {
      while (!ask(TRY)) {
        Thread.sleep(PAUSE);
      }
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new CallInterruptedException();
    }
  }

  @Override
  public void release() {
    if (!ask(UNLOCK)) {
      throw new IllegalStateException("the poller's lock was lost");
    }
  }

  private boolean ask(String question) {
    try (Statement statement = session.createStatement();
        ResultSet answer = statement.executeQuery(question)) {
      answer.next();
      return answer.getBoolean(1);
    } catch (SQLException failure) {
      throw unavailable(failure);
    }
  }

  private static StoreUnavailableException unavailable(SQLException failure) {
    return new StoreUnavailableException(
        "polling for a lock", "SQL state " + failure.getSQLState(), failure);
  }

  @Override
  public void close() {
    try {
      session.close();
    } catch (SQLException failure) {
      throw unavailable(failure);
    }
  }
}
