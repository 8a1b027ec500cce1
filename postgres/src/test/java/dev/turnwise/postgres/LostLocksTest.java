package dev.turnwise.postgres;

import static dev.turnwise.postgres.AdvisoryLocks.PATIENCE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.turnwise.lock.RoomLock;
import dev.turnwise.testkit.server.PostgresServer;
import dev.turnwise.testkit.server.StopMode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The server ends sessions: the locks on them are known to be lost, and work goes on (BR-29). */
class LostLocksTest {

  private static final Duration LEASE = Duration.ofSeconds(3);

  private final TestDatabase database = new TestDatabase();
  private final AdvisoryLocks server = new AdvisoryLocks(database);
  private final PostgresAdvisoryLockManager one = manager("one");
  private final PostgresAdvisoryLockManager other = manager("other");
  private final ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor();

  private PostgresAdvisoryLockManager manager(String applicationName) {
    return PostgresAdvisoryLockManager.builder()
        .dsn(database.dsn())
        .applicationName(applicationName)
        .maxSize(4)
        .lockLease(LEASE)
        .build();
  }

  @AfterEach
  void end() {
    callers.shutdownNow();
    one.close();
    other.close();
    database.close();
  }

  @Test
  void aHolderOnASharedSessionLearnsOfItsLoss() throws Exception {
    assertLossIsNoticed(one.acquire("room", PATIENCE));
  }

  @Test
  void aHolderThatHadWaitedLearnsOfItsLoss() throws Exception {
    RoomLock first = other.acquire("room", PATIENCE);
    Future<RoomLock> waiting = callers.submit(() -> one.acquire("room", PATIENCE));
    await().atMost(PATIENCE).until(() -> server.waiting() == 1);
    first.close();
    RoomLock held = get(waiting);
    assertThat(one.onSession(held, LostLocksTest::applicationName)).contains("one");
    assertLossIsNoticed(held);
  }

  private static String applicationName(java.sql.Connection connection)
      throws java.sql.SQLException {
    try (var rows =
        connection.createStatement().executeQuery("SELECT current_setting('application_name')")) {
      rows.next();
      return rows.getString(1);
    }
  }

  private void assertLossIsNoticed(RoomLock held) throws Exception {
    AtomicInteger told = new AtomicInteger();
    held.onLost(told::incrementAndGet);
    assertThat(held.isHeld()).isTrue();

    server.terminate("room", true);

    try (RoomLock next = other.acquire("room", PATIENCE)) {
      assertThat(next.isHeld()).isTrue();
      // The ping finds out, a third of the lease after the last answer.
      await().atMost(LEASE).until(() -> !held.isHeld() && told.get() == 1);
      assertThat(held.remaining()).isZero();
      held.close();
      assertThat(next.isHeld()).as("after its predecessor was closed").isTrue();
      assertThat(one.tryAcquire("room")).isEmpty();
    }
    for (int i = 0; i < 10; i++) {
      one.acquire("room", PATIENCE).close();
    }
    assertThat(told).hasValue(1);
    assertThat(server.granted()).isZero();
  }

  @Test
  void whatIsHeldOnOtherSessionsStays() {
    List<RoomLock> held = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      held.add(one.acquire("room-" + i, PATIENCE));
    }
    server.terminate("room-0", true);
    await().atMost(LEASE).until(() -> held.stream().anyMatch(lock -> !lock.isHeld()));

    List<RoomLock> left = held.stream().filter(RoomLock::isHeld).toList();
    assertThat(left).hasSizeBetween(1, 19).doesNotContain(held.getFirst());
    assertThat(server.granted()).isEqualTo(left.size());
    // Both the lost and the held ones can be closed, and taken again.
    held.forEach(RoomLock::close);
    assertThat(server.granted()).isZero();
    for (int i = 0; i < 20; i++) {
      other.tryAcquire("room-" + i).orElseThrow().close();
    }
  }

  @Test
  void aTryOnASessionThatDiedUnnoticedIsMadeOnANewOne() {
    one.acquire("room", PATIENCE).close();
    one.acquire("room", PATIENCE);
    server.terminate("room", true);
    await().atMost(PATIENCE).until(() -> server.granted() == 0);
    assertThat(one.tryAcquire("another room")).isPresent();
  }

  @Test
  void whoWaitsGoesOnWhenItsSessionIsEnded() throws Exception {
    RoomLock held = other.acquire("room", PATIENCE);
    Future<RoomLock> waiting = callers.submit(() -> one.acquire("room", PATIENCE));
    for (int i = 0; i < 3; i++) {
      await().atMost(PATIENCE).until(() -> server.waiting() == 1);
      server.terminate("room", false);
    }
    await().atMost(PATIENCE).until(() -> server.waiting() == 1);
    assertThat(waiting).isNotDone();
    held.close();
    assertThat(get(waiting).isHeld()).isTrue();
  }

  @Test
  void aRestartedServerIsUsedAgain() throws Exception {
    try (PostgresServer own = PostgresServer.startLocal();
        PostgresAdvisoryLockManager manager =
            PostgresAdvisoryLockManager.builder()
                .dsn(own.newDatabase())
                .maxSize(4)
                .lockLease(LEASE)
                .build()) {
      RoomLock held = manager.acquire("room", PATIENCE);
      AtomicInteger told = new AtomicInteger();
      held.onLost(told::incrementAndGet);
      Future<RoomLock> behind = callers.submit(() -> manager.acquire("room", PATIENCE));
      await().atMost(PATIENCE).until(() -> manager.waiting("room") == 1);

      own.stop(StopMode.FAST);
      await().atMost(LEASE).until(() -> !held.isHeld() && told.get() == 1);
      assertThat(behind).isNotDone();
      own.restart();

      try (RoomLock next = get(behind)) {
        assertThat(next.isHeld()).isTrue();
      }
      assertThat(told).hasValue(1);
    }
  }

  private static <T> T get(Future<T> future) throws Exception {
    return future.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
  }
}
