package dev.turnwise.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.turnwise.error.DataRejectedException;
import dev.turnwise.model.Room;
import dev.turnwise.model.RoomEvent;
import dev.turnwise.model.RoomStatus;
import dev.turnwise.store.Append;
import dev.turnwise.store.CommitBatch;
import dev.turnwise.store.EventQuery;
import dev.turnwise.store.HeadConditions;
import dev.turnwise.store.Placement;
import dev.turnwise.store.RoomCommit;
import dev.turnwise.store.RoomOutcome;
import dev.turnwise.testkit.fake.Events;
import dev.turnwise.testkit.fake.Rooms;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Appending: order, numbering, counters, and sending a batch again. */
public abstract class CommitContract extends ConversationStoreContract {

  @Test
  void indicesRunFromZeroWithoutGapsOverAllBatches() {
    String room = newRoom();

    append(room, "a", "b", "c");
    append(room, "d");
    append(room, "e", "f");

    assertThat(indices(room)).containsExactly(0L, 1L, 2L, 3L, 4L, 5L);
    assertThat(timeline(room)).extracting(RoomEvent::content).doesNotHaveDuplicates();
  }

  @Test
  void eventsOfOneBatchStandInTheOrderOfTheBatch() {
    String room = newRoom();
    List<Append> appends =
        IntStream.range(0, 128).mapToObj(i -> Append.of(Events.text(room, "line " + i))).toList();

    List<RoomEvent> stored = stored(place(room, appends));

    assertThat(stored).extracting(RoomEvent::index).containsExactlyElementsOf(upTo(128));
    assertThat(stored)
        .extracting(RoomEvent::id)
        .containsExactlyElementsOf(appends.stream().map(append -> append.event().id()).toList());
    assertThat(timeline(room)).isEqualTo(stored);
  }

  @Test
  void theStoreAssignsIndexAndTimeAndNothingElse() {
    String room = newRoom();
    RoomEvent event =
        Events.message(room, "hello").createdAt(Instant.parse("2001-02-03T04:05:06Z")).build();

    RoomEvent stored = append(event);

    assertThat(stored).isEqualTo(event.withIndex(0, stored.createdAt()));
    assertThat(stored.createdAt()).isAfterOrEqualTo(room(room).createdAt());
    assertThat(stored.createdAt()).isEqualTo(stored.createdAt().truncatedTo(ChronoUnit.MICROS));
    assertThat(event(stored)).isEqualTo(stored);
  }

  @Test
  void countersMoveTogetherWithTheEvents() {
    String room = newRoom();
    Room before = room(room);
    assertThat(before.eventCount()).isZero();
    assertThat(before.latestIndex()).isEqualTo(-1);
    assertThat(before.deliveredIndex()).isEqualTo(-1);
    assertThat(before.lastActivityAt()).isEqualTo(before.createdAt());

    List<RoomEvent> stored = append(room, "a", "b");

    Room after = room(room);
    assertThat(after.eventCount()).isEqualTo(2);
    assertThat(after.latestIndex()).isEqualTo(1);
    assertThat(after.deliveredIndex()).isEqualTo(-1);
    assertThat(after.lastActivityAt()).isAfterOrEqualTo(stored.getLast().createdAt());
    assertThat(snapshot(room).nextIndex()).isEqualTo(2);
  }

  @Test
  void everyAppendIsActivity() {
    String room = newRoom();
    Instant before = room(room).lastActivityAt();

    await()
        .untilAsserted(
            () -> {
              append(room, "still here");
              assertThat(room(room).lastActivityAt()).isAfter(before);
            });
  }

  @Test
  void blockedEventsTakeAnIndexLikeOthers() {
    String room = newRoom();
    append(room, "a");

    RoomEvent blocked = append(Events.text(room, "spam").blocked("spam-filter"));
    append(room, "b");

    assertThat(blocked.index()).isEqualTo(1);
    assertThat(event(blocked))
        .isEqualTo(blocked)
        .extracting(RoomEvent::blockedBy)
        .isEqualTo("spam-filter");
    assertThat(indices(room)).containsExactly(0L, 1L, 2L);
  }

  @Test
  void anAppendToAPausedRoomMakesItActiveUnderTheSameConfiguration() {
    String room = newRoom();
    long version = snapshot(room).configVersion();
    moveTo(room, RoomStatus.PAUSED);

    append(room, "anybody there?");

    assertThat(room(room).status()).isEqualTo(RoomStatus.ACTIVE);
    assertThat(snapshot(room).configVersion()).isEqualTo(version);
  }

  @Test
  void aRoomThatDoesNotExistIsUnmatched() {
    String nowhere = Rooms.uniqueId("nowhere");

    RoomOutcome outcome =
        commit(RoomCommit.of(nowhere, HeadConditions.none(), Events.texts(nowhere, "hello?")));

    assertThat(outcome).isEqualTo(new RoomOutcome.Unmatched());
    assertThat(store().room(nowhere)).isEmpty();
  }

  @Test
  void writersOfOneRoomShareOneNumberingWithoutGaps() {
    String room = newRoom();
    HeadConditions conditions = asNow(room);

    List<List<RoomEvent>> stored =
        Together.run(
            8,
            writer ->
                () -> {
                  List<RoomEvent> mine = new ArrayList<>();
                  for (int i = 0; i < 25; i++) {
                    List<Append> two =
                        Events.texts(room, writer + "/" + i + "a", writer + "/" + i + "b");
                    mine.addAll(stored(placements(commit(RoomCommit.of(room, conditions, two)))));
                  }
                  return mine;
                });

    List<RoomEvent> all = stored.stream().flatMap(List::stream).toList();
    assertThat(all).extracting(RoomEvent::index).containsExactlyInAnyOrderElementsOf(upTo(400));
    assertThat(timeline(room)).containsExactlyInAnyOrderElementsOf(all);
    assertThat(indices(room)).containsExactlyElementsOf(upTo(400));
    // Each writer's own order, and its batches in one piece.
    for (List<RoomEvent> mine : stored) {
      assertThat(mine).extracting(RoomEvent::index).isSorted();
      for (int i = 0; i < mine.size(); i += 2) {
        assertThat(mine.get(i + 1).index()).isEqualTo(mine.get(i).index() + 1);
      }
    }
  }

  @Test
  void theSameBatchAgainIsReportedAsStoredWithItsFirstIndices() {
    String room = newRoom();
    append(room, "before");
    List<Append> batch =
        List.of(
            Append.of(Events.text(room, "without key")),
            Events.keyed(room, "with key", "k1"),
            Append.of(Events.text(room, "without key again")));
    List<RoomEvent> first = stored(place(room, batch));
    append(room, "between");

    assertUnwritten(room, () -> assertThat(stored(place(room, batch))).isEqualTo(first));
    assertThat(first).extracting(RoomEvent::index).containsExactly(1L, 2L, 3L);
  }

  @Test
  void aBatchOfOldAndNewEventsStoresTheNewOnes() {
    String room = newRoom();
    Append old = Append.of(Events.text(room, "old"));
    Append oldKeyed = Events.keyed(room, "old with key", "k1");
    List<RoomEvent> first = stored(place(room, List.of(old, oldKeyed)));
    Append fresh = Append.of(Events.text(room, "new"));
    Append freshKeyed = Events.keyed(room, "new with key", "k2");

    List<RoomEvent> second = stored(place(room, List.of(fresh, old, freshKeyed, oldKeyed)));

    assertThat(second).extracting(RoomEvent::index).containsExactly(2L, 0L, 3L, 1L);
    assertThat(second.get(1)).isEqualTo(first.get(0));
    assertThat(second.get(3)).isEqualTo(first.get(1));
    assertThat(indices(room)).containsExactly(0L, 1L, 2L, 3L);
    assertThat(snapshot(room).nextIndex()).isEqualTo(4);
  }

  @Test
  void theSameBatchFromManyThreadsIsStoredOnce() {
    String room = newRoom();
    HeadConditions conditions = asNow(room);
    Append plain = Append.of(Events.text(room, "plain"));
    Append keyed = Events.keyed(room, "keyed", "k1");

    Together.run(
        8,
        i ->
            () -> {
              List<Placement> placements =
                  placements(commit(RoomCommit.of(room, conditions, List.of(plain, keyed))));
              assertThat(stored(placements.get(0)).index()).isZero();
              // A key may be seen before the event that took it: then the answer is with its owner.
              if (placements.get(1) instanceof Placement.KeyTaken) {
                assertThat(store().owners(List.of(keyed.claim().orElseThrow().key())).values())
                    .singleElement()
                    .satisfies(owner -> assertThat(owner.eventId()).isEqualTo(keyed.event().id()));
              } else {
                assertThat(stored(placements.get(1)).index()).isEqualTo(1);
              }
              return true;
            });

    assertThat(timeline(room))
        .extracting(RoomEvent::id)
        .containsExactly(plain.event().id(), keyed.event().id());
    assertThat(snapshot(room).nextIndex()).isEqualTo(2);
  }

  @Test
  void aBatchWhoseConditionHasPassedIsUnmatchedAndItsEventsAreFoundById() {
    String room = newRoom();
    RoomCommit gated =
        RoomCommit.of(
            room,
            HeadConditions.gated(snapshot(room).configVersion(), 0),
            Events.texts(room, "a", "b"));
    List<RoomEvent> first = stored(placements(commit(gated)));

    assertUnwritten(room, () -> assertThat(commit(gated)).isEqualTo(new RoomOutcome.Unmatched()));

    List<UUID> ids = gated.appends().stream().map(append -> append.event().id()).toList();
    assertThat(store().stored(room, ids)).isEqualTo(first);
  }

  @Test
  void anIdOfAnotherRoomIsRefusedWithTheWholeBatch() {
    String room = newRoom();
    RoomEvent elsewhere = append(newRoom(), "elsewhere").getFirst();
    RoomEvent sameId = elsewhere.toBuilder().roomId(room).build();
    List<Append> batch = List.of(Events.keyed(room, "innocent", "k"), Append.of(sameId));

    assertUnwritten(
        room,
        () ->
            assertThatThrownBy(() -> commit(room, batch))
                .isInstanceOf(DataRejectedException.class));

    assertThat(store().owners(List.of(Events.claim(room, "k").key()))).isEmpty();
    assertThat(event(elsewhere)).isEqualTo(elsewhere);
    assertThat(append(room, "next").getFirst().index()).isZero();
  }

  @Test
  void storedEventsAreFoundByIdInIndexOrderAndOnlyInTheirRoom() {
    String room = newRoom();
    String other = newRoom();
    List<RoomEvent> here = append(room, "a", "b", "c");
    RoomEvent elsewhere = append(other, "d").getFirst();
    List<UUID> ids = List.of(here.get(2).id(), UUID.randomUUID(), elsewhere.id(), here.get(0).id());

    assertThat(store().stored(room, ids)).containsExactly(here.get(0), here.get(2));
    assertThat(store().stored(room, List.of())).isEmpty();
    assertThat(store().stored(Rooms.uniqueId("nowhere"), ids)).isEmpty();
  }

  @Test
  void aCommitOfSeveralRoomsAppliesToEachWhoseConditionsHold() {
    String first = newRoom();
    String second = newRoom();
    String third = newRoom();
    append(first, "earlier");
    moveTo(second, RoomStatus.CLOSED);
    CommitBatch batch =
        new CommitBatch(
            List.of(
                RoomCommit.of(third, asNow(third), List.of(Events.keyed(third, "c", "k3"))),
                RoomCommit.of(second, asNow(second), List.of(Events.keyed(second, "b", "k2"))),
                RoomCommit.of(first, asNow(first), Events.texts(first, "a1", "a2"))));

    List<RoomOutcome> outcomes = new ArrayList<>();
    assertUnwritten(second, () -> outcomes.addAll(store().commit(batch)));

    assertThat(outcomes).hasSize(3);
    assertThat(stored(placements(outcomes.get(0))))
        .extracting(RoomEvent::index)
        .containsExactly(0L);
    assertThat(outcomes.get(1)).isEqualTo(new RoomOutcome.Unmatched());
    assertThat(stored(placements(outcomes.get(2))))
        .extracting(RoomEvent::index)
        .containsExactly(1L, 2L);
    assertThat(indices(first)).containsExactly(0L, 1L, 2L);
    assertThat(store().owners(List.of(Events.claim(second, "k2").key()))).isEmpty();
    assertThat(store().owners(List.of(Events.claim(third, "k3").key()))).hasSize(1);
  }

  @Test
  void commitsOfSeveralRoomsInAnyOrderNeitherBlockEachOtherForEverNorLoseEvents() {
    List<String> rooms = List.of(newRoom(), newRoom(), newRoom(), newRoom());
    int rounds = 20;

    List<List<RoomEvent>> stored =
        Together.run(
            4,
            writer ->
                () -> {
                  List<String> order = new ArrayList<>(rooms);
                  Collections.rotate(order, writer);
                  List<RoomEvent> mine = new ArrayList<>();
                  for (int i = 0; i < rounds; i++) {
                    mine.addAll(commitToAll(order, writer + "/" + i));
                  }
                  return mine;
                });

    for (String room : rooms) {
      assertThat(indices(room)).containsExactlyElementsOf(upTo(4L * rounds));
      assertThat(timeline(room))
          .containsExactlyInAnyOrderElementsOf(
              stored.stream()
                  .flatMap(List::stream)
                  .filter(event -> event.roomId().equals(room))
                  .toList());
    }
  }

  /**
   * Appends one event to each room in one batch; those that are skipped go alone, as a committer
   * does it.
   */
  private List<RoomEvent> commitToAll(List<String> rooms, String text) {
    List<RoomCommit> commits =
        rooms.stream()
            .map(room -> RoomCommit.of(room, asNow(room), Events.texts(room, text)))
            .toList();
    List<RoomOutcome> outcomes = store().commit(new CommitBatch(commits));
    List<RoomEvent> stored = new ArrayList<>();
    for (int i = 0; i < commits.size(); i++) {
      RoomOutcome outcome = outcomes.get(i);
      boolean skipped = outcome instanceof RoomOutcome.Skipped;
      stored.addAll(stored(placements(skipped ? commit(commits.get(i)) : outcome)));
    }
    return stored;
  }

  @Test
  void aRoomAloneInItsBatchIsNeverSkipped() {
    String room = newRoom();
    HeadConditions conditions = asNow(room);

    List<List<RoomOutcome>> outcomes =
        Together.run(
            8,
            writer ->
                () ->
                    IntStream.range(0, 20)
                        .mapToObj(
                            i -> commit(RoomCommit.of(room, conditions, Events.texts(room, "x"))))
                        .toList());

    assertThat(outcomes.stream().flatMap(List::stream))
        .allMatch(RoomOutcome.Applied.class::isInstance);
  }

  @Test
  void nothingIsStoredAfterTheClosingOfTheRoomIsAnswered() {
    String room = newRoom();
    HeadConditions conditions = asNow(room);
    CountDownLatch writing = new CountDownLatch(4);

    List<Long> lengths =
        Together.run(
            5,
            i ->
                () -> {
                  if (i > 0) {
                    return appendUntilRefused(room, conditions, writing);
                  }
                  assertThat(writing.await(30, TimeUnit.SECONDS)).isTrue();
                  moveTo(room, RoomStatus.CLOSED);
                  return snapshot(room).nextIndex();
                });

    long length = lengths.getFirst();
    assertThat(lengths.stream().skip(1).mapToLong(Long::longValue).sum()).isEqualTo(length);
    assertThat(snapshot(room).nextIndex()).isEqualTo(length);
    assertThat(store().page(EventQuery.latest(room)).events().getLast().index())
        .isEqualTo(length - 1);
  }

  /** Appends until the room refuses; returns how many went in. */
  private long appendUntilRefused(String room, HeadConditions conditions, CountDownLatch writing) {
    for (long appended = 0; ; appended++) {
      RoomOutcome outcome = commit(RoomCommit.of(room, conditions, Events.texts(room, "x")));
      if (outcome instanceof RoomOutcome.Unmatched) {
        return appended;
      }
      assertThat(outcome).isInstanceOf(RoomOutcome.Applied.class);
      if (appended == 0) {
        writing.countDown();
      }
    }
  }

  private static List<Long> upTo(long end) {
    return LongStream.range(0, end).boxed().toList();
  }
}
