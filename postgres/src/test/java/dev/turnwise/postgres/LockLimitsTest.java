package dev.turnwise.postgres;

import static dev.turnwise.postgres.AdvisoryLocks.PATIENCE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.turnwise.error.ConfigurationException;
import dev.turnwise.error.OverloadedException;
import dev.turnwise.error.StoreUnavailableException;
import dev.turnwise.lock.RoomLock;
import dev.turnwise.testkit.server.PostgresServer;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every setting is checked, and every one can be seen at work. */
class LockLimitsTest {

  private static final String APPLICATION = "lock-limits";

  private final TestDatabase database = new TestDatabase();
  private final AdvisoryLocks server = new AdvisoryLocks(database);
  private final List<PostgresAdvisoryLockManager> managers = new ArrayList<>();
  private final ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor();

  private PostgresAdvisoryLockManager manager(
      UnaryOperator<PostgresAdvisoryLockManagerBuilder> settings) {
    PostgresAdvisoryLockManager manager =
        settings
            .apply(
                PostgresAdvisoryLockManager.builder()
                    .dsn(database.dsn())
                    .applicationName(APPLICATION))
            .build();
    managers.add(manager);
    return manager;
  }

  @AfterEach
  void end() {
    callers.shutdownNow();
    managers.forEach(PostgresAdvisoryLockManager::close);
    database.close();
  }

  record Wrong(String key, UnaryOperator<PostgresAdvisoryLockManagerBuilder> setting) {
    @Override
    public String toString() {
      return key;
    }
  }

  static List<Wrong> wrongSettings() {
    return List.of(
        new Wrong("locks.max_size", builder -> builder.maxSize(1)),
        new Wrong("locks.max_size", builder -> builder.maxSize(101)),
        new Wrong("locks.lease", builder -> builder.lockLease(Duration.ofMillis(999))),
        new Wrong("locks.lease", builder -> builder.lockLease(Duration.ofHours(2))),
        new Wrong("locks.lease_margin", builder -> builder.leaseMargin(Duration.ZERO)),
        new Wrong("locks.lease_margin", builder -> builder.leaseMargin(Duration.ofSeconds(4))),
        new Wrong("locks.max_held", builder -> builder.maxHeld(0)),
        new Wrong("locks.max_held", builder -> builder.maxHeld(100_001)),
        new Wrong("locks.namespace", builder -> builder.namespace(" ")),
        new Wrong("locks.namespace", builder -> builder.namespace("a\0b")),
        new Wrong("locks.application_name", builder -> builder.applicationName("")),
        new Wrong("locks.application_name", builder -> builder.applicationName("n".repeat(64))),
        new Wrong("locks.connect_timeout", builder -> builder.connectTimeout(Duration.ZERO)),
        new Wrong("locks.dsn", builder -> builder.dsn("mysql://host/db")));
  }

  @ParameterizedTest
  @MethodSource("wrongSettings")
  void aWrongSettingIsNamed(Wrong wrong) {
    assertThatThrownBy(() -> manager(wrong.setting()))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageStartingWith(wrong.key() + " ");
  }

  @Test
  void anAddressIsNeeded() {
    PostgresAdvisoryLockManagerBuilder builder = PostgresAdvisoryLockManager.builder();
    assertThatThrownBy(builder::build)
        .isInstanceOf(ConfigurationException.class)
        .hasMessageStartingWith("locks.dsn is missing");
  }

  @Test
  void aManagerSaysWhatItPromises() {
    PostgresAdvisoryLockManager manager = manager(builder -> builder);
    assertThat(manager.name()).isEqualTo("PostgresAdvisoryLockManager");
    assertThat(manager.shared()).isTrue();
    assertThat(manager.holdsConnectionPerKey()).isFalse();
  }

  @Test
  void sessionsAreOpenedWhenTheyAreNeededAndNeverMoreThanAllowed() throws Exception {
    PostgresAdvisoryLockManager manager = manager(builder -> builder.maxSize(5));
    assertThat(server.sessions(APPLICATION)).isZero();
    manager.init();
    manager.init();
    assertThat(server.sessions(APPLICATION)).isEqualTo(1);

    List<RoomLock> held = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      held.add(manager.acquire("mine-" + i, PATIENCE));
    }
    assertThat(server.sessions(APPLICATION)).isEqualTo(2);

    List<Future<RoomLock>> waiting = new ArrayList<>();
    try (AdvisoryLocks.Rival rival = server.rival("rival")) {
      for (int i = 0; i < 30; i++) {
        String key = "theirs-" + i;
        rival.lock(key);
        waiting.add(callers.submit(() -> manager.acquire(key, PATIENCE)));
      }
      await().atMost(PATIENCE).until(() -> server.waiting() == 3);
      assertThat(server.sessions(APPLICATION)).isEqualTo(5);
    }
    // The rival's locks have ended with its session: also those for which no session could wait.
    for (Future<RoomLock> one : waiting) {
      held.add(one.get(PATIENCE.toSeconds(), TimeUnit.SECONDS));
    }
    assertThat(server.granted()).isEqualTo(130);
    held.forEach(RoomLock::close);
    assertThat(server.granted()).isZero();
    assertThat(server.sessions(APPLICATION)).isEqualTo(5);
  }

  @Test
  void noMoreKeysAreHeldThanAllowed() throws Exception {
    PostgresAdvisoryLockManager manager = manager(builder -> builder.maxHeld(3));
    List<RoomLock> held =
        List.of(
            manager.acquire("1", PATIENCE),
            manager.acquire("2", PATIENCE),
            manager.tryAcquire("3").orElseThrow());

    assertThatThrownBy(() -> manager.tryAcquire("4"))
        .isInstanceOf(OverloadedException.class)
        .hasMessageContaining("locks.max_held = 3");
    assertThatThrownBy(() -> manager.acquire("4", Duration.ofMillis(300)))
        .isInstanceOf(OverloadedException.class);
    assertThat(manager.keysInUse()).isEqualTo(3);

    Future<RoomLock> patient = callers.submit(() -> manager.acquire("4", PATIENCE));
    held.getFirst().close();
    patient.get(PATIENCE.toSeconds(), TimeUnit.SECONDS).close();
    held.forEach(RoomLock::close);
    // A refused try, a timeout and a loss give their places back as well.
    for (int i = 0; i < 10; i++) {
      manager.tryAcquire("5").orElseThrow().close();
    }
  }

  @Test
  void aWaitThatTimesOutGivesItsPlaceBack() {
    PostgresAdvisoryLockManager manager = manager(builder -> builder.maxHeld(1));
    try (AdvisoryLocks.Rival rival = server.rival("rival")) {
      rival.lock("room");
      for (int i = 0; i < 3; i++) {
        assertThat(manager.tryAcquire("room")).isEmpty();
        assertThatThrownBy(() -> manager.acquire("room", Duration.ofMillis(100)))
            .hasMessageContaining("application rival");
      }
    }
    manager.acquire("another room", PATIENCE).close();
  }

  @Test
  void equalKeysInDifferentNamespacesAreDifferentLocks() {
    PostgresAdvisoryLockManager rooms = manager(builder -> builder.namespace("rooms"));
    PostgresAdvisoryLockManager workers = manager(builder -> builder.namespace("workers"));
    assertThat(rooms.tryAcquire("1")).isPresent();
    assertThat(workers.tryAcquire("1")).isPresent();
    assertThat(manager(builder -> builder.namespace("rooms")).tryAcquire("1")).isEmpty();
  }

  @Test
  void theLeaseIsWhatTheServerGoesBy() throws Exception {
    PostgresAdvisoryLockManager manager =
        manager(builder -> builder.lockLease(Duration.ofSeconds(7)));
    try (RoomLock lock = manager.acquire("room", PATIENCE)) {
      assertThat(
              manager.onSession(
                  lock,
                  connection -> {
                    try (Statement statement = connection.createStatement();
                        var row = statement.executeQuery("SHOW idle_session_timeout")) {
                      row.next();
                      return row.getString(1);
                    }
                  }))
          .contains("7s");
      assertThat(lock.remaining()).isLessThanOrEqualTo(Duration.ofSeconds(6));
    }
  }

  @Test
  void aServerThatIsNotThereIsReportedInTime() {
    PostgresAdvisoryLockManager manager =
        manager(builder -> builder.dsn("postgresql://ann@127.0.0.1:1/db"));
    assertThatThrownBy(manager::init).isInstanceOf(StoreUnavailableException.class);
    assertThatThrownBy(() -> manager.tryAcquire("room"))
        .isInstanceOf(StoreUnavailableException.class);
    assertThatThrownBy(() -> manager.acquire("room", Duration.ofMillis(500)))
        .isInstanceOf(StoreUnavailableException.class);
    assertThat(manager.keysInUse()).isZero();
  }

  /**
   * The table of locks belongs to the whole server; others may have filled it. Then a statement
   * fails that has taken some of its keys already.
   */
  @Test
  void aFullTableOfLocksFailsWhoAsksAndNeitherCostsNorLeaksALock() throws Exception {
    try (PostgresServer own = PostgresServer.startLocal()) {
      String dsn = own.newDatabase();
      try (PostgresAdvisoryLockManager manager =
              PostgresAdvisoryLockManager.builder().dsn(dsn).maxSize(2).build();
          Connection greedy = DriverManager.getConnection(dsn);
          Statement statement = greedy.createStatement()) {
        RoomLock held = manager.acquire("room", PATIENCE);
        assertThatThrownBy(
                () ->
                    statement.execute(
                        "SELECT count(pg_advisory_lock(n)) FROM generate_series(1, 1000000) n"))
            .isInstanceOf(SQLException.class)
            .extracting(failure -> ((SQLException) failure).getSQLState())
            .isEqualTo("53200");
        statement.execute("SELECT pg_advisory_unlock(n) FROM generate_series(1, 50) n");

        List<RoomLock> taken = takeTogether(manager, 1_000);
        assertThat(taken).hasSizeBetween(1, 998).allMatch(RoomLock::isHeld);
        assertThat(held.isHeld()).isTrue();

        statement.execute("SELECT pg_advisory_unlock_all()");
        assertThat(advisoryLocks(statement)).isEqualTo(taken.size() + 1);
        held.close();
        taken.forEach(RoomLock::close);
        assertThat(advisoryLocks(statement)).isZero();
        assertThat(manager.keysInUse()).isZero();
      }
    }
  }

  private List<RoomLock> takeTogether(PostgresAdvisoryLockManager manager, int number)
      throws Exception {
    List<Future<Optional<RoomLock>>> tries = new ArrayList<>();
    for (int i = 0; i < number; i++) {
      String key = "room-" + i;
      tries.add(callers.submit(() -> takeIfThereIsRoom(manager, key)));
    }
    List<RoomLock> taken = new ArrayList<>();
    for (Future<Optional<RoomLock>> one : tries) {
      one.get(PATIENCE.toSeconds(), TimeUnit.SECONDS).ifPresent(taken::add);
    }
    return taken;
  }

  private static Optional<RoomLock> takeIfThereIsRoom(
      PostgresAdvisoryLockManager manager, String key) {
    try {
      return Optional.of(manager.tryAcquire(key).orElseThrow());
    } catch (StoreUnavailableException full) {
      assertThat(full).hasMessageContaining("max_locks_per_transaction");
      return Optional.empty();
    } catch (OverloadedException atOurOwnLimit) {
      return Optional.empty();
    }
  }

  private static int advisoryLocks(Statement statement) throws SQLException {
    try (ResultSet count =
        statement.executeQuery("SELECT count(*) FROM pg_locks WHERE locktype = 'advisory'")) {
      count.next();
      return count.getInt(1);
    }
  }
}
