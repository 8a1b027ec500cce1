package dev.turnwise.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnwise.model.RoomStatus;
import dev.turnwise.store.CursorStep;
import dev.turnwise.store.HeadConditions;
import dev.turnwise.store.RoomCommit;
import dev.turnwise.store.RoomOutcome;
import dev.turnwise.testkit.fake.Events;
import dev.turnwise.testkit.fake.Rooms;
import dev.turnwise.testkit.fake.TestChannel;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** R1: a commit whose condition on the head row fails writes nothing at all. */
public abstract class HeadConditionContract extends ConversationStoreContract {

  private static final HeadConditions NONE = HeadConditions.none();
  private static final String BOB = "bob";

  @ParameterizedTest
  @EnumSource(names = {"CLOSED", "ARCHIVED"})
  void aRoomThatMustBeOpenRefusesWhenItIsOver(RoomStatus status) {
    String room = newRoom();
    moveTo(room, status);

    assertRefused(room, new HeadConditions(true, false, none(), none(), none()));
  }

  @ParameterizedTest
  @EnumSource(names = {"ACTIVE", "PAUSED"})
  void aRoomThatMustBeOpenAcceptsWhenItIsActiveOrPaused(RoomStatus status) {
    String room = newRoom();
    if (status == RoomStatus.PAUSED) {
      moveTo(room, status);
    }

    assertAccepted(room, new HeadConditions(true, false, none(), none(), none()));
  }

  @Test
  void aRoomThatMustHaveNoHooksRefusesWhileItIsGated() {
    String room = newRoom();
    HeadConditions ungated = new HeadConditions(false, true, none(), none(), none());
    heads().setGated(room, true);
    assertThat(snapshot(room).gated()).isTrue();

    assertRefused(room, ungated);
    assertAccepted(room, HeadConditions.gated(snapshot(room).configVersion(), 0));

    heads().setGated(room, false);
    assertThat(snapshot(room).gated()).isFalse();
    assertAccepted(room, ungated);
  }

  @ParameterizedTest
  @ValueSource(longs = {-1, 1})
  void anotherConfigurationThanDecidedOnRefuses(long difference) {
    String room = newRoom();
    long version = snapshot(room).configVersion();

    assertRefused(
        room,
        new HeadConditions(false, false, OptionalLong.of(version + difference), none(), none()));
    assertAccepted(
        room, new HeadConditions(false, false, OptionalLong.of(version), none(), none()));
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 1, 3})
  void anotherNextIndexThanDecidedOnRefuses(long wrong) {
    String room = newRoom();
    append(room, "a", "b");

    assertRefused(room, new HeadConditions(false, false, none(), OptionalLong.of(wrong), none()));
    assertAccepted(room, new HeadConditions(false, false, none(), OptionalLong.of(2), none()));
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 6, 8})
  void aTurnThatIsNotTheRoomsTurnAnyMoreRefuses(long wrong) {
    String room = newRoom();
    heads().setTurnFence(room, 7);

    assertRefused(room, NONE.withTurnFence(wrong));
    assertAccepted(room, NONE.withTurnFence(7));
  }

  @Test
  void oneFailingConditionAmongMatchingOnesRefuses() {
    String room = newRoom();
    append(room, "a");
    heads().setTurnFence(room, 3);
    long version = snapshot(room).configVersion();

    assertRefused(room, HeadConditions.gated(version + 1, 1).withTurnFence(3));
    assertRefused(room, HeadConditions.gated(version, 0).withTurnFence(3));
    assertRefused(room, HeadConditions.gated(version, 1).withTurnFence(2));
    assertAccepted(room, HeadConditions.gated(version, 1).withTurnFence(3));
  }

  @Test
  void aStepMovesTheCursorWithOrWithoutEvents() {
    String room = newRoom();
    append(room, "a", "b", "c");

    assertThat(commit(step(room, -1, 0, 0))).isEqualTo(new RoomOutcome.Applied(List.of()));
    assertThat(room(room).deliveredIndex()).isZero();

    RoomCommit answer =
        RoomCommit.of(room, NONE, Events.texts(room, "d")).withStep(new CursorStep(0, 2, 0));
    assertThat(stored(placements(commit(answer))).getFirst().index()).isEqualTo(3);
    assertThat(room(room).deliveredIndex()).isEqualTo(2);
    assertThat(snapshot(room).nextIndex()).isEqualTo(4);
  }

  @ParameterizedTest
  @ValueSource(longs = {-1, 1})
  void aStepFromElsewhereThanTheCursorStandsRefuses(long wrongFrom) {
    String room = newRoom();
    append(room, "a", "b", "c");
    assertThat(commit(step(room, -1, 0, 0))).isInstanceOf(RoomOutcome.Applied.class);

    assertRefused(room, new CursorStep(wrongFrom, 2, 0));
    assertAccepted(room, new CursorStep(0, 2, 0));
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 4, 6})
  void aStepOfAnotherDeliveryEpochRefuses(long wrongEpoch) {
    String room = newRoom();
    append(room, "a");
    heads().setDeliveryEpoch(room, 5);

    assertRefused(room, new CursorStep(-1, 0, wrongEpoch));
    assertAccepted(room, new CursorStep(-1, 0, 5));
  }

  @Test
  void aStepBeyondTheLastEventRefusesEvenIfItsOwnEventsWouldFillIt() {
    String room = newRoom();
    append(room, "a", "b");

    assertRefused(room, new CursorStep(-1, 2, 0));
    assertThat(commit(step(room, -1, 2, 0))).isEqualTo(new RoomOutcome.Unmatched());
    assertAccepted(room, new CursorStep(-1, 1, 0));
  }

  @Test
  void aStepAlsoObeysTheOtherConditions() {
    String room = newRoom();
    append(room, "a");
    heads().setTurnFence(room, 2);

    RoomCommit fenced =
        new RoomCommit(
            room,
            NONE.withTurnFence(1),
            List.of(),
            List.of(),
            Optional.of(new CursorStep(-1, 0, 0)));
    assertUnwritten(room, () -> assertThat(commit(fenced)).isEqualTo(new RoomOutcome.Unmatched()));
  }

  @Test
  void deliveryGoesOnInARoomThatIsOver() {
    String room = newRoom();
    append(room, "a");
    moveTo(room, RoomStatus.CLOSED);

    assertThat(commit(step(room, -1, 0, 0))).isEqualTo(new RoomOutcome.Applied(List.of()));
    assertThat(room(room).deliveredIndex()).isZero();
    assertThat(room(room).status()).isEqualTo(RoomStatus.CLOSED);
  }

  @Test
  void aStepWithoutEventsIsNoActivity() {
    String room = newRoom();
    append(room, "a");
    moveTo(room, RoomStatus.PAUSED);
    var before = room(room);

    assertThat(commit(step(room, -1, 0, 0))).isInstanceOf(RoomOutcome.Applied.class);

    assertThat(room(room).status()).isEqualTo(RoomStatus.PAUSED);
    assertThat(room(room).lastActivityAt()).isEqualTo(before.lastActivityAt());
  }

  private static RoomCommit step(String room, long from, long to, long epoch) {
    return new RoomCommit(
        room, NONE, List.of(), List.of(), Optional.of(new CursorStep(from, to, epoch)));
  }

  private static OptionalLong none() {
    return OptionalLong.empty();
  }

  private RoomCommit full(String room, HeadConditions conditions) {
    return RoomCommit.of(
            room,
            conditions,
            List.of(Events.keyed(room, "keyed", "k"), Events.texts(room, "plain").getFirst()))
        .withSenders(List.of(Rooms.member(room, BOB, TestChannel.WEB)));
  }

  private void assertRefused(String room, HeadConditions conditions) {
    assertRefused(room, full(room, conditions));
  }

  private void assertRefused(String room, CursorStep step) {
    assertRefused(room, full(room, NONE).withStep(step));
  }

  private void assertRefused(String room, RoomCommit commit) {
    assertUnwritten(room, () -> assertThat(commit(commit)).isEqualTo(new RoomOutcome.Unmatched()));
    assertThat(store().owners(List.of(Events.claim(room, "k").key()))).isEmpty();
    assertThat(store().participant(room, BOB)).isEmpty();
  }

  private void assertAccepted(String room, HeadConditions conditions) {
    assertAccepted(room, full(room, conditions));
  }

  private void assertAccepted(String room, CursorStep step) {
    assertAccepted(room, full(room, NONE).withStep(step));
  }

  private void assertAccepted(String room, RoomCommit commit) {
    long next = snapshot(room).nextIndex();
    assertThat(placements(commit(commit))).hasSize(2);
    assertThat(store().participant(room, BOB)).isPresent();
    assertThat(snapshot(room).nextIndex()).isGreaterThan(next);
  }
}
