package dev.turnwise.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnwise.model.EventType;
import dev.turnwise.model.Identification;
import dev.turnwise.model.Participant;
import dev.turnwise.model.ParticipantRole;
import dev.turnwise.model.ParticipantStatus;
import dev.turnwise.model.RoomEvent;
import dev.turnwise.model.RoomStatus;
import dev.turnwise.store.ChangeOutcome;
import dev.turnwise.store.HeadConditions;
import dev.turnwise.store.RoomChange;
import dev.turnwise.testkit.fake.Events;
import dev.turnwise.testkit.fake.Rooms;
import dev.turnwise.testkit.fake.TestChannel;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Settling who a participant is. */
public abstract class IdentifyContract extends ConversationStoreContract {

  private static final ChangeOutcome UNCHANGED = new ChangeOutcome.Unchanged();

  private static Participant bob(String room) {
    return Rooms.member(room, "bob", TestChannel.PHONE);
  }

  private static Participant identified(String room, String identity) {
    return bob(room).toBuilder()
        .identification(Identification.IDENTIFIED)
        .identityId(identity)
        .resolvedBy("auto")
        .build();
  }

  private static Participant ambiguous(String room) {
    return bob(room).toBuilder()
        .identification(Identification.AMBIGUOUS)
        .candidates(List.of("identity-1", "identity-2"))
        .build();
  }

  private void identify(Participant found) {
    changed(change(found, Optional.empty()));
  }

  private static RoomChange change(Participant found, Optional<RoomEvent> marker) {
    return new RoomChange.Identify(found.roomId(), found, marker);
  }

  private Participant stored(String room) {
    return store().participant(room, "bob").orElseThrow();
  }

  @Test
  void aParticipantThatIsNotThereIsAdded() {
    String room = newRoom();
    Participant found =
        identified(room, "identity-1").toBuilder()
            .displayName("Bob")
            .role(ParticipantRole.OWNER)
            .externalId("crm/7")
            .metadata(Map.of("vip", true))
            .build();

    identify(found);

    Participant stored = stored(room);
    Instant resolvedAt = Objects.requireNonNull(stored.resolvedAt());
    assertThat(stored)
        .isEqualTo(found.toBuilder().joinedAt(stored.joinedAt()).resolvedAt(resolvedAt).build());
    assertThat(resolvedAt).isAfterOrEqualTo(room(room).createdAt());
    assertThat(stored.joinedAt()).isAfterOrEqualTo(room(room).createdAt());
  }

  @Test
  void theTimeIsTheStoresAndOnlyOfWhatSomebodyResolved() {
    String room = newRoom();
    Participant open = ambiguous(room).toBuilder().resolvedAt(Instant.EPOCH).build();

    identify(open);
    assertThat(stored(room).resolvedAt()).isNull();
    assertThat(stored(room).candidates()).containsExactly("identity-1", "identity-2");

    identify(identified(room, "identity-1").toBuilder().resolvedAt(Instant.EPOCH).build());
    assertThat(stored(room).resolvedAt()).isAfterOrEqualTo(room(room).createdAt());
  }

  @Test
  void ofAKnownParticipantOnlyTheIdentityIsReplaced() {
    String room = newRoom();
    Participant known =
        bob(room).toBuilder()
            .displayName("Bob")
            .role(ParticipantRole.OBSERVER)
            .status(ParticipantStatus.INACTIVE)
            .externalId("crm/7")
            .metadata(Map.of("vip", true))
            .build();
    changed(new RoomChange.Join(room, known, Optional.empty()));
    Participant before = stored(room);

    Participant elsewhere =
        Rooms.member(room, "bob", TestChannel.WEB).toBuilder()
            .identification(Identification.IDENTIFIED)
            .identityId("identity-1")
            .candidates(List.of("identity-1"))
            .resolvedBy("manual")
            .build();
    identify(elsewhere);

    Participant after = stored(room);
    assertThat(after)
        .isEqualTo(
            before.toBuilder()
                .identification(Identification.IDENTIFIED)
                .identityId("identity-1")
                .candidates(List.of("identity-1"))
                .resolvedBy("manual")
                .resolvedAt(after.resolvedAt())
                .build());
  }

  @Test
  void aNameThatWasFoundReplacesTheOneThatIsKnown() {
    String room = newRoom();
    changed(
        new RoomChange.Join(
            room, bob(room).toBuilder().displayName("+49 170").build(), Optional.empty()));

    identify(identified(room, "identity-1").toBuilder().displayName("Bob").build());

    assertThat(stored(room).displayName()).isEqualTo("Bob");
  }

  @Test
  void anIdentityMayBeOpenedAgain() {
    String room = newRoom();
    identify(identified(room, "identity-1"));

    identify(ambiguous(room));

    assertThat(stored(room).identification()).isEqualTo(Identification.AMBIGUOUS);
    assertThat(stored(room).identityId()).isNull();
    assertThat(stored(room).resolvedBy()).isNull();
    assertThat(stored(room).resolvedAt()).isNull();
  }

  @Test
  void settlingTheSameAgainChangesNothing() {
    String room = newRoom();
    identify(identified(room, "identity-1"));
    Participant again =
        identified(room, "identity-1").toBuilder().displayName("Other").resolvedBy("x").build();
    RoomEvent marker = Events.marker(room, EventType.PARTICIPANT_UPDATED);

    assertUnwritten(
        room,
        () -> {
          assertThat(store().change(change(again, Optional.empty()))).isEqualTo(UNCHANGED);
          assertThat(store().change(change(again, Optional.of(marker)))).isEqualTo(UNCHANGED);
        });
  }

  @Test
  void anotherIdentityOrOtherCandidatesAreAChange() {
    String room = newRoom();
    identify(ambiguous(room));
    identify(ambiguous(room).toBuilder().candidates(List.of("identity-3")).build());
    identify(identified(room, "identity-3"));
    identify(identified(room, "identity-4"));

    assertThat(stored(room).identityId()).isEqualTo("identity-4");
    assertThat(stored(room).candidates()).isNull();
  }

  @Test
  void aMarkerComesWithTheChange() {
    String room = newRoom();
    HeadConditions before = asNow(room);
    RoomEvent marker = Events.marker(room, EventType.PARTICIPANT_UPDATED);

    RoomEvent stored = marked(change(identified(room, "identity-1"), Optional.of(marker)));

    assertThat(timeline(room)).containsExactly(stored);
    assertThat(stored.index()).isZero();
    assertThat(asNow(room)).as("no new configuration").isEqualTo(before);
  }

  @Test
  void aRoomThatIsOverRefusesMarkersAndKeepsItsParticipants() {
    String room = newRoom();
    identify(ambiguous(room));
    moveTo(room, RoomStatus.CLOSED);
    RoomEvent marker = Events.marker(room, EventType.PARTICIPANT_UPDATED);

    assertUnwritten(
        room,
        () ->
            assertThat(store().change(change(identified(room, "i"), Optional.of(marker))))
                .isEqualTo(new ChangeOutcome.StatusForbids(RoomStatus.CLOSED)));
  }

  @Test
  void nobodyIsInARoomThatIsNotThere() {
    String nowhere = Rooms.uniqueId("nowhere");

    assertThat(store().change(change(identified(nowhere, "i"), Optional.empty())))
        .isEqualTo(new ChangeOutcome.RoomMissing());
  }
}
