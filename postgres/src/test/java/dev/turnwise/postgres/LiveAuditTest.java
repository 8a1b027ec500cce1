package dev.turnwise.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnwise.model.RoomEvent;
import dev.turnwise.store.Append;
import dev.turnwise.store.AuditReport;
import dev.turnwise.store.CommitBatch;
import dev.turnwise.store.HeadConditions;
import dev.turnwise.store.Placement;
import dev.turnwise.store.RoomCommit;
import dev.turnwise.store.RoomOutcome;
import dev.turnwise.testkit.fake.Events;
import dev.turnwise.testkit.fake.Rooms;
import dev.turnwise.testkit.fake.TestChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Audits while others write, and of what only this kind of store can have wrong. */
class LiveAuditTest {

  private final TestDatabase database = new TestDatabase();
  private PostgresStore store;

  @BeforeEach
  void open() {
    store = database.newStore();
  }

  @AfterEach
  void close() {
    store.close();
    database.close();
  }

  private String newRoom() {
    String id = Rooms.uniqueId("room");
    store.open(Rooms.room(id, TestChannel.PHONE.in(id)));
    return id;
  }

  private List<RoomEvent> commit(String room, List<Append> appends) {
    RoomOutcome outcome =
        store
            .commit(CommitBatch.of(RoomCommit.of(room, HeadConditions.none(), appends)))
            .getFirst();
    return ((RoomOutcome.Applied) outcome)
        .placements().stream().map(placement -> ((Placement.Stored) placement).event()).toList();
  }

  @Test
  void writersOfAllKindsNeverLookLikeFaults() throws Exception {
    AtomicBoolean stop = new AtomicBoolean();
    List<String> rooms = List.of(newRoom(), newRoom());
    try (ExecutorService threads = Executors.newFixedThreadPool(4)) {
      List<Future<Integer>> writers = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        String room = rooms.get(i % 2);
        writers.add(threads.submit(() -> write(room, stop)));
      }
      long seen = 0;
      for (int i = 0; i < 20; i++) {
        AuditReport report = store.audit();
        assertThat(report.ok()).as("%s", report).isTrue();
        seen = Math.max(seen, report.events());
      }
      stop.set(true);
      for (Future<Integer> writer : writers) {
        assertThat(writer.get(60, TimeUnit.SECONDS)).isPositive();
      }
      assertThat(seen).isPositive();
    }
    assertThat(store.audit().ok()).isTrue();
  }

  /** Appends, and removes some of it again. */
  private int write(String room, AtomicBoolean stop) {
    int rounds = 0;
    while (!stop.get()) {
      List<RoomEvent> stored = commit(room, Events.texts(room, "a", "b", "c"));
      commit(room, List.of(Events.remove(stored.get(1), false)));
      rounds++;
    }
    return rounds;
  }

  @Test
  void aHoleThatIsOnlyPartlyListedIsAGapAsFarAsItIsNot() {
    String room = newRoom();
    List<RoomEvent> events = commit(room, Events.texts(room, "a", "b", "c", "d", "e"));
    commit(room, List.of(Events.remove(events.get(2), false)));
    database.run("DELETE FROM events WHERE room_id = ? AND index IN (1, 3)", room);

    AuditReport report = store.audit();

    assertThat(report.gaps()).isEqualTo(2);
    assertThat(report.findings())
        .containsExactly("room " + room + " has no event at 2 of the indices 1 to 3");
  }

  @Test
  void eventsWithoutAHeadAreAMismatch() {
    String room = newRoom();
    commit(room, Events.texts(room, "a"));
    database.run("DELETE FROM room_heads WHERE room_id = ?", room);

    AuditReport report = store.audit();

    assertThat(report.rooms()).isZero();
    assertThat(report.counterMismatches()).isEqualTo(1);
    assertThat(report.findings())
        .containsExactly("room " + room + " has events but no head; its last index is 0");
  }

  @Test
  void aListOfRemovalsWithNonsenseInItIsReadAsFarAsItMakesSense() {
    String room = newRoom();
    commit(room, Events.texts(room, "a", "b", "c"));
    database.run(
        "UPDATE events SET type = 'EVENT_DELETED', content ="
            + " '{\"data\": {\"removed_indices\": [\"x\", null, 0, 1e300, -1]}}' WHERE room_id = ? AND index = 1",
        room);
    database.run("DELETE FROM events WHERE room_id = ? AND index = 0", room);

    assertThat(store.audit().gaps()).isZero();
  }
}
