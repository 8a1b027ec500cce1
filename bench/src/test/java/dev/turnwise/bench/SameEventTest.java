package dev.turnwise.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnwise.Turnwise;
import dev.turnwise.TurnwiseConfig;
import dev.turnwise.testkit.server.PostgresServer;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A comparison is fair only if both sides store the same. */
class SameEventTest {

  @Test
  void engineStatementAndScriptStoreTheSameEvent() throws SQLException {
    try (BenchServer server = BenchServer.open(Optional.of(PostgresServer.shared().dsn()));
        Turnwise engine = CommitSuite.engine(server.database(), TurnwiseConfig.DEFAULT)) {
      List<String> rooms = Rooms.ids(1);
      Rooms.create(engine, rooms);
      String room = rooms.getFirst();
      String baseline = server.baseline().jdbcUrl();

      new EngineLoad(engine, rooms, 1).send(room);
      try (CommitStatement statement = CommitStatement.open(baseline, rooms)) {
        statement.commit();
      }
      try (Replay script =
          Replay.open(baseline, Script.load("commit-event.sql"), Map.of("rooms", "1"))) {
        script.run();
      }
      new EngineLoad(engine, rooms, 1).send(room);

      assertThat(column(baseline, "SELECT index FROM events ORDER BY index"))
          .containsExactly("0", "1", "2", "3");
      assertThat(
              column(
                  baseline,
                  "SELECT DISTINCT to_jsonb(e) - '{id,index,created_at}'::text[] FROM events e"))
          .hasSize(1);
      // Ids begin with their time, of which eight digits are a minute.
      assertThat(column(baseline, "SELECT left(id::text, 8) FROM events ORDER BY index"))
          .isSorted();
      assertThat(column(baseline, "SELECT next_index FROM room_heads")).containsExactly("4");
    }
  }

  private static List<String> column(String dsn, String sql) throws SQLException {
    try (Connection connection = DriverManager.getConnection(dsn);
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      List<String> values = new ArrayList<>();
      while (rows.next()) {
        values.add(rows.getString(1));
      }
      return values;
    }
  }
}
