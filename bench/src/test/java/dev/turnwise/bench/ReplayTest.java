package dev.turnwise.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.turnwise.error.StoreUnavailableException;
import dev.turnwise.testkit.server.PostgresServer;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ReplayTest {
  private String dsn = "";

  @BeforeEach
  void newDatabase() throws SQLException {
    dsn = PostgresServer.shared().newDatabase();
    execute("CREATE TABLE seen (room integer, index bigint, note jsonb)");
  }

  @Test
  void everyRunDrawsWithinTheBounds() throws SQLException {
    replay(
        "\\set room random(1, :rooms)\nINSERT INTO seen (room, note) VALUES (:room, '{\"a\":1}');",
        Map.of("rooms", "2"),
        100);

    assertThat(number("SELECT count(*) FROM seen")).isEqualTo(100);
    assertThat(number("SELECT count(DISTINCT room) FROM seen")).isEqualTo(2);
    assertThat(number("SELECT min(room) * 10 + max(room) FROM seen")).isEqualTo(12);
  }

  @Test
  void aKeptRowIsThereForTheNextStatement() throws SQLException {
    replay(
        "SELECT count(*) AS index, 7 AS room FROM seen \\gset\nINSERT INTO seen VALUES (:room, :index);",
        Map.of(),
        3);

    assertThat(number("SELECT sum(index * 10 ^ index) FROM seen WHERE room = 7")).isEqualTo(210);
  }

  @Test
  void aTransactionOfTheScriptIsOne() throws SQLException {
    replay(
        "BEGIN;\nINSERT INTO seen (room) VALUES (1);\nROLLBACK;\nINSERT INTO seen (room) VALUES (2);",
        Map.of(),
        1);

    assertThat(number("SELECT sum(room) FROM seen")).isEqualTo(2);
  }

  @Test
  void aStatementThatFailsIsTyped() {
    assertThatThrownBy(() -> replay("SELECT 1 / 0;", Map.of(), 1))
        .isInstanceOf(StoreUnavailableException.class)
        .hasMessageContaining("22012");
  }

  @Test
  void theSeedsShapeNumbersItsEvents() throws SQLException {
    execute(Script.resource("seed-schema.sql"));
    try (Replay replay = Replay.open(dsn, Script.load("seed-shape.sql"), Map.of("rooms", "1"))) {
      replay.run();
      replay.run();
    }

    assertThat(number("SELECT sum(index) * 10 + count(*) FROM bench_seed.events WHERE room_id = 1"))
        .isEqualTo(12);
    assertThat(
            number(
                "SELECT latest_index * 10 + event_count FROM bench_seed.rooms WHERE room_id = 1"))
        .isEqualTo(12);
    assertThat(number("SELECT count(*) FROM pg_locks WHERE locktype = 'advisory'")).isZero();
  }

  @Test
  void theThinStatementNumbersItsEvents() throws SQLException {
    execute(Script.resource("thin-schema.sql"));
    try (Replay replay = Replay.open(dsn, Script.load("thin-commit.sql"), Map.of("rooms", "1"))) {
      replay.run();
      replay.run();
    }

    assertThat(number("SELECT sum(index) * 10 + count(*) FROM bench_thin.events WHERE room_id = 1"))
        .isEqualTo(12);
    assertThat(number("SELECT next_index FROM bench_thin.rooms WHERE room_id = 1")).isEqualTo(2);
  }

  private void replay(String script, Map<String, String> variables, int times) {
    try (Replay replay = Replay.open(dsn, Script.parse("test.sql", script), variables)) {
      for (int i = 0; i < times; i++) {
        replay.run();
      }
    }
  }

  private void execute(String sql) throws SQLException {
    try (Connection connection = DriverManager.getConnection(dsn);
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private long number(String sql) throws SQLException {
    try (Connection connection = DriverManager.getConnection(dsn);
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      row.next();
      return row.getLong(1);
    }
  }
}
