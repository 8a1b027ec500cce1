package dev.turnwise.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnwise.model.RoomStatus;
import dev.turnwise.store.ChangeOutcome;
import dev.turnwise.store.HeadConditions;
import dev.turnwise.store.RoomChange;
import dev.turnwise.store.RoomCommit;
import dev.turnwise.store.RoomOutcome;
import dev.turnwise.testkit.fake.Events;
import dev.turnwise.testkit.fake.Rooms;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** A room's life: which moves there are, what they undo, and what they end for good. */
public abstract class StatusChangeContract extends ConversationStoreContract {

  private static final Set<RoomStatus> ANY = EnumSet.allOf(RoomStatus.class);

  @ParameterizedTest
  @CsvSource({
    "ACTIVE, PAUSED",
    "ACTIVE, CLOSED",
    "ACTIVE, ARCHIVED",
    "PAUSED, ACTIVE",
    "PAUSED, CLOSED",
    "PAUSED, ARCHIVED",
    "CLOSED, ACTIVE",
    "CLOSED, ARCHIVED"
  })
  void aRoomMovesFromOneOfTheGivenStatuses(RoomStatus from, RoomStatus to) {
    String room = roomThatIs(from);

    assertThat(change(room, to, EnumSet.complementOf(EnumSet.of(from))))
        .isEqualTo(new ChangeOutcome.StatusForbids(from));
    assertThat(room(room).status()).isEqualTo(from);
    assertThat(snapshot(room).status()).isEqualTo(from);

    assertThat(change(room, to, Set.of(from)))
        .isEqualTo(new ChangeOutcome.Changed(Optional.empty()));
    assertThat(room(room).status()).isEqualTo(to);
    assertThat(snapshot(room).status()).isEqualTo(to);
    assertThat(timeline(room)).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void aRoomThatIsThereAlreadyIsUnchanged(RoomStatus status) {
    String room = roomThatIs(status);

    assertUnwritten(
        room,
        () -> {
          assertThat(change(room, status, ANY)).isEqualTo(new ChangeOutcome.Unchanged());
          assertThat(change(room, status, Set.of())).isEqualTo(new ChangeOutcome.Unchanged());
        });
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "ARCHIVED")
  void nothingLeadsOutOfTheArchive(RoomStatus to) {
    String room = roomThatIs(RoomStatus.ARCHIVED);

    assertUnwritten(
        room,
        () ->
            assertThat(change(room, to, ANY))
                .isEqualTo(new ChangeOutcome.StatusForbids(RoomStatus.ARCHIVED)));
  }

  @Test
  void aRoomThatDoesNotExistIsMissing() {
    assertThat(change(Rooms.uniqueId("nowhere"), RoomStatus.CLOSED, ANY))
        .isEqualTo(new ChangeOutcome.RoomMissing());
  }

  @ParameterizedTest
  @EnumSource(names = {"CLOSED", "ARCHIVED"})
  void whatWasDecidedBeforeTheEndNeverLandsAfterANewStart(RoomStatus end) {
    String room = newRoom();
    HeadConditions before = asNow(room);
    moveTo(room, end);
    RoomCommit late = RoomCommit.of(room, before, Events.texts(room, "late"));

    assertUnwritten(room, () -> assertThat(commit(late)).isEqualTo(new RoomOutcome.Unmatched()));
    if (end == RoomStatus.CLOSED) {
      moveTo(room, RoomStatus.ACTIVE);
      assertUnwritten(room, () -> assertThat(commit(late)).isEqualTo(new RoomOutcome.Unmatched()));
      assertThat(append(room, "decided anew").getFirst().index()).isZero();
    }
  }

  @Test
  void closingArchivingAndReopeningAreNewConfigurations() {
    String room = newRoom();
    long start = snapshot(room).configVersion();

    moveTo(room, RoomStatus.CLOSED);
    long closed = snapshot(room).configVersion();
    moveTo(room, RoomStatus.ACTIVE);
    long reopened = snapshot(room).configVersion();
    moveTo(room, RoomStatus.ARCHIVED);

    assertThat(List.of(start, closed, reopened, snapshot(room).configVersion()))
        .isSorted()
        .doesNotHaveDuplicates();
  }

  @Test
  void pausingAndResumingAreNotNewConfigurations() {
    String room = newRoom();
    HeadConditions before = asNow(room);

    moveTo(room, RoomStatus.PAUSED);
    assertThat(asNow(room)).isEqualTo(before);
    moveTo(room, RoomStatus.ACTIVE);
    assertThat(asNow(room)).isEqualTo(before);
  }

  @Test
  void theTimeOfClosingIsKeptWhileTheRoomIsClosed() {
    String room = newRoom();
    Instant created = room(room).createdAt();
    assertThat(room(room).closedAt()).isNull();
    moveTo(room, RoomStatus.PAUSED);
    assertThat(room(room).closedAt()).isNull();

    moveTo(room, RoomStatus.CLOSED);
    assertThat(room(room).closedAt()).isNotNull().isAfterOrEqualTo(created);

    moveTo(room, RoomStatus.ACTIVE);
    assertThat(room(room).closedAt()).isNull();
  }

  @Test
  void ofManyWhoCloseOneSucceeds() {
    String room = newRoom();

    List<ChangeOutcome> outcomes =
        Together.run(
            8,
            i ->
                () ->
                    change(room, RoomStatus.CLOSED, Set.of(RoomStatus.ACTIVE, RoomStatus.PAUSED)));

    assertThat(outcomes.stream().filter(ChangeOutcome.Changed.class::isInstance)).hasSize(1);
    assertThat(outcomes.stream().filter(new ChangeOutcome.Unchanged()::equals)).hasSize(7);
  }

  private ChangeOutcome change(String room, RoomStatus to, Set<RoomStatus> from) {
    return store().change(new RoomChange.ChangeStatus(room, to, from));
  }

  private String roomThatIs(RoomStatus status) {
    String room = newRoom();
    if (status != RoomStatus.ACTIVE) {
      moveTo(room, status);
    }
    return room;
  }
}
