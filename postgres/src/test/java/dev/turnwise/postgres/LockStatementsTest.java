package dev.turnwise.postgres;

import static dev.turnwise.postgres.AdvisoryLocks.PATIENCE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.turnwise.lock.InMemoryLockManager;
import dev.turnwise.lock.RoomLock;
import dev.turnwise.testkit.fault.FaultProxy;
import dev.turnwise.testkit.fault.PgRoundTrips;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** Which statements locks cost, on which session they run, and what may run beside them. */
class LockStatementsTest {

  private final TestDatabase database = new TestDatabase();
  private final AdvisoryLocks server = new AdvisoryLocks(database);
  private final PostgresAdvisoryLockManager manager = manager(database.dsn());

  private static PostgresAdvisoryLockManager manager(String dsn) {
    return PostgresAdvisoryLockManager.builder().dsn(dsn).maxSize(2).build();
  }

  @AfterEach
  void end() {
    manager.close();
    database.close();
  }

  @Test
  void aFreeLockCostsTwoRoundTrips() {
    try (FaultProxy proxy = server.newProxy()) {
      PgRoundTrips roundTrips = PgRoundTrips.through(proxy);
      String plain = server.through(proxy) + "&sslmode=disable&gssEncMode=disable";
      try (PostgresAdvisoryLockManager counted = manager(plain)) {
        counted.init();
        roundTrips.reset();
        for (int i = 0; i < 10; i++) {
          counted.acquire("room", PATIENCE).close();
        }
        assertThat(roundTrips.count()).isEqualTo(20);
      }
    }
  }

  @Test
  void whatGathersGoesIntoOneStatement() throws Exception {
    try (FaultProxy proxy = server.newProxy()) {
      PgRoundTrips roundTrips = PgRoundTrips.through(proxy);
      String plain = server.through(proxy) + "&sslmode=disable&gssEncMode=disable";
      try (PostgresAdvisoryLockManager counted = manager(plain);
          ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor()) {
        counted.init();
        roundTrips.reset();
        proxy.delay(java.time.Duration.ofMillis(50));
        List<Callable<RoomLock>> hundred =
            IntStream.range(0, 100)
                .<Callable<RoomLock>>mapToObj(
                    i -> () -> counted.tryAcquire("room-" + i).orElseThrow())
                .toList();
        List<Future<RoomLock>> held = callers.invokeAll(hundred);
        assertThat(roundTrips.count()).isLessThan(10);
        proxy.heal();
        assertThat(server.granted()).isEqualTo(100);
        for (Future<RoomLock> lock : held) {
          lock.get().close();
        }
        assertThat(server.granted()).isZero();
      }
    }
  }

  /** BR-70: the server would let one session take a key twice. */
  @Test
  void aKeyIsTakenOnceHoweverManyCallersShareTheSession() throws Exception {
    AtomicInteger inside = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    try (ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Callable<Void>> fifty =
          IntStream.range(0, 50)
              .<Callable<Void>>mapToObj(
                  i ->
                      () -> {
                        try (RoomLock _ = manager.acquire("room", PATIENCE)) {
                          most.accumulateAndGet(inside.incrementAndGet(), Math::max);
                          assertThat(manager.tryAcquire("room")).isEmpty();
                          inside.decrementAndGet();
                        }
                        return null;
                      })
              .toList();
      for (Future<Void> one : callers.invokeAll(fifty)) {
        one.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
      }
    }
    assertThat(most).hasValue(1);
    assertThat(server.granted()).isZero();
    assertThat(manager.keysInUse()).isZero();
  }

  @Test
  void aStatementRunsOnTheSessionThatHoldsTheLock() throws Exception {
    try (RoomLock lock = manager.acquire("room", PATIENCE)) {
      String holder =
          database.ask("SELECT pid::text FROM pg_locks WHERE locktype = 'advisory' AND granted");
      assertThat(manager.onSession(lock, c -> ask(c, "SELECT pg_backend_pid()"))).contains(holder);
      assertThat(manager.onSession(lock, c -> ask(c, "SHOW idle_session_timeout"))).contains("10s");
      assertThat(manager.onSession(lock, c -> ask(c, "SHOW lock_timeout"))).contains("0");
    }
  }

  @Test
  void aStatementThatTheServerRefusesCostsNoLock() throws Exception {
    try (RoomLock lock = manager.acquire("room", PATIENCE)) {
      assertThatThrownBy(() -> manager.onSession(lock, c -> ask(c, "SELECT 1 / 0")))
          .isInstanceOf(SQLException.class)
          .extracting(failure -> ((SQLException) failure).getSQLState())
          .isEqualTo("22012");
      assertThat(lock.isHeld()).isTrue();
      assertThat(manager.onSession(lock, c -> ask(c, "SELECT 1"))).contains("1");
    }
  }

  @Test
  void noStatementRunsForALockThatIsReleasedOrLost() throws Exception {
    RoomLock released = manager.acquire("room", PATIENCE);
    released.close();
    assertThat(manager.onSession(released, c -> ask(c, "SELECT 1"))).isEmpty();

    RoomLock lost = manager.acquire("room", PATIENCE);
    server.terminate("room", true);
    await().atMost(PATIENCE).until(() -> server.granted() == 0);
    assertThat(manager.onSession(lost, c -> ask(c, "SELECT 1"))).isEmpty();
    assertThat(lost.isHeld()).isFalse();

    try (RoomLock foreign = new InMemoryLockManager().acquire("room", PATIENCE)) {
      assertThatThrownBy(() -> manager.onSession(foreign, c -> ask(c, "SELECT 1")))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  /** BR-68. */
  @Test
  void anUnlockOfWhatWasNotHeldIsAnErrorInTheLog() throws Exception {
    ListAppender<ILoggingEvent> logged = new ListAppender<>();
    logged.start();
    Logger logger = (Logger) LoggerFactory.getLogger(SessionBatch.class);
    logger.addAppender(logged);
    RoomLock lock = manager.acquire("a particular room", PATIENCE);
    assertThat(manager.onSession(lock, c -> ask(c, "SELECT pg_advisory_unlock_all()"))).isPresent();
    lock.close();
    logger.detachAppender(logged);
    assertThat(logged.list)
        .singleElement()
        .satisfies(
            event -> {
              assertThat(event.getLevel()).isEqualTo(Level.ERROR);
              assertThat(event.getFormattedMessage()).contains("a particular room");
            });
  }

  private static String ask(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      row.next();
      return String.valueOf(row.getString(1));
    }
  }
}
