package dev.turnwise.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.turnwise.error.ConfigurationException;
import dev.turnwise.error.StoreUnavailableException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.postgresql.PGConnection;

/** Every setting arrives in the sessions. */
class SessionSettingsTest {

  private static TestDatabase database;

  @BeforeAll
  static void open() {
    database = new TestDatabase();
    database.newStore().close();
  }

  @AfterAll
  static void close() {
    database.close();
  }

  private static Map<String, String> settingsOf(
      SessionSettings settings, String moreDsn, String... names) {
    try (Database own =
        new Database(
            PostgresDsn.parse(database.dsn() + moreDsn), settings, 1, Duration.ofSeconds(5))) {
      return own.read(
          "test",
          connection ->
              Stream.of(names)
                  .collect(Collectors.toMap(name -> name, name -> show(connection, name))));
    }
  }

  private static String show(Connection connection, String name) {
    try (var statement = connection.prepareStatement("SELECT current_setting(?)")) {
      statement.setString(1, name);
      try (var row = statement.executeQuery()) {
        row.next();
        return row.getString(1);
      }
    } catch (SQLException e) {
      throw new AssertionError(name, e);
    }
  }

  @Test
  void sessionsStartWithWhatCorrectnessDependsOn() {
    assertThat(
            settingsOf(
                SessionSettings.DEFAULT,
                "",
                "transaction_isolation",
                "synchronous_commit",
                "lock_timeout",
                "statement_timeout",
                "idle_in_transaction_session_timeout",
                "tcp_keepalives_idle",
                "tcp_keepalives_interval",
                "tcp_keepalives_count",
                "application_name"))
        .isEqualTo(
            Map.of(
                "transaction_isolation", "read committed",
                "synchronous_commit", "on",
                "lock_timeout", "10s",
                "statement_timeout", "30s",
                "idle_in_transaction_session_timeout", "10s",
                "tcp_keepalives_idle", "10",
                "tcp_keepalives_interval", "5",
                "tcp_keepalives_count", "3",
                "application_name", "turnwise"));
  }

  @Test
  void whatTheServerOrTheDsnSetOtherwiseDoesNotWeakenThem() {
    database.run(
        "ALTER DATABASE "
            + PostgresDsn.parse(database.dsn()).database()
            + " SET synchronous_commit = off");

    assertThat(
            settingsOf(
                SessionSettings.DEFAULT,
                "&options=-c%20lock_timeout=0%20-c%20work_mem=7MB",
                "synchronous_commit",
                "lock_timeout",
                "work_mem"))
        .isEqualTo(Map.of("synchronous_commit", "on", "lock_timeout", "10s", "work_mem", "7MB"));
  }

  @Test
  void everySettingOfTheBuilderReachesTheSession() {
    SessionSettings settings =
        SessionSettings.DEFAULT
            .withApplicationName("worker 7")
            .withLockTimeout(Duration.ofMillis(250))
            .withStatementTimeout(Duration.ofSeconds(3))
            .withIdleInTransactionTimeout(Duration.ofSeconds(4));

    assertThat(
            settingsOf(
                settings,
                "",
                "application_name",
                "lock_timeout",
                "statement_timeout",
                "idle_in_transaction_session_timeout"))
        .isEqualTo(
            Map.of(
                "application_name", "worker 7",
                "lock_timeout", "250ms",
                "statement_timeout", "3s",
                "idle_in_transaction_session_timeout", "4s"));
    try (PostgresStore store =
        PostgresStore.builder()
            .dsn(database.dsn())
            .applicationName("worker 8")
            .lockTimeout(Duration.ofMillis(250))
            .idleInTransactionTimeout(Duration.ofSeconds(4))
            .statementTimeout(Duration.ofSeconds(3))
            .build()) {
      store.init();
      store.room("nowhere");
      assertThat(
              database.ask(
                  "SELECT count(*) > 0 FROM pg_stat_activity WHERE datname = current_database()"
                      + " AND application_name = 'worker 8'"))
          .isEqualTo("t");
    }
  }

  @Test
  void aTransactionThatFallsSilentIsEndedAndItsConnectionNotUsedAgain() {
    SessionSettings settings =
        SessionSettings.DEFAULT.withIdleInTransactionTimeout(Duration.ofMillis(100));
    try (Database own =
        new Database(PostgresDsn.parse(database.dsn()), settings, 1, Duration.ofSeconds(5))) {
      assertThatThrownBy(
              () ->
                  own.transaction(
                      Failures.Write.of("test", "nothing"),
                      done -> true,
                      connection -> {
                        show(connection, "lock_timeout");
                        untilEnded(connection);
                        connection.prepareStatement("SELECT 1").execute();
                        return true;
                      }))
          .isInstanceOf(StoreUnavailableException.class);
      String next = own.read("test", connection -> show(connection, "lock_timeout"));
      assertThat(next).isEqualTo("10s");
    }
  }

  private static void untilEnded(Connection connection) throws SQLException {
    int pid = connection.unwrap(PGConnection.class).getBackendPID();
    await()
        .until(
            () -> database.ask("SELECT count(*) FROM pg_stat_activity WHERE pid = ?", pid),
            "0"::equals);
  }

  @Test
  void noMoreConnectionsAreOpenedThanAllowedAndWaitingForOneHasAnEnd() throws Exception {
    try (Database own =
            new Database(
                PostgresDsn.parse(database.dsn()),
                SessionSettings.DEFAULT.withApplicationName("small pool"),
                2,
                Duration.ofMillis(300));
        ExecutorService threads = Executors.newFixedThreadPool(2)) {
      CountDownLatch taken = new CountDownLatch(2);
      CountDownLatch giveBack = new CountDownLatch(1);
      for (int i = 0; i < 2; i++) {
        threads.execute(
            () ->
                own.read(
                    "test",
                    connection -> {
                      taken.countDown();
                      return awaitQuietly(giveBack);
                    }));
      }
      assertThat(taken.await(30, TimeUnit.SECONDS)).isTrue();

      assertThatThrownBy(() -> own.read("reading", connection -> true))
          .isInstanceOf(StoreUnavailableException.class)
          .hasMessageContaining("unavailable for reading")
          .hasMessageContaining("no connection was free in time");
      assertThat(
              database.ask(
                  "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'small pool'"))
          .isEqualTo("2");
      giveBack.countDown();
    }
  }

  private static boolean awaitQuietly(CountDownLatch latch) {
    try {
      return latch.await(30, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "   "})
  void aBlankApplicationNameIsRefused(String name) {
    assertThatThrownBy(() -> PostgresStore.builder().applicationName(name))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("store.application_name");
  }

  @Test
  void settingsOutOfRangeAreRefusedByName() {
    PostgresStoreBuilder builder = PostgresStore.builder();
    assertRefused("store.application_name", () -> builder.applicationName("x".repeat(64)));
    assertRefused("store.max_size", () -> builder.maxSize(0));
    assertRefused("store.max_size", () -> builder.maxSize(1_001));
    assertRefused("store.acquire_timeout", () -> builder.acquireTimeout(Duration.ofMillis(249)));
    assertRefused("store.connect_timeout", () -> builder.connectTimeout(Duration.ZERO));
    assertRefused("store.lock_timeout", () -> builder.lockTimeout(Duration.ofDays(2)));
    assertRefused("store.statement_timeout", () -> builder.statementTimeout(Duration.ofNanos(1)));
    assertRefused(
        "store.idle_in_transaction_timeout",
        () -> builder.idleInTransactionTimeout(Duration.ofSeconds(-1)));
    assertRefused("store.dsn", builder::build);
  }

  private static void assertRefused(String key, Runnable setting) {
    assertThatThrownBy(setting::run)
        .isInstanceOf(ConfigurationException.class)
        .hasMessageStartingWith(key);
  }
}
