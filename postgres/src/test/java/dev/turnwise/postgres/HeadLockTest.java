package dev.turnwise.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.turnwise.error.StoreUnavailableException;
import dev.turnwise.store.CommitBatch;
import dev.turnwise.store.EventQuery;
import dev.turnwise.store.HeadConditions;
import dev.turnwise.store.RoomCommit;
import dev.turnwise.store.RoomOutcome;
import dev.turnwise.testkit.fake.Events;
import dev.turnwise.testkit.fake.Rooms;
import dev.turnwise.testkit.fake.TestChannel;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * What a head that somebody else has locked does to commits, and what they read once they have it
 * (R1).
 */
class HeadLockTest {

  private static TestDatabase database;
  private static PostgresStore store;
  private static PostgresStore impatient;
  private String room;
  private String free;

  @BeforeAll
  static void open() {
    database = new TestDatabase();
    store = database.newStore();
    impatient =
        PostgresStore.builder().dsn(database.dsn()).lockTimeout(Duration.ofMillis(300)).build();
  }

  @AfterAll
  static void close() {
    impatient.close();
    store.close();
    database.close();
  }

  @BeforeEach
  void newRooms() {
    room = newRoom();
    free = newRoom();
  }

  private static String newRoom() {
    String id = Rooms.uniqueId("room");
    store.open(Rooms.room(id, TestChannel.PHONE.in(id)));
    return id;
  }

  @Test
  void aLoneCommitWaitsAndThenGivesUpWithoutATrace() throws SQLException {
    try (Connection other = lockingHead()) {
      for (List<String> texts : List.of(List.of("lone"), List.of("two", "events"))) {
        assertThatThrownBy(() -> impatient.commit(batch(room, texts.toArray(String[]::new))))
            .isInstanceOf(StoreUnavailableException.class)
            .hasMessageContaining("store.lock_timeout")
            .hasMessageContaining("nothing was stored");
      }
      other.rollback();
    }
    assertThat(store.page(EventQuery.latest(room)).events()).isEmpty();
    assertThat(impatient.commit(batch(room, "now")))
        .hasOnlyElementsOfType(RoomOutcome.Applied.class);
  }

  @Test
  void amongOthersALockedRoomIsSkippedAndTheOthersAreNot() throws SQLException {
    try (Connection other = lockingHead()) {
      List<RoomOutcome> outcomes =
          store.commit(new CommitBatch(List.of(commit(room, "locked"), commit(free, "free"))));

      assertThat(outcomes.get(0)).isEqualTo(new RoomOutcome.Skipped());
      assertThat(outcomes.get(1)).isInstanceOf(RoomOutcome.Applied.class);
      other.rollback();
    }
    assertThat(store.page(EventQuery.latest(room)).events()).isEmpty();
    assertThat(store.page(EventQuery.latest(free)).events()).hasSize(1);
  }

  @Test
  void amongOthersALockedRoomWhoseConditionFailsAnywayIsUnmatched() throws SQLException {
    RoomCommit outdated =
        RoomCommit.of(room, HeadConditions.ungated(99), Events.texts(room, "outdated"));
    try (Connection other = lockingHead()) {
      assertThat(store.commit(new CommitBatch(List.of(outdated, commit(free, "free")))).getFirst())
          .isEqualTo(new RoomOutcome.Unmatched());
      other.rollback();
    }
  }

  /**
   * The statement began while the room was open; what counts is the head as it is when the lock is
   * given.
   */
  @Test
  void aCommitThatWaitedSeesTheHeadAsItIsThen() throws Exception {
    for (String[] texts : List.of(new String[] {"lone"}, new String[] {"two", "events"})) {
      String id = newRoom();
      try (Connection other = lockingHead(id);
          ExecutorService thread = Executors.newSingleThreadExecutor()) {
        CommitBatch batch =
            CommitBatch.of(RoomCommit.of(id, HeadConditions.ungated(1), Events.texts(id, texts)));
        Future<List<RoomOutcome>> commit = thread.submit(() -> store.commit(batch));
        untilSomebodyWaits();
        run(
            other,
            "UPDATE room_heads SET status = 'CLOSED', config_version = 2 WHERE room_id = ?",
            id);
        other.commit();

        assertThat(commit.get(30, TimeUnit.SECONDS)).containsExactly(new RoomOutcome.Unmatched());
      }
      assertThat(store.page(EventQuery.latest(id)).events()).isEmpty();
    }
  }

  @Test
  void aCommitThatWaitedGoesOnFromTheIndexOfThen() throws Exception {
    try (Connection other = lockingHead();
        ExecutorService thread = Executors.newSingleThreadExecutor()) {
      Future<List<RoomOutcome>> commit = thread.submit(() -> store.commit(batch(room, "a", "b")));
      untilSomebodyWaits();
      run(other, "UPDATE room_heads SET next_index = 40 WHERE room_id = ?", room);
      other.commit();

      assertThat(commit.get(30, TimeUnit.SECONDS)).hasOnlyElementsOfType(RoomOutcome.Applied.class);
    }
    assertThat(store.page(EventQuery.latest(room)).events())
        .extracting(event -> event.index())
        .containsExactly(40L, 41L);
    assertThat(store.snapshot(room).orElseThrow().nextIndex()).isEqualTo(42);
  }

  private void untilSomebodyWaits() {
    await()
        .until(
            () ->
                database.ask(
                    "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
                        + " AND wait_event_type = 'Lock'"),
            "1"::equals);
  }

  private static CommitBatch batch(String id, String... texts) {
    return CommitBatch.of(commit(id, texts));
  }

  private static RoomCommit commit(String id, String... texts) {
    return RoomCommit.of(id, HeadConditions.ungated(1), Events.texts(id, texts));
  }

  private Connection lockingHead() throws SQLException {
    return lockingHead(room);
  }

  private static Connection lockingHead(String id) throws SQLException {
    Connection connection = database.connect();
    connection.setAutoCommit(false);
    run(connection, "SELECT 1 FROM room_heads WHERE room_id = ? FOR UPDATE", id);
    return connection;
  }

  private static void run(Connection connection, String sql, String id) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      statement.setString(1, id);
      statement.execute();
    }
  }
}
