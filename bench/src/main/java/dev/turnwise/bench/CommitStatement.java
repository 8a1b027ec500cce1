package dev.turnwise.bench;

import dev.turnwise.error.StoreUnavailableException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * The store's own statement for one event of one room in a bare loop on one connection: what a
 * commit costs when nothing is around it. For one thread.
 */
final class CommitStatement implements AutoCloseable {
  private final Connection connection;
  private final PreparedStatement statement;
  private final List<String> parameters;
  private final List<String> rooms;

  private CommitStatement(
      Connection connection,
      PreparedStatement statement,
      List<String> parameters,
      List<String> rooms) {
    this.connection = connection;
    this.statement = statement;
    this.parameters = parameters;
    this.rooms = rooms;
  }

  /** Connects and prepares, for rooms that exist. */
  static CommitStatement open(String jdbcUrl, List<String> rooms) {
    Script.Step.Run run = OneEvent.statement();
    Connection connection = null;
    try {
      connection = DriverManager.getConnection(jdbcUrl);
      return new CommitStatement(
          connection, connection.prepareStatement(run.sql()), run.variables(), rooms);
    } catch (SQLException failure) {
      close(connection);
      throw failed(failure);
    }
  }

  double medianMicros(Duration slice) {
    return new Callers(1, caller -> this::commit).run(slice).medianMicros();
  }

  /** Commits one event to a room drawn by lot. */
  void commit() {
    OneEvent event = OneEvent.in(rooms.get(ThreadLocalRandom.current().nextInt(rooms.size())));
    try {
      for (int i = 0; i < parameters.size(); i++) {
        statement.setObject(i + 1, event.parameter(parameters.get(i)), Types.OTHER);
      }
      try (ResultSet stored = statement.executeQuery()) {
        if (!stored.next() || stored.getObject("index") == null) {
          throw new IllegalStateException("an event was not stored in room " + event.room());
        }
      }
    } catch (SQLException failure) {
      throw failed(failure);
    }
  }

  private static StoreUnavailableException failed(SQLException failure) {
    return new StoreUnavailableException(
        "committing without the engine", "SQL state " + failure.getSQLState(), failure);
  }

  private static void close(@Nullable Connection connection) {
    try {
      if (connection != null) {
        connection.close();
      }
    } catch (SQLException gone) {
      // Nothing is left on it that anybody waits for.
    }
  }

  @Override
  public void close() {
    close(connection);
  }
}
