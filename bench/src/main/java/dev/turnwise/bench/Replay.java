package dev.turnwise.bench;

import dev.turnwise.error.StoreUnavailableException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Types;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ThreadLocalRandom;

/**
 * One client that does what pgbench does with a script, through JDBC: prepared statements, one
 * connection, no think time. For one thread.
 */
final class Replay implements Runnable, AutoCloseable {

  private final Script script;
  private final Connection connection;
  private final Map<Script.Step.Run, PreparedStatement> statements = new HashMap<>();
  private final Map<String, String> variables;

  private Replay(Script script, Connection connection, Map<String, String> variables) {
    this.script = script;
    this.connection = connection;
    this.variables = new HashMap<>(variables);
  }

  /** Connects and prepares. */
  static Replay open(String jdbcUrl, Script script, Map<String, String> variables) {
    Replay replay;
    try {
      replay = new Replay(script, DriverManager.getConnection(jdbcUrl), variables);
    } catch (SQLException failure) {
      throw failed(script, failure);
    }
    try {
      replay.prepare();
      return replay;
    } catch (SQLException failure) {
      replay.close();
      throw failed(script, failure);
    }
  }

  private void prepare() throws SQLException {
    for (Script.Step step : script.steps()) {
      if (step instanceof Script.Step.Run run) {
        statements.put(run, connection.prepareStatement(run.sql()));
      }
    }
  }

  /** One transaction of pgbench's: the whole script. */
  @Override
  public void run() {
    try {
      for (Script.Step step : script.steps()) {
        switch (step) {
          case Script.Step.Draw draw -> variables.put(draw.variable(), drawn(draw));
          case Script.Step.Run run -> execute(run);
        }
      }
    } catch (SQLException failure) {
      throw failed(script, failure);
    }
  }

  private String drawn(Script.Step.Draw draw) {
    long bound = Long.parseLong(variables.getOrDefault(draw.bound(), draw.bound()));
    return Long.toString(ThreadLocalRandom.current().nextLong(1, bound + 1));
  }

  private void execute(Script.Step.Run run) throws SQLException {
    PreparedStatement statement = Objects.requireNonNull(statements.get(run));
    int place = 1;
    for (String variable : run.variables()) {
      // Of no type, as pgbench sends it: the server infers what the statement needs.
      statement.setObject(place++, variables.get(variable), Types.OTHER);
    }
    if (statement.execute()) {
      try (ResultSet rows = statement.getResultSet()) {
        boolean any = rows.next();
        if (run.keepsRow()) {
          keep(rows, any);
        }
      }
    }
  }

  private void keep(ResultSet rows, boolean any) throws SQLException {
    if (!any) {
      throw new SQLException("no row to keep");
    }
    ResultSetMetaData columns = rows.getMetaData();
    for (int i = 1; i <= columns.getColumnCount(); i++) {
      variables.put(columns.getColumnName(i), rows.getString(i));
    }
  }

  private static StoreUnavailableException failed(Script script, SQLException failure) {
    return new StoreUnavailableException(
        "replaying the script " + script.name(), "SQL state " + failure.getSQLState(), failure);
  }

  @Override
  public void close() {
    try {
      connection.close();
    } catch (SQLException gone) {
      // Nothing is left on it that anybody waits for.
    }
  }
}
