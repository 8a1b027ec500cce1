package dev.turnwise.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnwise.model.Participant;
import dev.turnwise.model.RoomEvent;
import dev.turnwise.model.RoomStatus;
import dev.turnwise.store.Append;
import dev.turnwise.store.CommitBatch;
import dev.turnwise.store.EventQuery;
import dev.turnwise.store.HeadConditions;
import dev.turnwise.store.Placement;
import dev.turnwise.store.RoomChange;
import dev.turnwise.store.RoomCommit;
import dev.turnwise.store.RoomOutcome;
import dev.turnwise.testkit.fake.Events;
import dev.turnwise.testkit.fake.Rooms;
import dev.turnwise.testkit.fake.TestChannel;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A lone event has a statement of its own; whatever the contracts show of the general one must hold
 * of it too: each condition by itself, keys, senders, waking.
 */
class LoneCommitTest {

  private static final OptionalLong NONE = OptionalLong.empty();

  private static TestDatabase database;
  private static PostgresStore store;
  private String room;

  @BeforeAll
  static void open() {
    database = new TestDatabase();
    store = database.newStore();
  }

  @AfterAll
  static void close() {
    store.close();
    database.close();
  }

  /** A room with two events, version 3 and turn 7. */
  @BeforeEach
  void newRoom() {
    room = Rooms.uniqueId("room");
    store.open(Rooms.room(room, TestChannel.PHONE.in(room)));
    store.commit(
        CommitBatch.of(RoomCommit.of(room, HeadConditions.none(), Events.texts(room, "a", "b"))));
    database.run(
        "UPDATE room_heads SET config_version = 3, turn_fence = 7 WHERE room_id = ?", room);
  }

  private static HeadConditions conditions(
      OptionalLong version, OptionalLong next, OptionalLong fence) {
    return new HeadConditions(false, false, version, next, fence);
  }

  static Stream<HeadConditions> failing() {
    return Stream.of(
        conditions(OptionalLong.of(2), NONE, NONE),
        conditions(OptionalLong.of(4), NONE, NONE),
        conditions(NONE, OptionalLong.of(1), NONE),
        conditions(NONE, OptionalLong.of(3), NONE),
        conditions(NONE, NONE, OptionalLong.of(6)),
        conditions(NONE, NONE, OptionalLong.of(8)),
        conditions(OptionalLong.of(3), OptionalLong.of(2), OptionalLong.of(0)));
  }

  @ParameterizedTest
  @MethodSource("failing")
  void aFailingConditionWritesNothing(HeadConditions conditions) {
    assertUnmatched(conditions);
  }

  static Stream<HeadConditions> holding() {
    return Stream.of(
        HeadConditions.none(),
        HeadConditions.ungated(3),
        HeadConditions.gated(3, 2).withTurnFence(7),
        new HeadConditions(true, false, NONE, NONE, NONE));
  }

  @ParameterizedTest
  @MethodSource("holding")
  void conditionsThatHoldStoreTheEvent(HeadConditions conditions) {
    assertThat(stored(commit(conditions)).index()).isEqualTo(2);
    assertThat(store.participants(room)).extracting(Participant::id).containsExactly("bob");
    assertThat(store.owners(List.of(Events.claim(room, "k").key()))).hasSize(1);
  }

  @Test
  void aClosedRoomAndAGatedOneAreUnmatched() {
    database.run("UPDATE room_heads SET gated = true WHERE room_id = ?", room);
    assertUnmatched(new HeadConditions(false, true, NONE, NONE, NONE));

    store.change(new RoomChange.ChangeStatus(room, RoomStatus.CLOSED, Set.of(RoomStatus.ACTIVE)));
    assertUnmatched(new HeadConditions(true, false, NONE, NONE, NONE));
  }

  @Test
  void aRoomThatDoesNotExistIsUnmatched() {
    RoomCommit nowhere =
        RoomCommit.of("nowhere", HeadConditions.none(), Events.texts("nowhere", "a"));

    assertThat(store.commit(CommitBatch.of(nowhere))).containsExactly(new RoomOutcome.Unmatched());
  }

  @Test
  void aTakenKeyLeavesTheHeadAlone() {
    stored(commit(HeadConditions.none()));
    store.change(new RoomChange.ChangeStatus(room, RoomStatus.PAUSED, Set.of(RoomStatus.ACTIVE)));
    String before = head();

    assertThat(commit(HeadConditions.none()))
        .isEqualTo(new RoomOutcome.Applied(List.of(new Placement.KeyTaken())));

    assertThat(head()).isEqualTo(before);
    assertThat(store.page(EventQuery.after(room, -1)).events()).hasSize(3);
  }

  @Test
  void anEventWakesAPausedRoomAndIsActivity() {
    store.change(new RoomChange.ChangeStatus(room, RoomStatus.PAUSED, Set.of(RoomStatus.ACTIVE)));

    RoomEvent event = stored(commit(HeadConditions.ungated(3)));

    assertThat(store.room(room).orElseThrow().status()).isEqualTo(RoomStatus.ACTIVE);
    assertThat(store.room(room).orElseThrow().lastActivityAt()).isAfterOrEqualTo(event.createdAt());
    assertThat(store.snapshot(room).orElseThrow().configVersion()).isEqualTo(3);
  }

  @Test
  void ofAKnownSenderOnlyTheChannelsGrow() {
    Participant bob =
        Rooms.member(room, "bob", TestChannel.PHONE).toBuilder().displayName("Bob").build();
    Participant bobOnTheWeb =
        Rooms.member(room, "bob", TestChannel.WEB).toBuilder().displayName("B.").build();

    commit(bob);
    commit(bobOnTheWeb);
    commit(bob);

    Participant stored = store.participant(room, "bob").orElseThrow();
    assertThat(stored)
        .isEqualTo(
            bob.toBuilder()
                .connectedVia(List.of("phone", "web"))
                .joinedAt(stored.joinedAt())
                .build());
  }

  private void commit(Participant sender) {
    store.commit(
        CommitBatch.of(
            RoomCommit.of(room, HeadConditions.none(), Events.texts(room, "hi"))
                .withSenders(List.of(sender))));
  }

  private RoomOutcome commit(HeadConditions conditions) {
    Append append = Events.keyed(room, "c", "k");
    RoomCommit commit =
        RoomCommit.of(room, conditions, List.of(append))
            .withSenders(List.of(Rooms.member(room, "bob", TestChannel.PHONE)));
    CommitBatch batch = CommitBatch.of(commit);
    assertThat(EventCommit.fits(batch)).isTrue();
    return store.commit(batch).getFirst();
  }

  private static RoomEvent stored(RoomOutcome outcome) {
    return ((Placement.Stored) ((RoomOutcome.Applied) outcome).placements().getFirst()).event();
  }

  private void assertUnmatched(HeadConditions conditions) {
    String before = head();

    assertThat(commit(conditions)).isEqualTo(new RoomOutcome.Unmatched());

    assertThat(head()).isEqualTo(before);
    assertThat(store.participants(room)).isEmpty();
    assertThat(store.owners(List.of(Events.claim(room, "k").key()))).isEmpty();
    assertThat(store.page(EventQuery.after(room, -1)).events()).hasSize(2);
  }

  private String head() {
    // With its physical place: a row that was written again would have another.
    return database.ask("SELECT (ctid, h)::text FROM room_heads h WHERE room_id = ?", room);
  }
}
