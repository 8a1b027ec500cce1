package dev.turnwise.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnwise.RoomSpec;
import dev.turnwise.Turnwise;
import dev.turnwise.channel.Channel;
import dev.turnwise.model.ChannelType;
import dev.turnwise.model.InboundMessage;
import dev.turnwise.postgres.PostgresStore;
import dev.turnwise.store.WorkerInfo;
import dev.turnwise.testkit.server.PostgresServer;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** The {@code store} commands on a real database, sound and tampered with. */
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

  /** Two rooms of five events in which indices are given twice. */
  private void duplicate() throws SQLException {
    fill();
    sql(
        "drop index idx_events_room_index",
        "update events set index = index / 2",
        "update room_heads set next_index = 2");
  }

  private Ran dedupe(String... options) {
    List<String> arguments = new ArrayList<>(List.of("store", "dedupe", "--json", "--dsn", dsn));
    arguments.addAll(List.of(options));
    return Ran.turnwise(arguments.toArray(String[]::new));
  }

  private static void assertReport(Ran ran, String action, int duplicates, boolean unique) {
    assertThat(ran.exitCode()).as(ran.out() + ran.err()).isZero();
    assertThat(ran.json().get("action").stringValue()).isEqualTo(action);
    assertThat(ran.json().get("duplicate_rows").intValue()).isEqualTo(duplicates);
    assertThat(ran.json().get("affected_rooms").intValue()).isEqualTo(duplicates / 2);
    assertThat(ran.json().get("now_unique").booleanValue()).isEqualTo(unique);
  }

  @Test
  void dedupeLooksFirstAndRepairsWhenItIsTold() throws SQLException {
    duplicate();

    assertReport(dedupe(), "dry_run", 4, false);
    assertThat(verify().exitCode()).isEqualTo(ExitCode.VIOLATED);

    assertReport(dedupe("--apply"), "repaired", 4, true);
    assertThat(verify().exitCode()).isZero();
    assertReport(dedupe("--apply"), "nothing_to_do", 0, true);
    assertThat(Ran.turnwise("store", "dedupe", "--dsn", dsn).out())
        .contains("action", "nothing_to_do", "now unique", "yes");
  }

  @Test
  void dedupeRefusesWhileWorkersAreAliveUnlessForced() throws SQLException {
    duplicate();
    try (PostgresStore store = PostgresStore.at(dsn)) {
      store.register(new WorkerInfo("worker-1", Set.of(), false));

      Ran refused = dedupe("--apply");
      assertThat(refused.exitCode()).isEqualTo(ExitCode.ENVIRONMENT);
      assertThat(refused.json().get("message").stringValue())
          .startsWith("--force is not set, and there are live workers, worker-1,");
      assertReport(dedupe(), "dry_run", 4, false);

      Ran forced = dedupe("--apply", "--force");
      assertReport(forced, "repaired", 4, true);
      assertThat(forced.json().get("live_workers").get(0).stringValue()).isEqualTo("worker-1");
    }
  }

  @Test
  void workersAreListedWithWhatTheySay() {
    try (PostgresStore store = PostgresStore.at(dsn)) {
      store.init();
      assertThat(Ran.turnwise("store", "workers", "--json", "--dsn", dsn).json().get("workers"))
          .isEmpty();
      store.register(new WorkerInfo("left", Set.of(), false)).close();
      store.register(new WorkerInfo("alive", Set.of("web", "sms"), true));

      Ran ran = Ran.turnwise("store", "workers", "--json", "--dsn", dsn);
      JsonNode workers = ran.json().get("workers");
      assertThat(workers).hasSize(2);
      assertThat(workers.get(0).get("id").stringValue()).isEqualTo("alive");
      assertThat(workers.get(0).get("state").stringValue()).isEqualTo("live");
      assertThat(workers.get(0).get("has_hooks").booleanValue()).isTrue();
      assertThat(workers.get(0).get("channels").toString()).isEqualTo("[\"sms\",\"web\"]");
      assertThat(workers.get(1).get("state").stringValue()).isEqualTo("left");

      assertThat(Ran.turnwise("store", "workers", "--dsn", dsn).out().lines().toList())
          .hasSize(3)
          .element(1)
          .asString()
          .contains("alive", "live", "yes", "sms, web");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"dedupe", "dedupe --apply", "workers"})
  void aDatabaseThatIsNotPreparedIsNotTouched(String command) throws SQLException {
    Ran ran = Ran.turnwise(("store " + command + " --dsn " + dsn).split(" "));

    assertThat(ran.exitCode()).isEqualTo(ExitCode.DATABASE);
    assertThat(ran.err()).startsWith("error: ").contains("turnwise store init").hasLineCount(1);
  }
}
