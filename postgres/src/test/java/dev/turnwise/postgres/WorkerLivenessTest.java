package dev.turnwise.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.turnwise.error.CallInterruptedException;
import dev.turnwise.error.ConfigurationException;
import dev.turnwise.error.SchemaException;
import dev.turnwise.error.StoreUnavailableException;
import dev.turnwise.store.RoomChange;
import dev.turnwise.store.WorkerInfo;
import dev.turnwise.store.WorkerRegistration;
import dev.turnwise.store.WorkerRow;
import dev.turnwise.store.WorkerRow.WorkerState;
import dev.turnwise.testkit.cluster.ChildJvm;
import dev.turnwise.testkit.fake.Rooms;
import dev.turnwise.testkit.fault.FaultProxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.slf4j.LoggerFactory;

/** Who is alive is told by the server, at once or after the lease, and by nobody's clock. */
class WorkerLivenessTest {

  private static final Duration LEASE = Duration.ofSeconds(3);
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final TestDatabase database = new TestDatabase();
  private final PostgresStore store = database.newStore();
  private final List<AutoCloseable> toClose = new ArrayList<>();

  @AfterEach
  void close() throws Exception {
    for (AutoCloseable one : toClose) {
      one.close();
    }
    store.close();
    database.close();
  }

  private <T extends AutoCloseable> T closing(T one) {
    toClose.add(one);
    return one;
  }

  private ChildJvm worker(String id) throws Exception {
    return closing(WorkerProcess.start(database.dsn(), id, LEASE));
  }

  private PostgresStore anotherStore(String dsn) {
    return closing(
        PostgresStore.builder()
            .dsn(dsn)
            .applicationName("another")
            .connectTimeout(Duration.ofSeconds(1))
            .workerLease(LEASE)
            .build());
  }

  private static WorkerInfo info(String id) {
    return new WorkerInfo(id, Set.of("sms"), false);
  }

  private WorkerRow row(String id) {
    return store.workers().stream()
        .filter(row -> row.info().id().equals(id))
        .findFirst()
        .orElseThrow();
  }

  private String stored(String column, String id) {
    return database.ask("SELECT " + column + " FROM workers WHERE worker_id = ?", id);
  }

  private String holder(String id) {
    return database.ask(
        "SELECT max(pid) FROM pg_locks, workers WHERE locktype = 'advisory' AND objsubid = 1"
            + " AND (classid::bigint << 32 | objid::bigint) = lock_key AND worker_id = ?",
        id);
  }

  private void endSession(String id) {
    database.run("SELECT pg_terminate_backend(?)", Integer.valueOf(holder(id)));
  }

  @Test
  void aKilledWorkerIsDeadAtOnceAndToldOfOnce() throws Exception {
    ChildJvm worker = worker("w");
    assertThat(row("w").state()).isEqualTo(WorkerState.LIVE);
    assertThat(store.markDead()).isEmpty();

    worker.kill();
    long killed = System.nanoTime();

    await().pollInterval(Duration.ofMillis(20)).until(() -> store.markDead().contains("w"));
    assertThat(Duration.ofNanos(System.nanoTime() - killed)).isLessThan(LEASE.dividedBy(2));
    assertThat(store.markDead()).isEmpty();
    assertThat(row("w").state()).isEqualTo(WorkerState.DEAD);
    assertThat(stored("state", "w")).isEqualTo("DEAD");
  }

  @Test
  void aDeadWorkerIsShownAsSuchBeforeAnybodyHasMarkedIt() throws Exception {
    worker("w").kill();

    await().atMost(PATIENCE).until(() -> row("w").state() == WorkerState.DEAD);

    assertThat(stored("state", "w")).isEqualTo("LIVE");
    assertThat(store.markDead()).as("it was only looked at").containsExactly("w");
  }

  @Test
  @DisabledOnOs(value = OS.WINDOWS, disabledReason = "has no SIGSTOP")
  void aStoppedWorkerIsDeadAfterTheLeaseAndRegistersAgainWhenItGoesOn() throws Exception {
    ChildJvm worker = worker("w");
    String firstSession = stored("session_id", "w");
    String startedAt = stored("started_at", "w");

    worker.stop();
    long stopped = System.nanoTime();
    await()
        .pollInterval(Duration.ofMillis(50))
        .atMost(PATIENCE)
        .until(() -> !store.markDead().isEmpty());

    // Its last ping was answered up to a third of a lease ago.
    assertThat(Duration.ofNanos(System.nanoTime() - stopped))
        .isBetween(LEASE.dividedBy(2), LEASE.plusSeconds(1));
    assertThat(row("w").state()).isEqualTo(WorkerState.DEAD);

    worker.cont();
    await().atMost(PATIENCE).until(() -> row("w").state() == WorkerState.LIVE);
    assertThat(stored("session_id", "w")).isNotEqualTo(firstSession);
    assertThat(stored("started_at", "w")).isEqualTo(startedAt);
    assertThat(store.markDead()).isEmpty();
  }

  @Test
  @DisabledOnOs(value = OS.WINDOWS, disabledReason = "has no SIGSTOP")
  void anIdThatWasTakenMeanwhileStaysWithItsNewOwner() throws Exception {
    ChildJvm stopped = worker("w");
    stopped.stop();
    await().atMost(PATIENCE).until(() -> store.markDead().contains("w"));
    WorkerRegistration successor = anotherStore(database.dsn()).register(info("w"));
    String session = stored("session_id", "w");

    stopped.cont();
    assertThat(stopped.ask("are you there?")).isEqualTo(WorkerProcess.REGISTERED);
    await()
        .during(LEASE)
        .atMost(PATIENCE)
        .until(() -> stored("session_id", "w").equals(session) && store.markDead().isEmpty());

    successor.close();
    await().atMost(PATIENCE).until(() -> row("w").state() == WorkerState.LIVE);
    assertThat(row("w").info().hasHooks()).as("the first one is back").isTrue();
  }

  @Test
  @DisabledOnOs(value = OS.WINDOWS, disabledReason = "has no SIGSTOP")
  void theIdOfAWorkerThatIsStoppedIsRefusedUntilTheLeaseIsOver() throws Exception {
    worker("w").stop();
    PostgresStore other = anotherStore(database.dsn());

    assertThatThrownBy(() -> other.register(info("w")))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("'w' is in use by pid")
        .hasMessageContaining("the-worker")
        .hasMessageContaining("store.worker_lease");

    await()
        .atMost(PATIENCE)
        .ignoreException(ConfigurationException.class)
        .untilAsserted(() -> closing(other.register(info("w"))));
    assertThat(row("w").info().hasHooks()).isFalse();
  }

  @Test
  void theIdOfAKilledWorkerIsFreeForItsSuccessor() throws Exception {
    worker("w").kill();

    WorkerRegistration successor = closing(anotherStore(database.dsn()).register(info("w")));

    assertThat(row("w").state()).isEqualTo(WorkerState.LIVE);
    assertThat(store.markDead()).isEmpty();
    // Nobody else will be told of the one that was killed.
    assertThat(successor.followsDead()).isTrue();
  }

  @Test
  void ofADeathThatWasToldItsSuccessorNeedNotTell() throws Exception {
    worker("w").kill();
    await().atMost(PATIENCE).until(() -> store.markDead().contains("w"));

    WorkerRegistration successor = closing(anotherStore(database.dsn()).register(info("w")));

    assertThat(successor.followsDead()).isFalse();
  }

  @Test
  void ofManyScannersOneTellsOfEachDeadWorker() throws Exception {
    int scanners = 4;
    int dead = 200;
    closing(store.register(info("alive")));
    database.run(
        "INSERT INTO workers (worker_id, channels, has_hooks, state, state_since, started_at,"
            + " seen_at, lock_key, session_id) SELECT 'dead-' || g, '{}', false,"
            + " CASE WHEN g % 2 = 0 THEN 'LIVE' ELSE 'DRAINING' END, now(), now(), now(), -g,"
            + " gen_random_uuid() FROM generate_series(1, ?) g",
        dead);
    CyclicBarrier together = new CyclicBarrier(scanners);
    List<String> told = new ArrayList<>();
    try (ExecutorService threads = Executors.newFixedThreadPool(scanners)) {
      List<Future<List<String>>> scans = new ArrayList<>();
      for (int i = 0; i < scanners; i++) {
        scans.add(
            threads.submit(
                () -> {
                  together.await();
                  List<String> mine = new ArrayList<>(store.markDead());
                  // A row that was locked at that moment may be left to the next look.
                  mine.addAll(store.markDead());
                  return mine;
                }));
      }
      for (Future<List<String>> scan : scans) {
        told.addAll(scan.get());
      }
    }
    assertThat(told).hasSize(dead).doesNotHaveDuplicates().doesNotContain("alive");
    assertThat(row("alive").state()).isEqualTo(WorkerState.LIVE);
  }

  @Test
  void aSessionThatIsEndedIsReplaced() {
    closing(anotherStore(database.dsn()).register(info("w")));
    String first = holder("w");

    endSession("w");

    await().atMost(PATIENCE).until(() -> !holder("w").equals("null") && !holder("w").equals(first));
    await().atMost(PATIENCE).until(() -> row("w").state() == WorkerState.LIVE);
  }

  @Test
  void aWorkerThatIsCutOffIsDeadAfterTheLeaseAndBackWhenTheNetworkIs() {
    PostgresDsn.Server server = PostgresDsn.parse(database.dsn()).servers().getFirst();
    FaultProxy proxy = closing(FaultProxy.before(server.host(), server.port()));
    String through = database.dsn().replace(server.toString(), proxy.host() + ":" + proxy.port());
    WorkerRegistration registration = anotherStore(through).register(info("w"));

    proxy.blackhole();
    await().atMost(PATIENCE).until(() -> store.markDead().contains("w"));
    assertThat(registration.update(_ -> new WorkerInfo("w", Set.of("email"), true))).isFalse();
    assertThat(row("w").info()).as("not to be said at present").isEqualTo(info("w"));

    proxy.heal();
    await().atMost(PATIENCE).until(() -> row("w").state() == WorkerState.LIVE);
    assertThat(row("w").info()).isEqualTo(new WorkerInfo("w", Set.of("email"), true));
    registration.close();
    assertThat(row("w").state()).isEqualTo(WorkerState.LEFT);
  }

  @Test
  void anInterruptedCallerCostsNoSession() {
    WorkerRegistration registration = closing(anotherStore(database.dsn()).register(info("w")));
    String session = stored("session_id", "w");

    Thread.currentThread().interrupt();
    assertThatThrownBy(registration::drain).isInstanceOf(CallInterruptedException.class);
    assertThat(Thread.interrupted()).isTrue();

    await().atMost(PATIENCE).until(() -> row("w").state() == WorkerState.DRAINING);
    assertThat(stored("session_id", "w")).isEqualTo(session);
  }

  @Test
  void aRowThatIsLostComesBackAndOneThatIsLockedCostsNoLease() throws Exception {
    closing(anotherStore(database.dsn()).register(info("w")));
    String session = stored("session_id", "w");
    try (var locking = database.connect();
        var statement = locking.createStatement()) {
      locking.setAutoCommit(false);
      statement.execute("DELETE FROM workers");
      await()
          .during(LEASE.plusSeconds(1))
          .atMost(PATIENCE)
          .until(() -> store.workers().size() == 1 && store.markDead().isEmpty());
      locking.commit();
    }
    await().atMost(PATIENCE).until(() -> store.workers().size() == 1);
    assertThat(stored("session_id", "w")).isEqualTo(session);
  }

  @Test
  void aClosedStoreTakesItsWorkersAlong() {
    PostgresStore other = anotherStore(database.dsn());
    WorkerRegistration registration = other.register(info("w"));

    other.close();
    registration.close();

    assertThat(row("w").state()).isEqualTo(WorkerState.LEFT);
    // The server takes a moment to notice that its clients have gone.
    await()
        .atMost(PATIENCE)
        .until(
            () ->
                database
                    .ask("SELECT count(*) FROM pg_stat_activity WHERE application_name = 'another'")
                    .equals("0"));
  }

  @Test
  void workersThatWentMoreThanADayAgoAreForgotten() {
    for (String state : List.of("LEFT", "DEAD", "LIVE")) {
      for (int hours : List.of(23, 25)) {
        database.run(
            "INSERT INTO workers (worker_id, channels, has_hooks, state, state_since, started_at,"
                + " seen_at, lock_key, session_id) VALUES (?, '{}', false, ?,"
                + " now() - make_interval(hours => ?), now(), now() - interval '9 days', ?,"
                + " gen_random_uuid())",
            state + hours,
            state,
            hours,
            -hours);
      }
    }

    closing(store.register(info("w")));

    assertThat(store.workers())
        .extracting(row -> row.info().id())
        .containsExactlyInAnyOrder("w", "LEFT23", "DEAD23", "LIVE23", "LIVE25");
  }

  @Test
  void hooksOfADeadWorkerNeedNoGates() throws Exception {
    String room = Rooms.uniqueId("room");
    store.open(Rooms.room(room));
    ChildJvm worker = worker("w");
    store.change(new RoomChange.SetGate(room, true));
    assertThat(store.clearUnneededGates()).isEmpty();

    worker.kill();
    await().atMost(PATIENCE).until(() -> store.markDead().contains("w"));

    await().atMost(PATIENCE).until(() -> store.clearUnneededGates().isPresent());
    assertThat(store.snapshot(room).orElseThrow().gated()).isFalse();
    assertThat(
            database.ask("SELECT clock_timestamp() - state_since >= interval '10 s' FROM workers"))
        .as("the hooks of a dead worker count for a lease of this store")
        .isEqualTo("t");
  }

  @Test
  @DisabledOnOs(value = OS.WINDOWS, disabledReason = "has no SIGSTOP")
  void aWorkerThatLostItsSessionAndComesBackKeepsItsGates() throws Exception {
    String room = Rooms.uniqueId("room");
    store.open(Rooms.room(room));
    ChildJvm worker = worker("w");
    store.change(new RoomChange.SetGate(room, true));
    worker.stop();
    await().atMost(PATIENCE).until(() -> store.markDead().contains("w"));

    assertThat(store.clearUnneededGates()).isEmpty();

    worker.cont();
    await().atMost(PATIENCE).until(() -> row("w").state() == WorkerState.LIVE);
    assertThat(store.clearUnneededGates()).isEmpty();
    assertThat(store.snapshot(room).orElseThrow().gated()).isTrue();
  }

  @Test
  void aRoomThatIsBusyIsUngatedAfterAnotherLook() throws Exception {
    String busy = Rooms.uniqueId("busy");
    store.open(Rooms.room(busy));
    database.run(
        "INSERT INTO room_heads (room_id, gated, last_activity, status_since)"
            + " SELECT 'room-' || g, true, now(), now() FROM generate_series(1, 1200) g");
    store.change(new RoomChange.SetGate(busy, true));
    try (var locking = database.connect();
        var statement = locking.createStatement()) {
      locking.setAutoCommit(false);
      statement.execute("SELECT FROM room_heads WHERE room_id = '" + busy + "' FOR UPDATE");

      assertThat(store.clearUnneededGates()).hasValue(1200);
      locking.commit();
    }
    assertThat(store.clearUnneededGates()).hasValue(1);
  }

  @Test
  void aWorkerThatComesWithHooksWhileGatesAreClearedKeepsThem() throws Exception {
    String room = Rooms.uniqueId("room");
    store.open(Rooms.room(room));
    store.change(new RoomChange.SetGate(room, true));
    try (ExecutorService thread = Executors.newSingleThreadExecutor();
        var arriving = database.connect();
        var statement = arriving.createStatement()) {
      statement.execute("SELECT pg_advisory_lock(42)");
      arriving.setAutoCommit(false);
      statement.execute(
          "INSERT INTO workers (worker_id, channels, has_hooks, state, state_since, started_at,"
              + " seen_at, lock_key, session_id) VALUES ('new', '{}', true, 'LIVE', now(), now(),"
              + " now(), 42, gen_random_uuid())");

      Future<OptionalInt> cleared = thread.submit(store::clearUnneededGates);
      await()
          .atMost(PATIENCE)
          .until(
              () ->
                  database.ask(
                      "SELECT count(*) FROM pg_locks WHERE relation = 'workers'::regclass"
                          + " AND mode = 'ShareLock' AND NOT granted"),
              "1"::equals);
      arriving.commit();

      assertThat(cleared.get()).isEmpty();
      assertThat(store.snapshot(room).orElseThrow().gated()).isTrue();
    }
  }

  @Test
  void aServerThatIsAwayOrNotReadyIsReported() {
    try (TestDatabase bare = new TestDatabase();
        PostgresStore unready = PostgresStore.at(bare.dsn())) {
      assertThatThrownBy(() -> unready.register(info("w")))
          .isInstanceOf(SchemaException.class)
          .hasMessageContaining("init()");
    }
    try (PostgresStore away =
        PostgresStore.builder()
            .dsn("postgresql://nobody@127.0.0.1:1/none")
            .connectTimeout(Duration.ofSeconds(1))
            .build()) {
      assertThatThrownBy(() -> away.register(info("w")))
          .isInstanceOf(StoreUnavailableException.class);
    }
  }

  @Test
  void aLossAndTheReturnAreLogged() {
    ListAppender<ILoggingEvent> appender = new ListAppender<>();
    appender.start();
    List<Logger> loggers =
        List.of(
            (Logger) LoggerFactory.getLogger(SessionSlot.class),
            (Logger) LoggerFactory.getLogger(WorkerSeat.class));
    Level before = loggers.getLast().getLevel();
    loggers.getLast().setLevel(Level.INFO);
    loggers.forEach(logger -> logger.addAppender(appender));
    try {
      closing(anotherStore(database.dsn()).register(info("w")));
      endSession("w");
      await()
          .atMost(PATIENCE)
          .untilAsserted(
              () ->
                  assertThat(List.copyOf(appender.list))
                      .extracting(ILoggingEvent::getFormattedMessage)
                      .anyMatch(
                          line -> line.contains("session of worker w") && line.contains("lost"))
                      .anyMatch(line -> line.contains("worker w is registered again")));
    } finally {
      loggers.forEach(logger -> logger.detachAppender(appender));
      loggers.getLast().setLevel(before);
    }
  }
}
