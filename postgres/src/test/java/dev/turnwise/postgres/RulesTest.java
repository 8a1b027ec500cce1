package dev.turnwise.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.awaitility.Awaitility.await;

import dev.turnwise.RoomSpec;
import dev.turnwise.Turnwise;
import dev.turnwise.model.EventDraft;
import dev.turnwise.result.InboundResult;
import dev.turnwise.store.IdempotencyKey;
import dev.turnwise.testkit.fake.FakeChannel;
import dev.turnwise.testkit.fault.Direction;
import dev.turnwise.testkit.fault.FaultProxy;
import dev.turnwise.testkit.fault.Link;
import dev.turnwise.testkit.fault.Moment;
import dev.turnwise.testkit.fault.TrafficMatcher;
import dev.turnwise.testkit.fault.Watch;
import dev.turnwise.testkit.server.PostgresDsn;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * The rules of the commit statement, each in the interleaving that goes wrong without it. Every
 * test first shows that the interleaving was reached: our statement really waits in the server.
 */
class RulesTest {

  private final TestDatabase database = new TestDatabase();
  private final PostgresDsn address = PostgresDsn.parse("dsn", database.dsn());
  private final FaultProxy proxy = FaultProxy.before(address.host(), address.port());
  private final Turnwise turnwise =
      Turnwise.builder()
          .store(
              PostgresStore.builder()
                  .dsn(address.withAddress(proxy.host(), proxy.port()).jdbcUrl())
                  .applicationName("rules")
                  .build())
          .channel(FakeChannel.named("sms"))
          .build();
  private final ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor();
  private final String room = turnwise.createRoom(RoomSpec.create().withChannel("sms")).id();

  @AfterEach
  void close() {
    callers.shutdownNow();
    turnwise.close();
    proxy.close();
    database.close();
  }

  private InboundResult send(String text, String key) {
    return turnwise.sendEvent(room, "sms", EventDraft.text(text).withIdempotencyKey(key));
  }

  private void commitWaitsInTheServer() {
    await()
        .until(
            () ->
                database.ask(
                    "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'rules' AND wait_event_type = 'Lock'"),
            "1"::equals);
  }

  private String count(String table) {
    return database.ask("SELECT count(*) FROM " + table);
  }

  private Connection transaction(String sql) throws SQLException {
    Connection connection = database.connect();
    connection.setAutoCommit(false);
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql.formatted(room));
    }
    return connection;
  }

  @Test
  void r1WhatWasDecidedBeforeAChangeOfTheHeadIsNotCommittedAfterIt() throws Exception {
    send("warm up, so that the configuration is remembered", "k-0");
    Future<InboundResult> result;
    try (Connection closing =
        transaction(
            "UPDATE room_heads SET status = 'CLOSED', config_version = config_version + 1 WHERE room_id = '%s'")) {
      result = callers.submit(() -> send("too late", "k-1"));
      commitWaitsInTheServer();
      closing.commit();
    }
    assertThat(result.get()).isInstanceOf(InboundResult.Refused.class);
    assertThat(count("events")).isEqualTo("1");
    assertThat(count("idempotency_keys")).as("the key is not burnt").isEqualTo("1");
  }

  @Test
  void r2NoKeyIsTakenBeforeTheHeadRow() throws Exception {
    send("warm up", "k-0");
    Future<InboundResult> result;
    try (Connection holder =
        transaction("SELECT 1 FROM room_heads WHERE room_id = '%s' FOR UPDATE")) {
      result = callers.submit(() -> send("waits for the row", "k-1"));
      commitWaitsInTheServer();
      assertThatCode(() -> insertKey("k-1"))
          .as("the waiting commit holds no key")
          .doesNotThrowAnyException();
      holder.commit();
    }
    assertThat(result.get())
        .as("its key was taken meanwhile")
        .isNotInstanceOf(InboundResult.Stored.class);
    assertThat(nextIndex()).isEqualTo("1");
  }

  /**
   * Takes a key of the room as another room's commit might, or fails after a moment if somebody
   * holds it.
   */
  private void insertKey(String key) throws SQLException {
    try (Connection other = database.connect();
        Statement statement = other.createStatement()) {
      statement.execute("SET lock_timeout = '2s'");
      statement.execute(keyInsert(key));
    }
  }

  private String keyInsert(String key) {
    return "INSERT INTO idempotency_keys (key_hash, event_id, room_id, payload_hash, expires_at) VALUES (decode('"
        + IdempotencyKey.inRoom(room, key).hash()
        + "', 'hex'), gen_random_uuid(), '"
        + room
        + "', 'x', now() + interval '1 hour')";
  }

  private String nextIndex() {
    return database.ask("SELECT next_index FROM room_heads WHERE room_id = ?", room);
  }

  @Test
  void r2AKeyThatConflictsTakesNoIndex() throws Exception {
    send("warm up", "k-0");
    Future<InboundResult> keyed;
    try (Connection other = transaction(keyInsert("k-1").replace("%", "%%"))) {
      keyed = callers.submit(() -> send("its key is being taken", "k-1"));
      commitWaitsInTheServer();
      other.commit();
    }
    keyed.get();
    InboundResult next = send("next", "k-2");
    assertThat(((InboundResult.Stored) next).event().index())
        .as("no index was left out")
        .isEqualTo(1);
    assertThat(nextIndex()).isEqualTo("2");
  }

  @Test
  void r3TheOriginalOfAKeyThatWasTakenMeanwhileIsFound() throws Exception {
    send("warm up", "k-0");
    try (PostgresStore elsewhere =
            PostgresStore.builder().dsn(database.dsn()).applicationName("elsewhere").build();
        Turnwise other =
            Turnwise.builder()
                .store(elsewhere)
                .keepOpen()
                .channel(FakeChannel.named("sms"))
                .build()) {
      Future<InboundResult> repeat;
      Future<InboundResult> first;
      try (Connection holder =
          transaction("SELECT 1 FROM room_heads WHERE room_id = '%s' FOR UPDATE")) {
        first =
            callers.submit(
                () -> other.sendEvent(room, "sms", EventDraft.text("x").withIdempotencyKey("k-1")));
        await().until(() -> waiting("elsewhere"), "1"::equals);
        repeat = callers.submit(() -> send("x", "k-1"));
        commitWaitsInTheServer();
        holder.commit();
      }
      InboundResult one = first.get();
      InboundResult two = repeat.get();
      assertThat(new InboundResult[] {one, two})
          .hasAtLeastOneElementOfType(InboundResult.Stored.class);
      assertThat(new InboundResult[] {one, two})
          .hasAtLeastOneElementOfType(InboundResult.Duplicate.class);
    }
  }

  private String waiting(String applicationPrefix) {
    return database.ask(
        "SELECT count(*) FROM pg_stat_activity WHERE application_name LIKE ? AND application_name <> 'rules'"
            + " AND datname = current_database() AND wait_event_type = 'Lock'",
        applicationPrefix + "%");
  }

  @Test
  void r12ALostReplyIsAskedForAgainAndStoredOnce() throws Exception {
    send("warm up", "k-0");
    Watch cut =
        proxy.onTraffic(
            Direction.CLIENT_TO_SERVER,
            TrafficMatcher.containing("pay rent"),
            Moment.BEFORE_REPLY,
            Link::cut);
    InboundResult result = send("pay rent", "k-1");
    assertThat(cut.await(Duration.ofSeconds(1))).as("the reply was really lost").isTrue();
    assertThat(((InboundResult.Stored) result).event().index()).isEqualTo(1);
    assertThat(count("events")).isEqualTo("2");
    assertThat(nextIndex()).isEqualTo("2");
  }

  @Test
  void r12ALostReplyWithoutAKeyIsStoredOnceToo() throws Exception {
    send("warm up", "k-0");
    Watch cut =
        proxy.onTraffic(
            Direction.CLIENT_TO_SERVER,
            TrafficMatcher.containing("pay rent"),
            Moment.BEFORE_REPLY,
            Link::cut);
    InboundResult result = turnwise.sendEvent(room, "sms", EventDraft.text("pay rent"));
    assertThat(cut.await(Duration.ofSeconds(1))).isTrue();
    assertThat(((InboundResult.Stored) result).event().index()).isEqualTo(1);
    assertThat(count("events")).isEqualTo("2");
  }

  @Test
  void r12ALostRequestIsSentAgain() throws Exception {
    send("warm up", "k-0");
    Watch cut =
        proxy.onTraffic(
            Direction.CLIENT_TO_SERVER,
            TrafficMatcher.containing("pay rent"),
            Moment.BEFORE_THEM,
            Link::cut);
    InboundResult result = send("pay rent", "k-1");
    assertThat(cut.await(Duration.ofSeconds(1))).isTrue();
    assertThat(((InboundResult.Stored) result).event().index()).isEqualTo(1);
    assertThat(count("events")).isEqualTo("2");
  }

  @Test
  void r12AStatementThatIsStillWaitingInTheServerWhenItsConnectionDiesStoresOnce()
      throws Exception {
    send("warm up", "k-0");
    Future<InboundResult> result;
    try (Connection holder =
        transaction("SELECT 1 FROM room_heads WHERE room_id = '%s' FOR UPDATE")) {
      result = callers.submit(() -> send("pay rent", "k-1"));
      commitWaitsInTheServer();
      proxy.cut();
      proxy.heal();
      // The orphan and its repeat now wait for the same row; absence at this moment would prove
      // nothing.
      await().until(() -> waitingCommits() >= 2);
      holder.commit();
    }
    assertThat(((InboundResult.Stored) result.get()).event().index()).isEqualTo(1);
    assertThat(count("events")).isEqualTo("2");
    assertThat(nextIndex()).isEqualTo("2");
  }

  private int waitingCommits() {
    return Integer.parseInt(
        database.ask(
            "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'rules' AND wait_event_type = 'Lock'"));
  }
}
