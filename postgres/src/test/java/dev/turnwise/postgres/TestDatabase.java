package dev.turnwise.postgres;

import dev.turnwise.testkit.server.PostgresServer;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/** A database of its own on the server that all tests share, with a way in beside the store. */
final class TestDatabase implements AutoCloseable {

  private final PostgresServer server = PostgresServer.shared();
  private final String dsn = server.newDatabase();

  String dsn() {
    return dsn;
  }

  /** A store that is ready; the caller closes it. */
  PostgresStore newStore() {
    PostgresStore store = PostgresStore.at(dsn);
    store.init();
    return store;
  }

  Connection connect() throws SQLException {
    return DriverManager.getConnection(dsn);
  }

  /** Runs one statement as an administrator would. */
  void run(String sql, Object... parameters) {
    try (Connection connection = connect();
        PreparedStatement statement = prepared(connection, sql, parameters)) {
      statement.execute();
    } catch (SQLException e) {
      throw new AssertionError(sql, e);
    }
  }

  /** The first column of the first row, as text. */
  String ask(String sql, Object... parameters) {
    try (Connection connection = connect();
        PreparedStatement statement = prepared(connection, sql, parameters);
        ResultSet row = statement.executeQuery()) {
      row.next();
      return String.valueOf(row.getString(1));
    } catch (SQLException e) {
      throw new AssertionError(sql, e);
    }
  }

  private static PreparedStatement prepared(Connection connection, String sql, Object... parameters)
      throws SQLException {
    PreparedStatement statement = connection.prepareStatement(sql);
    for (int i = 0; i < parameters.length; i++) {
      statement.setObject(i + 1, parameters[i]);
    }
    return statement;
  }

  /** Empties the tables of a store. */
  void empty() {
    run(
        "TRUNCATE room_heads, rooms, bindings, participants, routes, events, delivery_results, idempotency_keys,"
            + " read_markers, tasks, observations");
  }

  @Override
  public void close() {
    server.dropDatabase(dsn);
  }
}
