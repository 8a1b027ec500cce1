package dev.turnwise.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.turnwise.error.ConfigurationException;
import dev.turnwise.error.SchemaException;
import dev.turnwise.model.EventType;
import dev.turnwise.model.RoomEvent;
import dev.turnwise.model.SystemContent;
import dev.turnwise.postgres.DedupeReport.Action;
import dev.turnwise.store.AuditReport;
import dev.turnwise.store.CommitBatch;
import dev.turnwise.store.EventQuery;
import dev.turnwise.store.HeadConditions;
import dev.turnwise.store.RoomCommit;
import dev.turnwise.store.RoomOutcome;
import dev.turnwise.store.WorkerInfo;
import dev.turnwise.store.WorkerRegistration;
import dev.turnwise.testkit.fake.Events;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Events that share an index get one of their own, and everything that points at them goes along.
 */
class RepairTest {

  private final TestDatabase database = new TestDatabase();
  private final PostgresStore store = database.newStore();
  private final BrokenTimelines timelines = new BrokenTimelines(database, store);

  @AfterEach
  void close() {
    store.close();
    database.close();
  }

  private DedupeReport repair() {
    return store.dedupeEventIndices(false, false);
  }

  private static List<Long> upTo(long count) {
    return LongStream.range(0, count).boxed().toList();
  }

  private void assertSound() {
    AuditReport audit = store.audit();
    assertThat(audit.findings()).isEmpty();
    assertThat(audit.ok()).isTrue();
    assertThat(timelines.index()).startsWith("CREATE UNIQUE INDEX");
  }

  @Test
  void aDryRunTellsWhatIsWrongAndChangesNothing() {
    timelines.soundRoom(3);
    timelines.dropIndex();
    timelines.room(0, 0, 0, 1);
    timelines.room(0, 1, 2, 2);
    store.init();
    String before = timelines.checksum();

    DedupeReport report = store.dedupeEventIndices(true, false);

    assertThat(report).isEqualTo(new DedupeReport(Action.DRY_RUN, 3, 2, 0, 0, false, List.of()));
    assertThat(report.action().wire()).isEqualTo("dry_run");
    assertThat(timelines.checksum()).isEqualTo(before);
    assertThat(store.dedupeEventIndices(true, true)).isEqualTo(report);
    assertThat(timelines.checksum()).isEqualTo(before);
  }

  @Test
  void aRepairNumbersByIndexThenTimeThenIdAndTheNextAppendWorks() {
    timelines.dropIndex();
    String room = timelines.room(1, 0, 1, 0, 2, 2);
    List<RoomEvent> events = timelines.timeline(room);
    // Of those that share an index the later ones are made older, and two the same age.
    database.run(
        "UPDATE events SET created_at = now() - index * interval '1 hour' WHERE room_id = ?", room);
    database.run(
        "UPDATE events SET created_at = created_at - interval '1 minute' WHERE id = ?",
        events.get(1).id());
    List<String> expected =
        List.of(
            database
                .ask(
                    "SELECT string_agg(id::text, ' ' ORDER BY index, created_at, id) FROM events"
                        + " WHERE room_id = ?",
                    room)
                .split(" "));
    assertThat(expected.getFirst()).isEqualTo(events.get(1).id().toString());
    store.init();

    DedupeReport report = repair();

    assertThat(report.action()).isEqualTo(Action.REPAIRED);
    assertThat(report.duplicateRows()).isEqualTo(3);
    assertThat(report.affectedRooms()).isEqualTo(1);
    assertThat(report.movedEvents()).isEqualTo(5);
    assertThat(report.nowUnique()).isTrue();
    assertThat(timelines.timeline(room))
        .extracting(event -> event.id().toString())
        .containsExactlyElementsOf(expected);
    assertSound();

    timelines.append(room, "next");
    assertThat(timelines.indices(room)).isEqualTo(upTo(7));
    assertSound();
  }

  @Test
  void markersAndCursorStandBehindWhatTheyStoodBehind() {
    timelines.dropIndex();
    String room = timelines.room(0, 1, 1, 2, 2, 2, 3);
    for (int index = 0; index <= 3; index++) {
      timelines.setMarker(room, "channel-" + index, index);
    }
    timelines.setCursor(room, 2);

    DedupeReport report = repair();

    assertThat(store.readMarkers(room))
        .isEqualTo(Map.of("channel-0", 0L, "channel-1", 2L, "channel-2", 5L, "channel-3", 6L));
    assertThat(report.movedMarkers()).isEqualTo(3);
    assertThat(store.room(room).orElseThrow().deliveredIndex()).isEqualTo(5);
    assertThat(store.room(room).orElseThrow().latestIndex()).isEqualTo(6);
    assertSound();
  }

  @Test
  void aMarkerBelowTheFirstEventIsNoMarkerAnyMore() {
    timelines.dropIndex();
    String room = timelines.room(4, 4, 5);
    timelines.setMarker(room, "web", 2);
    timelines.setCursor(room, 3);

    repair();

    assertThat(store.readMarkers(room)).isEmpty();
    assertThat(store.room(room).orElseThrow().deliveredIndex()).isEqualTo(-1);
    assertSound();
  }

  @Test
  void clientsNoticeAndWhatWasDecidedOrClaimedBeforeIsRefused() {
    timelines.dropIndex();
    String room = timelines.room(0, 1, 1);
    String sound = timelines.soundRoom(3);
    String epoch = store.page(EventQuery.after(room, -1)).epoch();
    HeadConditions decided =
        HeadConditions.ungated(store.snapshot(room).orElseThrow().configVersion());
    String heads = "SELECT md5(room_heads::text) FROM room_heads WHERE room_id = ?";
    String soundHead = database.ask(heads, sound);
    String deliveryEpoch = "SELECT delivery_epoch FROM room_heads WHERE room_id = ?";
    long claimed = Long.parseLong(database.ask(deliveryEpoch, room));

    repair();

    assertThat(store.page(EventQuery.after(room, -1)).epoch()).isNotEqualTo(epoch);
    assertThat(store.room(room).orElseThrow().timelineEpoch()).isEqualTo(1);
    assertThat(
            store.commit(
                CommitBatch.of(RoomCommit.of(room, decided, Events.texts(room, "decided before")))))
        .containsExactly(new RoomOutcome.Unmatched());
    assertThat(Long.parseLong(database.ask(deliveryEpoch, room))).isEqualTo(claimed + 1);
    assertThat(database.ask(heads, sound)).as("a sound room is left alone").isEqualTo(soundHead);
  }

  @Test
  void holesOfRemovedEventsAreClosedAndNoLongerListedSoALaterLossIsSeen() {
    String room = timelines.soundRoom(6);
    List<RoomEvent> events = timelines.timeline(room);
    long version = store.snapshot(room).orElseThrow().configVersion();
    store.commit(
        CommitBatch.of(
            RoomCommit.of(
                room,
                HeadConditions.ungated(version),
                List.of(Events.remove(events.get(2), false)))));
    assertThat(store.audit().ok()).isTrue();
    String sound = timelines.soundRoom(1);
    timelines.dropIndex();
    timelines.setIndex(events.get(5).id(), 4);

    DedupeReport report = repair();

    assertThat(report.duplicateRows()).isEqualTo(1);
    assertThat(timelines.indices(room)).isEqualTo(upTo(6));
    assertThat(store.room(room).orElseThrow().latestIndex()).isEqualTo(5);
    SystemContent removal = (SystemContent) timelines.timeline(room).getLast().content();
    assertThat(removal.data()).containsEntry("removed_indices", List.of());
    assertThat(removal.data())
        .containsEntry("removed_ids", List.of(events.get(2).id().toString()))
        .containsEntry("note", "event_deleted");
    assertSound();

    database.run("DELETE FROM events WHERE room_id = ? AND index = 2", room);
    assertThat(store.audit().gaps()).as("not taken for the event that was removed").isEqualTo(1);
    assertThat(timelines.indices(sound)).isEqualTo(upTo(1));
  }

  @Test
  void removalsOfRoomsThatWereSoundStayListed() {
    String room = timelines.soundRoom(3);
    long version = store.snapshot(room).orElseThrow().configVersion();
    store.commit(
        CommitBatch.of(
            RoomCommit.of(
                room,
                HeadConditions.ungated(version),
                List.of(Events.remove(timelines.timeline(room).get(1), false)))));
    timelines.dropIndex();
    timelines.room(0, 0);

    repair();

    assertThat(timelines.indices(room)).containsExactly(0L, 2L, 3L);
    assertThat(timelines.timeline(room).getLast().type()).isEqualTo(EventType.EVENT_DELETED);
    assertSound();
  }

  @Test
  void aSoundDatabaseHasNothingToRepair() {
    timelines.soundRoom(3);
    String before = timelines.checksum();

    DedupeReport nothing = new DedupeReport(Action.NOTHING_TO_DO, 0, 0, 0, 0, true, List.of());
    assertThat(store.dedupeEventIndices(true, false)).isEqualTo(nothing);
    assertThat(repair()).isEqualTo(nothing);

    assertThat(timelines.checksum()).isEqualTo(before);
  }

  @Test
  void anIndexThatIsOnlyMissingIsMade() {
    String room = timelines.soundRoom(3);
    timelines.dropIndex();

    assertThat(store.dedupeEventIndices(true, false))
        .isEqualTo(new DedupeReport(Action.DRY_RUN, 0, 0, 0, 0, false, List.of()));
    assertThat(repair()).isEqualTo(new DedupeReport(Action.REPAIRED, 0, 0, 0, 0, true, List.of()));

    assertThat(store.room(room).orElseThrow().timelineEpoch()).isZero();
    assertSound();
  }

  @Test
  void aSecondRepairHasNothingToDo() {
    timelines.dropIndex();
    timelines.room(0, 0);
    repair();
    String after = timelines.checksum();

    assertThat(repair().action()).isEqualTo(Action.NOTHING_TO_DO);
    assertThat(timelines.checksum()).isEqualTo(after);
  }

  @Test
  void liveWorkersAreReasonToRefuseUnlessForced() {
    timelines.dropIndex();
    String room = timelines.room(0, 0, 1);
    WorkerRegistration worker = store.register(new WorkerInfo("w", Set.of(), false));
    worker.drain();
    String before = timelines.checksum();

    assertThat(store.dedupeEventIndices(true, false).liveWorkers()).containsExactly("w");
    assertThatThrownBy(this::repair)
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("force is not set")
        .hasMessageContaining("live workers, w,");
    assertThat(timelines.checksum()).isEqualTo(before);

    DedupeReport forced = store.dedupeEventIndices(false, true);
    assertThat(forced.action()).isEqualTo(Action.REPAIRED);
    assertThat(forced.liveWorkers()).containsExactly("w");
    assertThat(timelines.indices(room)).isEqualTo(upTo(3));
  }

  @Test
  void workersThatHaveLeftOrDiedAreNoReasonToRefuse() {
    timelines.dropIndex();
    timelines.room(0, 0);
    store.register(new WorkerInfo("left", Set.of(), false)).close();
    database.run(
        "INSERT INTO workers (worker_id, channels, has_hooks, state, state_since, started_at,"
            + " seen_at, lock_key, session_id) VALUES ('gone', '{}', false, 'LIVE', now(), now(),"
            + " now(), 1, gen_random_uuid())");

    assertThat(repair().action()).isEqualTo(Action.REPAIRED);
  }

  @Test
  void aDatabaseThatIsNotOursIsLeftAlone() {
    try (TestDatabase bare = new TestDatabase();
        PostgresStore unready = PostgresStore.at(bare.dsn())) {
      assertThatThrownBy(() -> unready.dedupeEventIndices(true, false))
          .isInstanceOf(SchemaException.class)
          .hasMessageContaining("init()");
      assertThatThrownBy(() -> unready.dedupeEventIndices(false, false))
          .isInstanceOf(SchemaException.class);
    }
  }
}
