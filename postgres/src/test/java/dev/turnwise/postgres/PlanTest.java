package dev.turnwise.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The plans that a session of the pool makes once and keeps: by an index whatever the tables held
 * when they were made, and for pages in the index's own order, so that nothing is sorted before it
 * is limited.
 */
class PlanTest {

  private static TestDatabase database;
  private static Connection session;

  /**
   * With tables that are small or empty, where scanning would look cheapest, and a room that fills
   * most of them.
   */
  @BeforeAll
  static void open() throws SQLException {
    database = new TestDatabase();
    database.newStore().close();
    database.run(
        "INSERT INTO room_heads (room_id, next_index, last_activity, status_since)"
            + " SELECT 'room-' || g, 5, now(), now() FROM generate_series(1, 300) g");
    database.run(
        "INSERT INTO events (id, room_id, index, created_at, type, status, source_channel_id, source_channel_type,"
            + " source_direction, content, visibility, chain_depth, metadata, channel_data)"
            + " SELECT gen_random_uuid(), 'room-' || least(g / 50 + 1, 3), g, now(), 'MESSAGE', 'DELIVERED', 'web',"
            + " 'websocket', 'INBOUND', '{}', 'all', 0, '{}', '{}' FROM generate_series(0, 999) g");
    database.run(
        "INSERT INTO rooms (room_id, organization_id, created_at, updated_at, metadata,"
            + " agent_response_policy) SELECT room_id, '', now(), now(), '{}', 'AGENT_CHAIN'"
            + " FROM room_heads");
    database.run("ANALYZE");
    PostgresDsn dsn = PostgresDsn.parse(database.dsn());
    Properties properties = SessionSettings.DEFAULT.forShortWork(dsn);
    session = new Connector(dsn, properties).getConnection();
  }

  @AfterAll
  static void close() throws SQLException {
    session.close();
    database.close();
  }

  static Stream<String> statements() {
    return Stream.of(
        "arm-timers",
        "binding",
        "claim-key",
        "close-rooms",
        "commit-event",
        "due-timers",
        "event-with-replies",
        "events-by-id",
        "fire-timers",
        "gate-view",
        "gated-rooms",
        "key-owners",
        "lock-head-if",
        "lock-heads",
        "mark-read",
        "newest-room-of",
        "open-rooms-with",
        "participants",
        "purge-keys",
        "put-binding",
        "read-markers",
        "room",
        "rooms",
        "rooms-with-channel",
        "routed-room",
        "snapshot",
        "tasks",
        "unread-count");
  }

  @ParameterizedTest
  @MethodSource("statements")
  void noStatementOfTheSessionScansATable(String name) throws SQLException {
    assertThat(plan(Sql.of(name))).doesNotContain("Seq Scan").doesNotContain("Bitmap");
  }

  @ParameterizedTest
  @MethodSource("ways")
  void aCommitOfManyScansNoTable(String ifLocked) throws SQLException {
    assertThat(plan(Sql.of("commit-rooms", Map.of("if_locked", ifLocked))))
        .doesNotContain("Seq Scan");
  }

  static Stream<String> ways() {
    return Stream.of("", "SKIP LOCKED");
  }

  record Page(String path, String beyond, String order, String index) {}

  static Stream<Page> pages() {
    return Stream.of(
        new Page("true", ">", "ASC", "Index Scan using idx_events_room_index"),
        new Page("true", "<", "DESC", "Index Scan Backward using idx_events_room_index"),
        new Page(
            "parent_event_id = :parent_event_id", ">", "ASC", "Index Scan using idx_events_thread"),
        new Page(
            "parent_event_id = :parent_event_id",
            "<",
            "DESC",
            "Index Scan Backward using idx_events_thread"),
        new Page(
            "correlation_id = :correlation_id",
            ">",
            "ASC",
            "Index Scan using idx_events_correlation"),
        new Page(
            "correlation_id = :correlation_id",
            "<",
            "DESC",
            "Index Scan Backward using idx_events_correlation"));
  }

  @ParameterizedTest
  @MethodSource("pages")
  void aPageIsLimitedBeforeAnythingIsSorted(Page page) throws SQLException {
    Sql sql =
        Sql.of("page", Map.of("path", page.path(), "beyond", page.beyond(), "order", page.order()));

    String plan = plan(sql);

    // Straight from the index into the limit; the sort above is of what the limit let through.
    assertThat(plan.replaceAll(" +", " ")).containsPattern("Limit[^\n]*\n *-> " + page.index());
    assertThat(plan).doesNotContain("Seq Scan");
  }

  /** A sender may be in all rooms, and a room may have any number of people. */
  @Test
  void aKnownSenderIsLookedUpByRoomAndIdTogether() throws SQLException {
    for (Sql commit :
        List.of(
            Sql.of("commit-event"),
            Sql.of("commit-rooms", Map.of("if_locked", "SKIP LOCKED")),
            Sql.of("participant"))) {
      assertThat(plan(commit).replaceAll(" +", " "))
          .containsPattern(
              "Index (Only )?Scan using (idx_participants_participant|participants_pkey)[^\n]*\n"
                  + " Index Cond: \\(\\((participant_id|room_id) = [^\n]* AND"
                  + " \\((participant_id|room_id) = ");
    }
  }

  @Test
  void aSendersNewestRoomIsFoundFromTheSenderOn() throws SQLException {
    assertThat(plan(Sql.of("newest-room-of")))
        .contains("idx_participants_participant on participants")
        .contains("using rooms_pkey")
        .contains("using room_heads_pkey")
        .contains("using bindings_pkey")
        .doesNotContain("idx_rooms_newest");
  }

  @Test
  void unreadEventsAreCountedFromTheMarkerOn() throws SQLException {
    assertThat(plan(Sql.of("unread-count")))
        .contains("using bindings_pkey")
        .contains("using read_markers_pkey")
        .contains("using idx_events_room_index")
        .contains("(index > ");
  }

  @Test
  void roomsAreListedByTheirIndexFromAnyPageOn() throws SQLException {
    assertThat(plan(Sql.of("rooms")))
        .contains("Index Scan Backward using idx_rooms_newest")
        .contains("ROW(");
  }

  private static String plan(Sql sql) throws SQLException {
    StringBuilder text = new StringBuilder();
    int parameters = 0;
    for (char c : sql.toString().toCharArray()) {
      text.append(c == '?' ? "$" + ++parameters : String.valueOf(c));
    }
    String arguments = "(" + "NULL,".repeat(parameters).replaceAll(",$", "") + ")";
    try (Statement statement = session.createStatement()) {
      statement.execute("PREPARE p AS " + text);
      StringBuilder plan = new StringBuilder();
      try (ResultSet lines = statement.executeQuery("EXPLAIN EXECUTE p" + arguments)) {
        while (lines.next()) {
          plan.append(lines.getString(1)).append('\n');
        }
      }
      statement.execute("DEALLOCATE p");
      return plan.toString();
    }
  }
}
