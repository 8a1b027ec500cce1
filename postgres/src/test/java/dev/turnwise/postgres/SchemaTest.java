package dev.turnwise.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.turnwise.error.SchemaException;
import dev.turnwise.error.StoreUnavailableException;
import dev.turnwise.store.AuditReport;
import dev.turnwise.store.CommitBatch;
import dev.turnwise.store.HeadConditions;
import dev.turnwise.store.RoomCommit;
import dev.turnwise.testkit.fake.Events;
import dev.turnwise.testkit.fake.Rooms;
import dev.turnwise.testkit.fake.TestChannel;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** Getting a database ready: by many at once, in other people's databases, behind locks. */
class SchemaTest {

  private final TestDatabase database = new TestDatabase();

  @AfterEach
  void drop() {
    database.close();
  }

  @RepeatedTest(20)
  void tenStartsAtOnceOnAnEmptyDatabaseMakeOneSchema() throws Exception {
    int starts = 10;
    CyclicBarrier together = new CyclicBarrier(starts);
    try (ExecutorService threads = Executors.newFixedThreadPool(starts)) {
      List<Future<String>> ready = new ArrayList<>();
      for (int i = 0; i < starts; i++) {
        String room = "room-" + i;
        ready.add(
            threads.submit(
                () -> {
                  try (PostgresStore store =
                      PostgresStore.builder().dsn(database.dsn()).maxSize(1).build()) {
                    together.await();
                    store.init();
                    append(store, room);
                    return room;
                  }
                }));
      }
      for (Future<String> one : ready) {
        one.get(60, TimeUnit.SECONDS);
      }
    }
    assertThat(
            database.ask(
                "SELECT string_agg(version || '/' || min_reader, ' ') FROM schema_version"))
        .isEqualTo("1/1");
    assertThat(database.ask("SELECT count(*) FROM events WHERE index = 0")).isEqualTo("10");
  }

  private static void append(PostgresStore store, String room) {
    store.open(Rooms.room(room, TestChannel.PHONE.in(room)));
    store.commit(
        CommitBatch.of(
            RoomCommit.of(room, HeadConditions.ungated(1), Events.texts(room, "hello"))));
  }

  @Test
  void aSecondStartKeepsEverything() {
    try (PostgresStore store = database.newStore()) {
      append(store, "room");
      store.init();
    }
    try (PostgresStore again = database.newStore()) {
      assertThat(again.room("room").orElseThrow().eventCount()).isEqualTo(1);
    }
  }

  @Test
  void aSchemaForNewerReadersIsRefusedAndLeftAlone() {
    database.newStore().close();
    database.run("INSERT INTO schema_version (version, min_reader) VALUES (7, 6)");

    try (PostgresStore store = PostgresStore.at(database.dsn())) {
      assertThatThrownBy(store::init)
          .isInstanceOf(SchemaException.class)
          .hasMessageContaining("schema version 7")
          .hasMessageContaining("reader of version 6")
          .hasMessageContaining("upgrade");
    }
    assertThat(database.ask("SELECT max(version) FROM schema_version")).isEqualTo("7");
  }

  @Test
  void aNewerSchemaThatStillAllowsThisReaderIsUsedAsItIs() {
    database.newStore().close();
    database.run("INSERT INTO schema_version (version, min_reader) VALUES (7, 1)");

    try (PostgresStore store = database.newStore()) {
      append(store, "room");
    }
    assertThat(database.ask("SELECT count(*) FROM schema_version")).isEqualTo("2");
  }

  @Test
  void tablesOfAnotherProgramAreRefusedAndNothingIsAddedToThem() {
    database.run("CREATE TABLE events (what text)");
    database.run("CREATE TABLE rooms (what text)");

    assertThatInitRefusesForeignTables("in schema public the tables rooms, events");

    assertThat(database.ask("SELECT count(*) FROM pg_tables WHERE schemaname = 'public'"))
        .isEqualTo("2");
  }

  @Test
  void aVersionTableOfAnotherProgramIsRefused() {
    database.run("CREATE TABLE schema_version (installed_rank int)");

    assertThatInitRefusesForeignTables("a table schema_version");
  }

  private void assertThatInitRefusesForeignTables(String which) {
    try (PostgresStore store = PostgresStore.at(database.dsn())) {
      assertThatThrownBy(store::init)
          .isInstanceOf(SchemaException.class)
          .hasMessageContaining(which)
          .hasMessageContaining("another program")
          .hasMessageContaining("currentSchema");
    }
  }

  @Test
  void theSchemaThatTheDsnNamesIsUsed() {
    database.run("CREATE SCHEMA chat");
    database.run("CREATE TABLE events (what text)");

    try (PostgresStore store = PostgresStore.at(database.dsn() + "&currentSchema=chat")) {
      store.init();
      append(store, "room");
      assertThat(store.audit().ok()).isTrue();
    }
    assertThat(database.ask("SELECT count(*) FROM chat.events")).isEqualTo("1");
    assertThat(database.ask("SELECT count(*) FROM public.events")).isEqualTo("0");
  }

  @Test
  void aSchemaThatDoesNotExistIsNamedAsTheProblem() {
    try (PostgresStore store = PostgresStore.at(database.dsn() + "&currentSchema=nowhere")) {
      assertThatThrownBy(store::init)
          .isInstanceOf(SchemaException.class)
          .hasMessageContaining("search_path")
          .hasMessageContaining("create the schema");
    }
  }

  @Test
  void aFailureInTheMiddleLeavesNothingBehind() {
    // The last of its tables cannot be made, because its index's name is taken.
    database.run("CREATE TABLE mine (a int)");
    database.run("CREATE INDEX idx_observations_room ON mine (a)");

    try (PostgresStore store = PostgresStore.at(database.dsn())) {
      assertThatThrownBy(store::init).isInstanceOf(SchemaException.class);
      assertThat(
              database.ask(
                  "SELECT string_agg(tablename, ' ') FROM pg_tables WHERE schemaname = 'public'"))
          .isEqualTo("mine");

      database.run("DROP TABLE mine");
      store.init();
      append(store, "room");
    }
  }

  @Test
  void aRoleThatMayNotCreateTablesUsesThoseThatAreThere() {
    database.newStore().close();
    String role = "plain_" + Rooms.uniqueId("r").replace("-", "_");
    database.run("CREATE ROLE " + role + " LOGIN PASSWORD 'x'");
    try {
      database.run(
          "GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO " + role);
      String dsn =
          database
              .dsn()
              .replaceAll("user=[^&]*", "user=" + role)
              .replaceAll("password=[^&]*", "password=x");
      try (PostgresStore store = PostgresStore.at(dsn)) {
        store.init();
        append(store, "room");
      }
    } finally {
      database.run("DROP OWNED BY " + role);
      database.run("DROP ROLE " + role);
    }
  }

  @Test
  void aTableThatIsLockedByOthersDoesNotHoldUpAStartThatChangesNothing() throws SQLException {
    database.newStore().close();

    try (Connection other = locking("LOCK TABLE events IN ACCESS EXCLUSIVE MODE")) {
      try (PostgresStore store = impatient()) {
        store.init();
      }
      other.rollback();
    }
  }

  @Test
  void aStartThatHasToWaitForALockSaysInTimeWhoHoldsIt() throws SQLException {
    database.newStore().close();

    try (Connection other = locking("LOCK TABLE schema_version IN ACCESS EXCLUSIVE MODE");
        PostgresStore store = impatient()) {
      assertThatThrownBy(store::init)
          .isInstanceOf(StoreUnavailableException.class)
          .hasMessageContaining("store.lock_timeout")
          .hasMessageContaining("somebody else")
          .hasMessageContaining("table schema_version");
      other.rollback();
      store.init();
    }
  }

  @Test
  void aStartGoesOnWhenTheLockIsGivenBackInTime() throws Exception {
    database.newStore().close();

    try (Connection other = locking("LOCK TABLE schema_version IN ACCESS EXCLUSIVE MODE");
        PostgresStore store = PostgresStore.at(database.dsn());
        ExecutorService thread = Executors.newSingleThreadExecutor()) {
      Future<?> init = thread.submit(store::init);
      await()
          .until(
              () ->
                  database.ask(
                      "SELECT count(*) FROM pg_locks l JOIN pg_class c ON c.oid = l.relation"
                          + " WHERE c.relname = 'schema_version' AND NOT l.granted"),
              "1"::equals);
      assertThat(init.isDone()).isFalse();
      other.rollback();
      init.get(30, TimeUnit.SECONDS);
    }
  }

  private PostgresStore impatient() {
    return PostgresStore.builder().dsn(database.dsn()).lockTimeout(Duration.ofMillis(300)).build();
  }

  private Connection locking(String statement) throws SQLException {
    Connection connection = database.connect();
    connection.setClientInfo("ApplicationName", "somebody else");
    connection.setAutoCommit(false);
    try (Statement lock = connection.createStatement()) {
      lock.execute(statement);
    }
    return connection;
  }

  @Test
  void aUniqueIndexThatWasLostIsMadeAgain() {
    try (PostgresStore store = database.newStore()) {
      append(store, "room");
      database.run("DROP INDEX idx_events_room_index");
      assertThat(store.audit().uniqueIndex()).isFalse();
      assertThat(store.audit().ok()).isFalse();

      store.init();
      assertThat(store.audit().ok()).isTrue();

      database.run("DROP INDEX idx_events_room_index");
      database.run("CREATE INDEX idx_events_room_index ON events (room_id, index)");
      assertThat(store.audit().uniqueIndex()).isFalse();
      store.init();
      assertThat(store.audit().ok()).isTrue();
    }
  }

  @Test
  void aDatabaseWithDuplicatesStartsWithAWarningAndAnIndexThatIsNotUnique() {
    try (PostgresStore store = database.newStore()) {
      append(store, "room");
      database.run("DROP INDEX idx_events_room_index");
      database.run(
          "CREATE TEMP TABLE copy AS SELECT * FROM events; UPDATE copy SET id = gen_random_uuid();"
              + " INSERT INTO events SELECT * FROM copy; INSERT INTO events SELECT gen_random_uuid(), room_id, index,"
              + " created_at, type, status, blocked_by, source_channel_id, source_channel_type, source_direction,"
              + " participant_id, external_id, provider, provider_message_id, raw_payload, content, visibility,"
              + " addressed_to, parent_event_id, root_event_id, chain_depth, correlation_id, idempotency_key, metadata,"
              + " channel_data, targets, committed_by FROM copy");

      List<String> warnings = warningsOf(store::init);

      assertThat(warnings)
          .singleElement()
          .asString()
          .contains(
              "idx_events_room_index is not UNIQUE",
              "multi-process event-index safety is NOT enforced");
      assertThat(
              database.ask(
                  "SELECT indexdef FROM pg_indexes WHERE indexname = 'idx_events_room_index'"))
          .startsWith("CREATE INDEX");
      AuditReport report = store.audit();
      assertThat(report.duplicateIndices()).isEqualTo(2);
      assertThat(report.uniqueIndex()).isFalse();
      assertThat(report.findings())
          .anyMatch(finding -> finding.contains("room room has 3 events at index 0"));
      assertThat(warningsOf(store::init)).hasSize(1);

      // Whoever repairs by hand gets the index back.
      database.run("DELETE FROM events WHERE id IN (SELECT id FROM events OFFSET 1)");
      assertThat(warningsOf(store::init)).isEmpty();
      assertThat(store.audit().ok()).isTrue();
    }
  }

  @Test
  void aStartBesideDuplicatesWaitsForNoWriterAndNeedsNoMoreRightsThanOthers() throws SQLException {
    try (PostgresStore store = database.newStore()) {
      BrokenTimelines timelines = new BrokenTimelines(database, store);
      timelines.dropIndex();
      timelines.room(0, 0);
      assertThat(warningsOf(store::init)).hasSize(1);
    }
    try (Connection other = locking("LOCK TABLE events IN ROW EXCLUSIVE MODE")) {
      try (PostgresStore store = impatient()) {
        assertThat(warningsOf(store::init)).hasSize(1);
      }
      other.rollback();
    }
  }

  @Test
  void anIndexOfThatNameThatIsOfNoUseIsMadeAnew() {
    try (PostgresStore store = database.newStore()) {
      append(store, "room");
      for (String useless :
          List.of(
              "CREATE UNIQUE INDEX idx_events_room_index ON events (index, room_id)",
              "CREATE UNIQUE INDEX idx_events_room_index ON events (room_id, index, id)",
              "CREATE UNIQUE INDEX idx_events_room_index ON events (room_id, index)"
                  + " WHERE index > 5")) {
        database.run("DROP INDEX idx_events_room_index");
        database.run(useless);
        assertThat(store.audit().uniqueIndex()).as(useless).isFalse();

        store.init();
        assertThat(store.audit().ok()).as(useless).isTrue();
      }
    }
  }

  private static List<String> warningsOf(Runnable body) {
    Logger logger = (Logger) LoggerFactory.getLogger(UniqueIndex.class);
    ListAppender<ILoggingEvent> appender = new ListAppender<>();
    appender.start();
    logger.addAppender(appender);
    try {
      body.run();
    } finally {
      logger.detachAppender(appender);
    }
    return appender.list.stream().map(ILoggingEvent::getFormattedMessage).toList();
  }
}
