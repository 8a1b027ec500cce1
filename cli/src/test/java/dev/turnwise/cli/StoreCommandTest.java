package dev.turnwise.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnwise.RoomSpec;
import dev.turnwise.Turnwise;
import dev.turnwise.channel.Channel;
import dev.turnwise.model.ChannelType;
import dev.turnwise.model.InboundMessage;
import dev.turnwise.postgres.PostgresStore;
import dev.turnwise.testkit.server.PostgresServer;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** {@code store init} and {@code store verify} on a real database, sound and tampered with. */
class StoreCommandTest {
  private static final Map<String, Integer> SOUND =
      Map.of("duplicate_indices", 0, "gaps", 0, "counter_mismatches", 0, "cursor_errors", 0);

  private final PostgresServer server = PostgresServer.shared();
  private final String dsn = server.newDatabase();

  @AfterEach
  void dropDatabase() {
    server.dropDatabase(dsn);
  }

  private record WebChannel(String id) implements Channel {
    @Override
    public ChannelType type() {
      return ChannelType.WEBSOCKET;
    }

    @Override
    public String providerName() {
      return "test";
    }
  }

  /** Two rooms of four events each. */
  private void fill() {
    try (Turnwise turnwise =
        Turnwise.builder().store(PostgresStore.at(dsn)).channel(new WebChannel("web")).build()) {
      for (String room : new String[] {"room-1", "room-2"}) {
        turnwise.createRoom(RoomSpec.create().withId(room).withChannel("web"));
        for (int i = 0; i < 4; i++) {
          turnwise.processInbound(InboundMessage.text("web", "ann", "text " + i).withRoomId(room));
        }
      }
    }
  }

  private void sql(String... statements) throws SQLException {
    try (Connection connection = DriverManager.getConnection(dsn);
        Statement statement = connection.createStatement()) {
      for (String each : statements) {
        statement.execute(each);
      }
    }
  }

  private Ran verify() {
    return Ran.turnwise("store", "verify", "--json", "--dsn", dsn);
  }

  private void assertFound(Ran ran, Map<String, Integer> counts) {
    SOUND.forEach(
        (key, sound) ->
            assertThat(ran.json().get(key).intValue())
                .as(key + ran.out())
                .isEqualTo(counts.getOrDefault(key, sound)));
    assertThat(ran.json().get("verdict").stringValue()).isEqualTo("violated");
    assertThat(ran.json().get("findings").size()).isPositive();
    assertThat(ran.exitCode()).isEqualTo(ExitCode.VIOLATED);
  }

  @Test
  void initMakesADatabaseReadyAndMayBeRepeated() {
    for (int i = 0; i < 2; i++) {
      Ran ran = Ran.turnwise("store", "init", "--json", "--dsn", dsn);
      assertThat(ran.exitCode()).as(ran.err()).isZero();
      assertThat(ran.json().get("status").stringValue()).isEqualTo("ready");
    }
    assertThat(verify().exitCode()).isZero();
  }

  @Test
  void verifyOfASoundDatabaseIsOk() {
    fill();

    Ran ran = verify();

    assertThat(ran.exitCode()).as(ran.out() + ran.err()).isZero();
    assertThat(ran.json().get("rooms").intValue()).isEqualTo(2);
    assertThat(ran.json().get("events").intValue()).isEqualTo(8);
    SOUND.keySet().forEach(key -> assertThat(ran.json().get(key).intValue()).as(key).isZero());
    assertThat(ran.json().get("undelivered").isIntegralNumber()).isTrue();
    assertThat(ran.json().get("unique_index").booleanValue()).isTrue();
    assertThat(ran.json().get("verdict").stringValue()).isEqualTo("ok");
    assertThat(Ran.turnwise("store", "verify", "--dsn", dsn).out())
        .contains("duplicate indices", "verdict");
  }

  @Test
  void verifyDoesNotCreateASchemaAndSaysHowTo() {
    Ran ran = Ran.turnwise("store", "verify", "--dsn", dsn);

    assertThat(ran.exitCode()).isEqualTo(ExitCode.DATABASE);
    assertThat(ran.err()).startsWith("error: ").contains("turnwise store init").hasLineCount(1);
    assertThat(verify().exitCode()).isEqualTo(ExitCode.DATABASE);
  }

  @Test
  void verifyFindsAnIndexThatIsGivenTwice() throws SQLException {
    fill();
    sql(
        "drop index idx_events_room_index",
        "update events set index = 2 where room_id = 'room-1' and index = 3",
        "update room_heads set next_index = 3 where room_id = 'room-1'");

    Ran ran = verify();

    assertFound(ran, Map.of("duplicate_indices", 1));
    assertThat(ran.json().get("unique_index").booleanValue()).isFalse();
  }

  @Test
  void verifyFindsTheMissingUniqueIndexAlone() throws SQLException {
    fill();
    sql("drop index idx_events_room_index");

    Ran ran = verify();

    assertFound(ran, Map.of());
    assertThat(ran.json().get("unique_index").booleanValue()).isFalse();
  }

  @Test
  void verifyFindsAnEventThatWasTakenAway() throws SQLException {
    fill();
    sql("delete from events where room_id = 'room-2' and index = 1");

    Ran ran = verify();

    assertFound(ran, Map.of("gaps", 1));
    assertThat(ran.json().get("unique_index").booleanValue()).isTrue();
  }

  @Test
  void verifyFindsACounterThatIsBehind() throws SQLException {
    fill();
    sql("update room_heads set next_index = 3 where room_id = 'room-2'");

    assertFound(verify(), Map.of("counter_mismatches", 1));
  }

  @Test
  void verifyFindsACursorBeyondTheEnd() throws SQLException {
    fill();
    sql("update room_heads set delivered_index = 9 where room_id = 'room-1'");

    assertFound(verify(), Map.of("cursor_errors", 1));
  }
}
