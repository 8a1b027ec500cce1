package dev.turnwise.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.turnwise.Turnwise;
import dev.turnwise.error.StoreUnavailableException;
import dev.turnwise.model.EventDraft;
import dev.turnwise.model.RoomEvent;
import dev.turnwise.postgres.DedupeReport.Action;
import dev.turnwise.result.InboundResult;
import dev.turnwise.store.AuditReport;
import dev.turnwise.store.CommitBatch;
import dev.turnwise.store.HeadConditions;
import dev.turnwise.store.RoomCommit;
import dev.turnwise.store.RoomOutcome;
import dev.turnwise.testkit.cluster.ChildJvm;
import dev.turnwise.testkit.fake.Events;
import dev.turnwise.testkit.fake.FakeChannel;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A repair beside workers and readers, and one that is killed. */
class RepairUnderLoadTest {

  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final TestDatabase database = new TestDatabase();
  private final PostgresStore store = database.newStore();
  private final BrokenTimelines timelines = new BrokenTimelines(database, store);
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private String room;

  @BeforeEach
  void breakARoom() {
    timelines.dropIndex();
    room = timelines.room(0, 0, 1, 1, 2, 3);
    timelines.setMarker(room, "web", 1);
    timelines.setCursor(room, 2);
    store.init();
  }

  @AfterEach
  void close() {
    threads.shutdownNow();
    store.close();
    database.close();
  }

  private PostgresStore store(Duration lockTimeout) {
    return PostgresStore.builder()
        .dsn(database.dsn())
        .applicationName("repairer")
        .lockTimeout(lockTimeout)
        .build();
  }

  /** A reader in the middle of its transaction: the repair can do all but exchange the index. */
  private Connection reader() throws SQLException {
    Connection reader = database.connect();
    reader.setClientInfo("ApplicationName", "the reader");
    reader.setAutoCommit(false);
    try (Statement statement = reader.createStatement()) {
      statement.execute("SELECT FROM events LIMIT 1");
    }
    return reader;
  }

  private void awaitRepairAtItsLastStep() {
    await()
        .atMost(PATIENCE)
        .until(
            () ->
                database.ask(
                    "SELECT count(*) FROM pg_locks WHERE relation = 'events'::regclass"
                        + " AND mode = 'AccessExclusiveLock' AND NOT granted"),
            "1"::equals);
  }

  private static CommitBatch batch(PostgresStore by, String room, String text) {
    long version = by.snapshot(room).orElseThrow().configVersion();
    return CommitBatch.of(
        RoomCommit.of(room, HeadConditions.ungated(version), Events.texts(room, text)));
  }

  private void assertSound() {
    AuditReport audit = store.audit();
    assertThat(audit.findings()).isEmpty();
    assertThat(audit.ok()).isTrue();
  }

  @Test
  void writersWaitForItOrGetATypedErrorAndStoreNothing() throws Exception {
    String sound = timelines.soundRoom(2);
    try (PostgresStore repairer = store(PATIENCE);
        PostgresStore impatient = store(Duration.ofMillis(300));
        PostgresStore patient = store(PATIENCE)) {
      CommitBatch late = batch(impatient, sound, "too late");
      CommitBatch waiting = batch(patient, sound, "waits");
      CommitBatch stale = batch(patient, room, "decided on the old numbering");
      Future<DedupeReport> repair;
      Future<List<RoomOutcome>> waits;
      Future<List<RoomOutcome>> refused;
      try (Connection reader = reader()) {
        repair = threads.submit(() -> repairer.dedupeEventIndices(false, false));
        awaitRepairAtItsLastStep();

        assertThatThrownBy(() -> impatient.commit(late))
            .isInstanceOf(StoreUnavailableException.class)
            .hasMessageContaining("store.lock_timeout");
        assertThatThrownBy(() -> impatient.markRead(sound, "web", 1))
            .isInstanceOf(StoreUnavailableException.class);
        waits = threads.submit(() -> patient.commit(waiting));
        refused = threads.submit(() -> patient.commit(stale));
        await()
            .atMost(PATIENCE)
            .until(
                () ->
                    database.ask(
                        "SELECT count(*) FROM pg_locks WHERE NOT granted"
                            + " AND relation = 'room_heads'::regclass"),
                "2"::equals);
        assertThat(repair.isDone()).isFalse();
        reader.rollback();
      }
      assertThat(repair.get().action()).isEqualTo(Action.REPAIRED);
      assertThat(waits.get().getFirst()).isInstanceOf(RoomOutcome.Applied.class);
      assertThat(refused.get()).containsExactly(new RoomOutcome.Unmatched());
    }
    assertThat(timelines.timeline(sound)).extracting(RoomEvent::index).containsExactly(0L, 1L, 2L);
    assertSound();
  }

  @Test
  void readersGoOnWhileItRenumbers() throws Exception {
    String before = timelines.checksum();
    try (PostgresStore repairer = store(PATIENCE);
        Connection slow = database.connect()) {
      // It stops where it would change the room's markers: behind a row that somebody has locked.
      slow.setAutoCommit(false);
      try (Statement lock = slow.createStatement()) {
        lock.execute("SELECT FROM read_markers FOR UPDATE");
      }
      Future<DedupeReport> repair = threads.submit(() -> repairer.dedupeEventIndices(false, false));
      await()
          .atMost(PATIENCE)
          .until(
              () ->
                  database.ask(
                      "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'repairer'"
                          + " AND wait_event = 'transactionid'"),
              "1"::equals);

      assertThat(timelines.indices(room)).hasSize(6);
      assertThat(timelines.checksum()).as("nobody sees half of it").isEqualTo(before);
      assertThat(store.audit().duplicateIndices()).isEqualTo(2);
      assertThat(repair.isDone()).isFalse();

      slow.rollback();
      assertThat(repair.get().nowUnique()).isTrue();
    }
    assertSound();
  }

  @Test
  void whoeverKeepsTheTablesLockedIsNamedAndNothingHasChanged() throws Exception {
    String before = timelines.checksum();
    try (PostgresStore impatient = store(Duration.ofMillis(300))) {
      try (Connection reader = reader()) {
        assertThatThrownBy(() -> impatient.dedupeEventIndices(false, false))
            .isInstanceOf(StoreUnavailableException.class)
            .hasMessageContaining("store.lock_timeout")
            .hasMessageContaining("the reader");
        reader.rollback();
      }
      assertThat(timelines.checksum()).isEqualTo(before);

      assertThat(impatient.dedupeEventIndices(false, false).action()).isEqualTo(Action.REPAIRED);
    }
    assertSound();
  }

  @Test
  void oneThatIsKilledInTheMiddleHasChangedNothingAndASecondOneRepairs() throws Exception {
    String before = timelines.checksum();
    try (Connection reader = reader();
        ChildJvm process = ChildJvm.run(RepairProcess.class, database.dsn())) {
      awaitRepairAtItsLastStep();
      process.kill();
      reader.rollback();
    }
    await()
        .atMost(PATIENCE)
        .until(
            () ->
                database.ask(
                    "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'repairer'"),
            "0"::equals);
    assertThat(timelines.checksum()).isEqualTo(before);

    assertThat(store.dedupeEventIndices(false, false).action()).isEqualTo(Action.REPAIRED);
    assertThat(store.readMarkers(room)).containsEntry("web", 3L);
    timelines.append(room, "next");
    assertThat(timelines.indices(room)).isEqualTo(LongStream.range(0, 7).boxed().toList());
    assertSound();
  }

  @Test
  void twoRepairsAtOnceAreOne() throws Exception {
    List<Future<DedupeReport>> both = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      both.add(threads.submit(() -> store.dedupeEventIndices(false, false)));
    }
    List<Action> actions = new ArrayList<>();
    for (Future<DedupeReport> one : both) {
      actions.add(one.get().action());
    }
    assertThat(actions).containsExactlyInAnyOrder(Action.REPAIRED, Action.NOTHING_TO_DO);
    assertThat(store.room(room).orElseThrow().timelineEpoch()).isEqualTo(1);
    assertSound();
  }

  @Test
  void workersThatGoOnWritingLoseNothing() throws Exception {
    Set<UUID> acknowledged = ConcurrentHashMap.newKeySet();
    AtomicInteger failed = new AtomicInteger();
    AtomicBoolean enough = new AtomicBoolean();
    try (Turnwise one = engine("one");
        Turnwise two = engine("two")) {
      List<Future<?>> callers = new ArrayList<>();
      for (Turnwise worker : List.of(one, two, one, two)) {
        callers.add(
            threads.submit(
                () -> {
                  while (!enough.get()) {
                    send(worker, acknowledged, failed);
                  }
                }));
      }
      await().atMost(PATIENCE).until(() -> acknowledged.size() > 200);
      assertThatThrownBy(() -> store.dedupeEventIndices(false, false))
          .hasMessageContaining("one, two");

      assertThat(store.dedupeEventIndices(false, true).action()).isEqualTo(Action.REPAIRED);

      int then = acknowledged.size();
      await().atMost(PATIENCE).until(() -> acknowledged.size() > then + 200);
      enough.set(true);
      for (Future<?> caller : callers) {
        caller.get();
      }
    }
    List<RoomEvent> timeline = timelines.timeline(room);
    assertThat(timeline)
        .extracting(RoomEvent::index)
        .isEqualTo(LongStream.range(0, timeline.size()).boxed().toList());
    Set<UUID> stored = timeline.stream().map(RoomEvent::id).collect(Collectors.toSet());
    assertThat(stored).containsAll(acknowledged);
    assertThat(failed).as("waiting was enough").hasValue(0);
    assertSound();
  }

  private Turnwise engine(String id) {
    return Turnwise.builder()
        .store(PostgresStore.at(database.dsn()))
        .channel(FakeChannel.named("phone"))
        .workerId(id)
        .build();
  }

  private void send(Turnwise worker, Set<UUID> acknowledged, AtomicInteger failed) {
    try {
      InboundResult result = worker.sendEvent(room, "phone", EventDraft.text("x"));
      acknowledged.add(((InboundResult.Stored) result).event().id());
    } catch (StoreUnavailableException e) {
      failed.incrementAndGet();
    }
  }

  /** A process that repairs, and waits as long as it takes. */
  static final class RepairProcess {
    private RepairProcess() {}

    public static void main(String[] arguments) {
      try (PostgresStore store =
          PostgresStore.builder()
              .dsn(arguments[0])
              .applicationName("repairer")
              .lockTimeout(PATIENCE)
              .build()) {
        store.dedupeEventIndices(false, false);
      }
    }
  }
}
