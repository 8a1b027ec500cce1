package dev.turnwise.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.turnwise.RoomSpec;
import dev.turnwise.Turnwise;
import dev.turnwise.model.RoomEvent;
import dev.turnwise.model.TextContent;
import dev.turnwise.store.EventQuery;
import dev.turnwise.testkit.fake.FakeChannel;
import dev.turnwise.testkit.fault.FaultProxy;
import dev.turnwise.testkit.server.PostgresDsn;
import dev.turnwise.testkit.server.PostgresServer;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;

/**
 * Worker processes in a gated room, one of which holds the commit lock and loses it: to SIGSTOP
 * (F5), to {@code pg_terminate_backend} (F10), to a connection that swallows everything (F8), to
 * SIGKILL (F1). Others go on after the lease at the latest; what the holder had decided is decided
 * again, and nothing forks.
 */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "has no SIGSTOP")
class GatedHoldersTest {

  private static final Duration LEASE = Duration.ofSeconds(3);
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final String HELD = EngineProcess.HOLD + " one";

  private final TestDatabase database = new TestDatabase();
  private final PostgresDsn address = PostgresDsn.parse("dsn", database.dsn());
  private final FaultProxy proxy = FaultProxy.before(address.host(), address.port());
  private String room;
  private EngineProcess first;
  private EngineProcess second;

  @BeforeEach
  void startWorkers() throws Exception {
    try (Turnwise host =
        Turnwise.builder()
            .store(PostgresStore.at(database.dsn()))
            .channel(FakeChannel.named("sms"))
            .build()) {
      room = host.createRoom(RoomSpec.create().withChannel("sms")).id();
    }
    String proxied = address.withAddress(proxy.host(), proxy.port()).jdbcUrl();
    first = start("first", proxied);
    second = start("second", database.dsn());
  }

  private EngineProcess start(String id, String lockDsn) throws Exception {
    return EngineProcess.start(
        new EngineProcess.Settings(database.dsn(), lockDsn, id, LEASE, true));
  }

  @AfterEach
  void end() {
    first.close();
    second.close();
    proxy.close();
    database.close();
  }

  private void holdInTheHookOfTheFirst() {
    first.send(room, "held-key", HELD);
    first.awaitHooked(HELD, 1);
  }

  private List<String> timeline() {
    try (PostgresStore store = database.newStore()) {
      return store.page(EventQuery.after(room, -1)).events().stream()
          .map(RoomEvent::content)
          .map(content -> ((TextContent) content).text())
          .toList();
    }
  }

  /** The second one was faster; the first one has decided again, and comes behind. */
  private void assertNothingForked() {
    assertThat(first.result("held-key")).isEqualTo("stored 1");
    assertThat(first.reruns()).isEqualTo(1);
    first.awaitHooked(HELD, 2);
    assertThat(timeline()).containsExactly("two", HELD);
    assertThat(new TestAudit(database).run().ok()).isTrue();
  }

  @Test
  void aHolderThatIsStoppedForLongerThanItsLeaseDecidesAgainAndComesBehind() throws Exception {
    holdInTheHookOfTheFirst();
    first.stop();
    long stopped = System.nanoTime();

    second.send(room, "other-key", "two");

    assertThat(second.result("other-key")).isEqualTo("stored 0");
    assertThat(Duration.ofNanos(System.nanoTime() - stopped)).isLessThan(LEASE.plusSeconds(1));
    first.cont();
    first.letGo();
    assertNothingForked();
  }

  @Test
  void aHolderWhoseLockSessionIsEndedDecidesAgainAndComesBehind() throws Exception {
    holdInTheHookOfTheFirst();
    assertThat(PostgresServer.shared().terminateBackends("first-locks")).isPositive();

    second.send(room, "other-key", "two");

    assertThat(second.result("other-key")).isEqualTo("stored 0");
    first.letGo();
    assertNothingForked();
  }

  @Test
  void aHolderWhoseLockConnectionSwallowsEverythingDecidesAgainAndComesBehind() throws Exception {
    holdInTheHookOfTheFirst();
    proxy.blackhole();

    second.send(room, "other-key", "two");

    assertThat(second.result("other-key")).isEqualTo("stored 0");
    proxy.cut();
    proxy.heal();
    first.letGo();
    assertNothingForked();
  }

  @Test
  void whatAKilledWorkerHadNotCommittedIsStoredOnceByWhoeverIsAskedAgain() throws Exception {
    holdInTheHookOfTheFirst();
    first.kill();

    second.letGo();
    second.send(room, "held-key", HELD);

    assertThat(second.result("held-key")).isEqualTo("stored 0");
    second.send(room, "held-key", HELD);
    second.send(room, "other-key", "two");
    assertThat(second.result("other-key")).isEqualTo("stored 1");
    assertThat(timeline()).containsExactly(HELD, "two");
    assertThat(new TestAudit(database).run().ok()).isTrue();
  }

  @Test
  void aWorkerThatIsKilledWhileItsStatementWaitsHasOneEffectAtMost() throws Exception {
    try (Connection other = database.connect();
        Statement statement = other.createStatement()) {
      other.setAutoCommit(false);
      statement.execute("SELECT 1 FROM room_heads WHERE room_id = '" + room + "' FOR UPDATE");
      first.send(room, "sent-key", "one");
      await().atMost(PATIENCE).until(() -> waitsForTheHead("first-store"));
      first.kill();
      other.rollback();
    }

    second.send(room, "sent-key", "one");

    assertThat(second.result("sent-key")).isIn("stored 0", "duplicate 0");
    assertThat(timeline()).containsExactly("one");
    assertThat(new TestAudit(database).run().ok()).isTrue();
  }

  private boolean waitsForTheHead(String application) {
    return database
        .ask(
            "SELECT count(*) FROM pg_stat_activity WHERE application_name = ? AND wait_event_type ="
                + " 'Lock'",
            application)
        .equals("1");
  }
}
