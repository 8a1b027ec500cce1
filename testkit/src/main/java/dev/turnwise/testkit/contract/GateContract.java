package dev.turnwise.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.turnwise.model.RoomStatus;
import dev.turnwise.store.Append;
import dev.turnwise.store.ChangeOutcome;
import dev.turnwise.store.GateView;
import dev.turnwise.store.HeadConditions;
import dev.turnwise.store.IdempotencyClaim;
import dev.turnwise.store.IdempotencyKey;
import dev.turnwise.store.RoomChange;
import dev.turnwise.store.RoomCommit;
import dev.turnwise.store.RoomOutcome;
import dev.turnwise.testkit.fake.Events;
import dev.turnwise.testkit.fake.Rooms;
import dev.turnwise.testkit.fake.TestChannel;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Gated rooms: what gates decide from, and what is refused when they have not decided. */
public abstract class GateContract extends ConversationStoreContract {

  private GateView view(String room, IdempotencyKey... keys) {
    return store().gateView(room, List.of(keys)).orElseThrow();
  }

  private static IdempotencyKey key(String room, String key) {
    return IdempotencyKey.inRoom(room, key);
  }

  private void setGate(String room, boolean gated) {
    changed(new RoomChange.SetGate(room, gated));
  }

  @Test
  void aViewShowsTheRoomAsASnapshotDoes() {
    String room = newRoom();
    append(room, "a", "b");
    changed(new RoomChange.Detach(room, TestChannel.WEB.id(), Optional.empty()));

    assertThat(view(room).room()).isEqualTo(snapshot(room));

    setGate(room, true);
    assertThat(view(room).room()).isEqualTo(snapshot(room));
    assertThat(view(room).room().gated()).isTrue();
  }

  @Test
  void aRoomThatIsNotThereHasNoView() {
    String nowhere = Rooms.uniqueId("nowhere");

    assertThat(store().gateView(nowhere, List.of())).isEmpty();
    assertThat(store().gateView(nowhere, List.of(key(nowhere, "k")))).isEmpty();
  }

  @Test
  void aViewTellsTheKeysThatAreOwned() {
    String room = newRoom();
    place(room, List.of(Events.keyed(room, "a", "one"), Events.keyed(room, "b", "two")));

    GateView view = view(room, key(room, "one"), key(room, "new"), key(room, "two"));

    assertThat(view.owned()).containsExactlyInAnyOrder(key(room, "one"), key(room, "two"));
    assertThat(view(room, key(room, "new")).owned()).isEmpty();
    assertThat(view(room).owned()).isEmpty();
  }

  @Test
  void aKeyIsOwnedWhoeverOwnsItAndHoweverManyChannelsTheRoomHas() {
    String owner = newRoom();
    place(owner, Events.keyed(owner, "a", "k"));
    String bare = open(Rooms.room(Rooms.uniqueId("room")));

    assertThat(view(bare, key(owner, "k")).owned()).containsExactly(key(owner, "k"));
    assertThat(view(newRoom(), key(owner, "k")).owned()).containsExactly(key(owner, "k"));
  }

  @Test
  void anExpiredKeyIsNotOwned() {
    String room = newRoom();
    IdempotencyClaim claim = new IdempotencyClaim(key(room, "brief"), "#", Duration.ofMillis(50));
    place(room, Append.of(Events.text(room, "a")).withClaim(claim));

    await().until(() -> view(room, key(room, "brief")).owned(), Set::isEmpty);
  }

  @ParameterizedTest
  @EnumSource(names = {"ACTIVE", "PAUSED", "CLOSED"})
  void aGateIsSetAndClearedWithANewConfigurationEach(RoomStatus status) {
    String room = newRoom();
    if (status != RoomStatus.ACTIVE) {
      moveTo(room, status);
    }
    long version = snapshot(room).configVersion();

    setGate(room, true);
    assertThat(snapshot(room).gated()).isTrue();
    assertThat(snapshot(room).configVersion()).isEqualTo(version + 1);

    setGate(room, false);
    assertThat(snapshot(room).gated()).isFalse();
    assertThat(snapshot(room).configVersion()).isEqualTo(version + 2);
    assertThat(snapshot(room).status()).isEqualTo(status);
    assertThat(timeline(room)).isEmpty();
  }

  @Test
  void aGateThatIsAsWantedChangesNothing() {
    String room = newRoom();
    assertUnchanged(room, false);

    setGate(room, true);
    assertUnchanged(room, true);
  }

  private void assertUnchanged(String room, boolean gated) {
    assertUnwritten(
        room,
        () ->
            assertThat(store().change(new RoomChange.SetGate(room, gated)))
                .isEqualTo(new ChangeOutcome.Unchanged()));
  }

  @Test
  void ofManyWhoSetAGateOneDoesAndTheVersionRisesOnce() {
    String room = newRoom();
    long version = snapshot(room).configVersion();

    List<ChangeOutcome> outcomes =
        Together.run(8, i -> () -> store().change(new RoomChange.SetGate(room, true)));

    assertThat(outcomes).filteredOn(ChangeOutcome.Changed.class::isInstance).hasSize(1);
    assertThat(outcomes).filteredOn(ChangeOutcome.Unchanged.class::isInstance).hasSize(7);
    assertThat(snapshot(room).configVersion()).isEqualTo(version + 1);
  }

  @Test
  void thereIsNoGateWithoutARoom() {
    assertThat(store().change(new RoomChange.SetGate(Rooms.uniqueId("nowhere"), true)))
        .isEqualTo(new ChangeOutcome.RoomMissing());
  }

  @Test
  void whatWasDecidedWithoutGatesIsRefusedInAGatedRoom() {
    String room = newRoom();
    HeadConditions before = asNow(room);
    setGate(room, true);
    HeadConditions knowing =
        new HeadConditions(
            true,
            true,
            OptionalLong.of(snapshot(room).configVersion()),
            OptionalLong.empty(),
            OptionalLong.empty());

    for (HeadConditions ungated : List.of(before, asNow(room), knowing)) {
      assertRefused(room, ungated);
    }
  }

  @Test
  void whatGatesDecidedIsFencedByTheNextIndex() {
    String room = newRoom();
    append(room, "a");
    setGate(room, true);
    GateView view = view(room);
    HeadConditions decided =
        HeadConditions.gated(view.room().configVersion(), view.room().nextIndex());

    assertThat(placements(commit(RoomCommit.of(room, decided, Events.texts(room, "b", "c")))))
        .hasSize(2);

    assertRefused(room, decided);
    HeadConditions again =
        HeadConditions.gated(view(room).room().configVersion(), view(room).room().nextIndex());
    assertThat(stored(placements(commit(RoomCommit.of(room, again, Events.texts(room, "d"))))))
        .extracting(event -> event.index())
        .containsExactly(3L);
  }

  @Test
  void whatGatesDecidedBeforeAChangeOfTheRoomIsRefused() {
    String room = newRoom();
    setGate(room, true);
    GateView view = view(room);
    HeadConditions decided =
        HeadConditions.gated(view.room().configVersion(), view.room().nextIndex());
    changed(new RoomChange.Detach(room, TestChannel.WEB.id(), Optional.empty()));

    assertRefused(room, decided);
  }

  @Test
  void ofManyWhoDecidedOnOneViewOneIsStored() {
    String room = newRoom();
    setGate(room, true);
    GateView view = view(room);
    HeadConditions decided =
        HeadConditions.gated(view.room().configVersion(), view.room().nextIndex());

    List<RoomOutcome> outcomes =
        Together.run(
            8, i -> () -> commit(RoomCommit.of(room, decided, Events.texts(room, "from " + i))));

    assertThat(outcomes).filteredOn(RoomOutcome.Applied.class::isInstance).hasSize(1);
    assertThat(outcomes).filteredOn(RoomOutcome.Unmatched.class::isInstance).hasSize(7);
    assertThat(indices(room)).containsExactly(0L);
  }

  private void assertRefused(String room, HeadConditions conditions) {
    RoomCommit keyed =
        RoomCommit.of(room, conditions, List.of(Events.keyed(room, "refused", "refused")));
    RoomCommit several =
        RoomCommit.of(room, conditions, Events.texts(room, "refused", "refused as well"));
    assertUnwritten(
        room,
        () -> {
          assertThat(commit(keyed)).isEqualTo(new RoomOutcome.Unmatched());
          assertThat(commit(several)).isEqualTo(new RoomOutcome.Unmatched());
        });
    assertThat(view(room, key(room, "refused")).owned()).isEmpty();
  }
}
