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
import dev.turnwise.store.RoomCommit;
import dev.turnwise.testkit.fake.Events;
import dev.turnwise.testkit.fake.Rooms;
import dev.turnwise.testkit.fake.TestChannel;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** Participants: senders that are met, people that join, leave and are renamed. */
public abstract class ParticipantContract extends ConversationStoreContract {

  private static final ChangeOutcome UNCHANGED = new ChangeOutcome.Unchanged();

  @Test
  void aSenderIsInsertedWithTheFirstMessage() {
    String room = newRoom();
    Participant alice = aliceInFull(room);

    say(room, alice);

    Participant stored = participant(room, alice);
    assertThat(stored).isEqualTo(alice.toBuilder().joinedAt(stored.joinedAt()).build());
    assertThat(stored.joinedAt()).isAfterOrEqualTo(room(room).createdAt());
    assertThat(store().participants(room)).containsExactly(stored);
  }

  @Test
  void ofAKnownSenderOnlyTheChannelsGrow() {
    String room = newRoom();
    say(room, aliceInFull(room));
    Participant before = participant(room, aliceInFull(room));

    say(
        room,
        Rooms.member(room, Events.ALICE, TestChannel.WEB).toBuilder()
            .displayName("Somebody else")
            .role(ParticipantRole.MEMBER)
            .connectedVia(List.of("web", "phone", "agent"))
            .metadata(Map.of("other", true))
            .build());

    assertThat(participant(room, before))
        .isEqualTo(before.toBuilder().connectedVia(List.of("phone", "web", "agent")).build());
  }

  @Test
  void aSenderSeenAgainOnAKnownChannelStaysTheSame() {
    String room = newRoom();
    say(room, aliceInFull(room));
    say(room, Rooms.member(room, Events.ALICE, TestChannel.WEB));
    Participant before = participant(room, aliceInFull(room));

    say(room, Rooms.member(room, Events.ALICE, TestChannel.WEB));
    say(room, Rooms.member(room, Events.ALICE, TestChannel.PHONE));

    assertThat(participant(room, before)).isEqualTo(before);
  }

  @Test
  void aSenderWhoHadLeftIsNotBroughtBackByAMessage() {
    String room = newRoom();
    say(room, aliceInFull(room));
    changed(new RoomChange.Leave(room, Events.ALICE, Optional.empty()));

    say(room, Rooms.member(room, Events.ALICE, TestChannel.PHONE));

    assertThat(participant(room, aliceInFull(room)).status()).isEqualTo(ParticipantStatus.LEFT);
  }

  @Test
  void meetingSendersIsNoNewConfiguration() {
    String room = newRoom();
    HeadConditions before = asNow(room);

    say(room, Rooms.member(room, Events.ALICE, TestChannel.PHONE));
    say(room, Rooms.member(room, Events.ALICE, TestChannel.WEB));

    assertThat(asNow(room)).isEqualTo(before);
  }

  @Test
  void participantsStandInJoiningOrder() {
    String room = newRoom();
    RoomCommit three =
        RoomCommit.of(room, asNow(room), Events.texts(room, "hi"))
            .withSenders(
                List.of(
                    Rooms.member(room, "zoe", TestChannel.PHONE),
                    Rooms.member(room, "adam", TestChannel.PHONE),
                    Rooms.member(room, "mia", TestChannel.PHONE)));
    placements(commit(three));
    changed(join(Rooms.member(room, "bob", TestChannel.PHONE)));

    assertThat(store().participants(room))
        .extracting(Participant::id)
        .containsExactly("zoe", "adam", "mia", "bob");
  }

  @Test
  void participantsBelongToOneRoom() {
    String room = newRoom();
    String other = newRoom();
    say(room, aliceInFull(room));

    assertThat(store().participants(other)).isEmpty();
    assertThat(store().participant(other, Events.ALICE)).isEmpty();
    assertThat(store().participant(room, "bob")).isEmpty();
    assertThat(store().participants(Rooms.uniqueId("nowhere"))).isEmpty();
  }

  @Test
  void sendersFromManyThreadsLoseNoChannel() {
    String room = newRoom();
    HeadConditions conditions = asNow(room);

    Together.run(
        8,
        i ->
            () -> {
              TestChannel mine = new TestChannel("channel-" + i, TestChannel.WEB.type());
              return placements(
                  commit(
                      RoomCommit.of(room, conditions, Events.texts(room, "hi"))
                          .withSenders(List.of(Rooms.member(room, Events.ALICE, mine)))));
            });

    assertThat(store().participants(room)).hasSize(1);
    assertThat(participant(room, aliceInFull(room)).connectedVia())
        .hasSize(8)
        .doesNotHaveDuplicates();
  }

  @Test
  void joiningAddsAParticipantWithAMarkerAndNoNewConfiguration() {
    String room = newRoom();
    HeadConditions before = asNow(room);
    Participant alice = aliceInFull(room);
    RoomEvent marker = Events.marker(room, EventType.PARTICIPANT_JOINED);

    RoomEvent stored = marked(new RoomChange.Join(room, alice, Optional.of(marker)));

    assertThat(stored).isEqualTo(marker.withIndex(0, stored.createdAt()));
    assertThat(timeline(room)).containsExactly(stored);
    Participant joined = participant(room, alice);
    assertThat(joined).isEqualTo(alice.toBuilder().joinedAt(joined.joinedAt()).build());
    assertThat(asNow(room)).isEqualTo(before);
  }

  @Test
  void joiningAgainIsNothingNew() {
    String room = newRoom();
    changed(join(aliceInFull(room)));

    assertUnchanged(room, marker -> new RoomChange.Join(room, aliceInFull(room), marker));
  }

  @Test
  void joiningOverAnotherChannelMovesThePrimaryAndKeepsTheOld() {
    String room = newRoom();
    changed(join(aliceInFull(room)));
    Participant before = participant(room, aliceInFull(room));

    RoomEvent stored =
        marked(
            new RoomChange.Join(
                room,
                Rooms.member(room, Events.ALICE, TestChannel.WEB),
                Optional.of(Events.marker(room, EventType.PARTICIPANT_JOINED))));

    assertThat(stored.index()).isZero();
    Participant after = participant(room, before);
    assertThat(after.channelId()).isEqualTo("web");
    assertThat(after.connectedVia()).containsExactlyInAnyOrder("phone", "web");
    assertThat(after.toBuilder().channelId("phone").connectedVia(List.of("phone")).build())
        .isEqualTo(before);
  }

  @Test
  void leavingIsMarkedOnceAndJoiningBringsBack() {
    String room = newRoom();
    changed(join(aliceInFull(room)));
    Participant before = participant(room, aliceInFull(room));

    RoomEvent left =
        marked(
            new RoomChange.Leave(
                room, Events.ALICE, Optional.of(Events.marker(room, EventType.PARTICIPANT_LEFT))));

    assertThat(left.index()).isZero();
    assertThat(participant(room, before))
        .isEqualTo(before.toBuilder().status(ParticipantStatus.LEFT).build());
    assertUnchanged(room, marker -> new RoomChange.Leave(room, Events.ALICE, marker));

    RoomEvent back =
        marked(
            new RoomChange.Join(
                room,
                aliceInFull(room),
                Optional.of(Events.marker(room, EventType.PARTICIPANT_JOINED))));
    assertThat(back.index()).isEqualTo(1);
    assertThat(participant(room, before).status()).isEqualTo(ParticipantStatus.ACTIVE);
    assertThat(store().participants(room)).hasSize(1);
  }

  @Test
  void joiningDoesNotLiftABan() {
    String room = newRoom();
    Participant banned = aliceInFull(room).toBuilder().status(ParticipantStatus.BANNED).build();
    changed(join(banned));

    assertUnchanged(room, marker -> new RoomChange.Join(room, aliceInFull(room), marker));
    assertThat(participant(room, banned).status()).isEqualTo(ParticipantStatus.BANNED);
  }

  @Test
  void renamingChangesTheNameAlone() {
    String room = newRoom();
    changed(join(aliceInFull(room)));
    Participant before = participant(room, aliceInFull(room));

    RoomEvent stored =
        marked(
            new RoomChange.Rename(
                room,
                Events.ALICE,
                "Dr. Alice",
                Optional.of(Events.marker(room, EventType.PARTICIPANT_UPDATED))));

    assertThat(stored.index()).isZero();
    assertThat(participant(room, before))
        .isEqualTo(before.toBuilder().displayName("Dr. Alice").build());
    assertUnchanged(room, marker -> new RoomChange.Rename(room, Events.ALICE, "Dr. Alice", marker));
  }

  @Test
  void whoIsNotThereCannotLeaveOrBeRenamed() {
    String room = newRoom();
    Optional<RoomEvent> marker = Optional.of(Events.marker(room, EventType.PARTICIPANT_LEFT));
    ChangeOutcome missing = new ChangeOutcome.TargetMissing();

    assertUnwritten(
        room,
        () -> {
          assertThat(store().change(new RoomChange.Leave(room, "bob", marker))).isEqualTo(missing);
          assertThat(store().change(new RoomChange.Rename(room, "bob", "Bob", marker)))
              .isEqualTo(missing);
        });
    String nowhere = Rooms.uniqueId("nowhere");
    assertThat(store().change(join(Rooms.member(nowhere, "bob", TestChannel.PHONE))))
        .isEqualTo(new ChangeOutcome.RoomMissing());
    assertThat(store().change(new RoomChange.Leave(nowhere, "bob", Optional.empty())))
        .isEqualTo(new ChangeOutcome.RoomMissing());
  }

  @Test
  void aRoomThatIsOverRefusesMarkers() {
    String room = newRoom();
    changed(join(aliceInFull(room)));
    moveTo(room, RoomStatus.CLOSED);
    Optional<RoomEvent> marker = Optional.of(Events.marker(room, EventType.PARTICIPANT_LEFT));
    ChangeOutcome forbidden = new ChangeOutcome.StatusForbids(RoomStatus.CLOSED);

    assertUnwritten(
        room,
        () -> {
          assertThat(store().change(new RoomChange.Leave(room, Events.ALICE, marker)))
              .isEqualTo(forbidden);
          assertThat(store().change(new RoomChange.Rename(room, Events.ALICE, "A.", marker)))
              .isEqualTo(forbidden);
          assertThat(
                  store()
                      .change(
                          new RoomChange.Join(
                              room, Rooms.member(room, "bob", TestChannel.PHONE), marker)))
              .isEqualTo(forbidden);
        });
    changed(new RoomChange.Leave(room, Events.ALICE, Optional.empty()));
    assertThat(participant(room, aliceInFull(room)).status()).isEqualTo(ParticipantStatus.LEFT);
  }

  @Test
  void aParticipantSurvivesWithEveryField() {
    String room = newRoom();
    Participant everything =
        aliceInFull(room).toBuilder()
            .status(ParticipantStatus.INACTIVE)
            .candidates(List.of("identity-1", "identity-2"))
            .resolvedAt(Instant.parse("2026-02-03T04:05:06.123456Z"))
            .resolvedBy("auto")
            .connectedVia(List.of("phone", "web"))
            .build();

    changed(join(everything));

    Participant stored = participant(room, everything);
    assertThat(stored).isEqualTo(everything.toBuilder().joinedAt(stored.joinedAt()).build());
  }

  @Test
  void everyRoleStatusAndIdentificationIsKept() {
    String room = newRoom();
    List<Participant> all = new ArrayList<>();
    for (ParticipantRole role : ParticipantRole.values()) {
      all.add(Rooms.member(room, "role " + role, TestChannel.PHONE).toBuilder().role(role).build());
    }
    for (ParticipantStatus status : ParticipantStatus.values()) {
      all.add(
          Rooms.member(room, "status " + status, TestChannel.PHONE).toBuilder()
              .status(status)
              .build());
    }
    for (Identification state : Identification.values()) {
      all.add(
          Rooms.member(room, "identification " + state, TestChannel.PHONE).toBuilder()
              .identification(state)
              .identityId("identity-1")
              .build());
    }

    all.forEach(participant -> changed(join(participant)));

    assertThat(store().participants(room))
        .map(stored -> stored.toBuilder().joinedAt(Instant.EPOCH).build())
        .isEqualTo(all);
  }

  private void say(String room, Participant sender) {
    placements(
        commit(
            RoomCommit.of(room, asNow(room), Events.texts(room, "hi"))
                .withSenders(List.of(sender))));
  }

  private Participant participant(String room, Participant who) {
    return store().participant(room, who.id()).orElseThrow();
  }

  private static RoomChange join(Participant participant) {
    return new RoomChange.Join(participant.roomId(), participant, Optional.empty());
  }

  private void assertUnchanged(String room, Function<Optional<RoomEvent>, RoomChange> change) {
    RoomEvent marker = Events.marker(room, EventType.PARTICIPANT_UPDATED);
    assertUnwritten(
        room,
        () -> {
          assertThat(store().change(change.apply(Optional.empty()))).isEqualTo(UNCHANGED);
          assertThat(store().change(change.apply(Optional.of(marker)))).isEqualTo(UNCHANGED);
        });
  }

  private static Participant aliceInFull(String room) {
    return Rooms.member(room, Events.ALICE, TestChannel.PHONE).toBuilder()
        .displayName("Alice 🌸")
        .role(ParticipantRole.OWNER)
        .identification(Identification.IDENTIFIED)
        .identityId("identity-1")
        .externalId("crm/42")
        .metadata(Map.of("vip", true, "tags", List.of("a", "b")))
        .build();
  }
}
