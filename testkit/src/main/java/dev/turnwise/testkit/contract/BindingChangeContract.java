package dev.turnwise.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnwise.model.Access;
import dev.turnwise.model.ChannelBinding;
import dev.turnwise.model.EventType;
import dev.turnwise.model.RoomEvent;
import dev.turnwise.model.RoomStatus;
import dev.turnwise.model.Visibility;
import dev.turnwise.store.ChangeOutcome;
import dev.turnwise.store.HeadConditions;
import dev.turnwise.store.RoomChange;
import dev.turnwise.store.RoomChange.BindingPatch;
import dev.turnwise.store.RoomCommit;
import dev.turnwise.store.RoomSnapshot;
import dev.turnwise.testkit.fake.Events;
import dev.turnwise.testkit.fake.Rooms;
import dev.turnwise.testkit.fake.TestChannel;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Attaching, detaching and changing channels. */
public abstract class BindingChangeContract extends ConversationStoreContract {

  private static final ChangeOutcome UNCHANGED = new ChangeOutcome.Unchanged();
  private static final ChangeOutcome TARGET_MISSING = new ChangeOutcome.TargetMissing();

  @Test
  void attachingAddsTheChannelWithAMarkerAndANewConfiguration() {
    String room = phoneRoom();
    append(room, "hello");
    RoomSnapshot before = snapshot(room);
    Instant start = room(room).createdAt();
    RoomEvent marker = Events.marker(room, EventType.CHANNEL_ATTACHED);

    RoomEvent stored = marked(attach(room, TestChannel.WEB, marker));

    RoomSnapshot after = snapshot(room);
    ChannelBinding binding = binding(room, TestChannel.WEB.id());
    assertThat(binding)
        .isEqualTo(TestChannel.WEB.in(room).toBuilder().attachedAt(binding.attachedAt()).build());
    assertThat(binding.attachedAt()).isAfterOrEqualTo(start);
    assertThat(after.bindings().keySet()).containsExactly("phone", "web");
    assertThat(after.configVersion()).isGreaterThan(before.configVersion());
    assertThat(stored).isEqualTo(marker.withIndex(1, stored.createdAt()));
    assertThat(timeline(room)).endsWith(stored);
    assertThat(after.nextIndex()).isEqualTo(2);
    assertThat(room(room).eventCount()).isEqualTo(2);
  }

  @Test
  void changesWithoutMarkerTakeNoIndex() {
    String room = phoneRoom();

    assertThat(store().change(attach(room, TestChannel.WEB)))
        .isEqualTo(new ChangeOutcome.Changed(Optional.empty()));

    assertThat(timeline(room)).isEmpty();
    assertThat(snapshot(room).nextIndex()).isZero();
  }

  @Test
  void bindingsStandInTheOrderOfAttachment() {
    String id = Rooms.uniqueId("room");
    String room = open(Rooms.room(id, TestChannel.WEB.in(id), TestChannel.AGENT.in(id)));
    changed(attach(room, TestChannel.PHONE));
    assertThat(snapshot(room).bindings().keySet()).containsExactly("web", "agent", "phone");

    changed(detach(room, TestChannel.WEB));
    changed(attach(room, TestChannel.WEB));

    assertThat(snapshot(room).bindings().keySet()).containsExactly("agent", "phone", "web");
  }

  @Test
  void anAttachedChannelIsNotReplaced() {
    String room = phoneRoom();
    RoomChange other =
        new RoomChange.Attach(
            room,
            TestChannel.PHONE.in(room).withAccess(Access.READ_ONLY),
            false,
            Optional.of(Events.marker(room, EventType.CHANNEL_ATTACHED)));

    assertUnwritten(room, () -> assertThat(store().change(other)).isEqualTo(UNCHANGED));
    assertUnwritten(
        room,
        () -> assertThat(store().change(attach(room, TestChannel.PHONE))).isEqualTo(UNCHANGED));
  }

  @Test
  void detachingIsRememberedUntilAnExplicitAttach() {
    String room = phoneRoom();
    changed(attach(room, TestChannel.WEB));
    long version = snapshot(room).configVersion();
    RoomEvent marker = Events.marker(room, EventType.CHANNEL_DETACHED);

    RoomEvent stored = marked(detach(room, TestChannel.WEB, marker));

    assertThat(stored.index()).isZero();
    assertThat(timeline(room)).containsExactly(stored);
    assertThat(snapshot(room).bindings().keySet()).containsExactly("phone");
    assertThat(snapshot(room).detached()).containsExactly("web");
    assertThat(snapshot(room).configVersion()).isGreaterThan(version);

    RoomChange byItself =
        new RoomChange.Attach(room, TestChannel.WEB.in(room), false, Optional.empty());
    assertUnwritten(
        room,
        () -> assertThat(store().change(byItself)).isEqualTo(new ChangeOutcome.WasDetached()));

    changed(attach(room, TestChannel.WEB));
    assertThat(snapshot(room).bindings().keySet()).containsExactly("phone", "web");
    assertThat(snapshot(room).detached()).isEmpty();
  }

  @Test
  void aChannelThatWasNeverThereMayBeAttachedOnBehalfOfAMessage() {
    String room = phoneRoom();
    RoomChange byItself =
        new RoomChange.Attach(room, TestChannel.WEB.in(room), false, Optional.empty());

    assertThat(store().change(byItself)).isEqualTo(new ChangeOutcome.Changed(Optional.empty()));
    assertThat(snapshot(room).bindings()).containsKey("web");
  }

  @Test
  void detachingTwiceIsDetachingOnce() {
    String room = phoneRoom();
    changed(detach(room, TestChannel.PHONE));

    assertUnwritten(
        room,
        () ->
            assertThat(
                    store()
                        .change(
                            detach(
                                room,
                                TestChannel.PHONE,
                                Events.marker(room, EventType.CHANNEL_DETACHED))))
                .isEqualTo(UNCHANGED));
  }

  @Test
  void whatWasNeverAttachedCannotBeDetachedOrChanged() {
    String room = phoneRoom();
    RoomEvent marker = Events.marker(room, EventType.CHANNEL_DETACHED);
    BindingPatch patch = BindingPatch.NONE.withMuted(true);

    assertUnwritten(
        room,
        () -> {
          assertThat(store().change(detach(room, TestChannel.WEB, marker)))
              .isEqualTo(TARGET_MISSING);
          assertThat(store().change(rebind(room, TestChannel.WEB, patch)))
              .isEqualTo(TARGET_MISSING);
        });
    changed(attach(room, TestChannel.WEB));
    changed(detach(room, TestChannel.WEB));
    assertUnwritten(
        room,
        () ->
            assertThat(store().change(rebind(room, TestChannel.WEB, patch)))
                .isEqualTo(TARGET_MISSING));
  }

  static Stream<BindingPatch> patches() {
    return Stream.of(
        BindingPatch.NONE.withAccess(Access.READ_ONLY),
        BindingPatch.NONE.withMuted(true),
        BindingPatch.NONE.withOutputMuted(true),
        BindingPatch.NONE.withVisibility(Visibility.of("agent")),
        BindingPatch.NONE.withMetadata(Map.of("persona", "friendly")),
        BindingPatch.NONE.withAccess(Access.NONE).withMuted(true).withMetadata(Map.of()));
  }

  @ParameterizedTest
  @MethodSource("patches")
  void aPatchChangesExactlyWhatItNames(BindingPatch patch) {
    String id = Rooms.uniqueId("room");
    String room =
        newRoomWith(
            TestChannel.PHONE.in(id).withMetadata(Map.of("persona", "strict", "lang", "de")));
    RoomSnapshot before = snapshot(room);
    ChannelBinding binding = binding(room, "phone");
    ChannelBinding expected =
        binding.toBuilder()
            .access(patch.access().orElse(binding.access()))
            .muted(patch.muted().orElse(binding.muted()))
            .outputMuted(patch.outputMuted().orElse(binding.outputMuted()))
            .visibility(patch.visibility().orElse(binding.visibility()))
            .metadata(patch.metadata().orElse(binding.metadata()))
            .build();

    RoomEvent stored =
        marked(
            rebind(room, TestChannel.PHONE, patch, Events.marker(room, EventType.CHANNEL_UPDATED)));

    assertThat(stored.index()).isZero();
    assertThat(snapshot(room).bindings()).isEqualTo(Map.of("phone", expected));
    assertThat(snapshot(room).configVersion()).isGreaterThan(before.configVersion());

    assertUnwritten(
        room,
        () ->
            assertThat(
                    store()
                        .change(
                            rebind(
                                room,
                                TestChannel.PHONE,
                                patch,
                                Events.marker(room, EventType.CHANNEL_UPDATED))))
                .isEqualTo(UNCHANGED));
  }

  @Test
  void anEmptyPatchChangesNothing() {
    String room = phoneRoom();

    assertUnwritten(
        room,
        () ->
            assertThat(store().change(rebind(room, TestChannel.PHONE, BindingPatch.NONE)))
                .isEqualTo(UNCHANGED));
  }

  @ParameterizedTest
  @EnumSource(names = {"CLOSED", "ARCHIVED"})
  void aRoomThatIsOverRefusesChangesWithMarkersAndTakesOthers(RoomStatus status) {
    String room = newRoom();
    moveTo(room, status);
    ChangeOutcome forbidden = new ChangeOutcome.StatusForbids(status);
    RoomEvent marker = Events.marker(room, EventType.CHANNEL_UPDATED);
    TestChannel other = new TestChannel("other", TestChannel.WEB.type());

    assertUnwritten(
        room,
        () -> {
          assertThat(store().change(attach(room, other, marker))).isEqualTo(forbidden);
          assertThat(store().change(detach(room, TestChannel.WEB, marker))).isEqualTo(forbidden);
          assertThat(
                  store()
                      .change(
                          rebind(room, TestChannel.WEB, BindingPatch.NONE.withMuted(true), marker)))
              .isEqualTo(forbidden);
        });

    changed(attach(room, other));
    changed(rebind(room, TestChannel.WEB, BindingPatch.NONE.withMuted(true)));
    changed(detach(room, TestChannel.WEB));
    assertThat(snapshot(room).bindings()).containsKey("other").doesNotContainKey("web");
    assertThat(timeline(room)).isEmpty();
  }

  @Test
  void aPausedRoomTakesMarkers() {
    String room = phoneRoom();
    moveTo(room, RoomStatus.PAUSED);

    RoomEvent stored =
        marked(attach(room, TestChannel.WEB, Events.marker(room, EventType.CHANNEL_ATTACHED)));

    assertThat(stored.index()).isZero();
  }

  @Test
  void aRoomThatDoesNotExistIsMissing() {
    String nowhere = Rooms.uniqueId("nowhere");
    ChangeOutcome missing = new ChangeOutcome.RoomMissing();

    assertThat(store().change(attach(nowhere, TestChannel.WEB))).isEqualTo(missing);
    assertThat(store().change(detach(nowhere, TestChannel.WEB))).isEqualTo(missing);
    assertThat(store().change(rebind(nowhere, TestChannel.WEB, BindingPatch.NONE)))
        .isEqualTo(missing);
    assertThat(store().room(nowhere)).isEmpty();
  }

  @Test
  void theSameAttachFromManyThreadsHappensOnce() {
    String room = phoneRoom();

    List<ChangeOutcome> outcomes =
        Together.run(
            8,
            i ->
                () ->
                    store()
                        .change(
                            attach(
                                room,
                                TestChannel.WEB,
                                Events.marker(room, EventType.CHANNEL_ATTACHED))));

    assertThat(outcomes.stream().filter(ChangeOutcome.Changed.class::isInstance)).hasSize(1);
    assertThat(outcomes.stream().filter(UNCHANGED::equals)).hasSize(7);
    assertThat(indices(room)).containsExactly(0L);
  }

  @Test
  void markersAndMessagesShareOneNumbering() {
    String room = phoneRoom();

    Together.run(
        4,
        writer ->
            () -> {
              for (int i = 0; i < 10; i++) {
                if (writer % 2 == 0) {
                  TestChannel mine =
                      new TestChannel("c-" + writer + "-" + i, TestChannel.WEB.type());
                  changed(attach(room, mine, Events.marker(room, EventType.CHANNEL_ATTACHED)));
                } else {
                  appendWhateverIsAttached(room);
                }
              }
              return true;
            });

    assertThat(indices(room)).isEqualTo(Stream.iterate(0L, i -> i + 1).limit(40).toList());
    assertThat(snapshot(room).bindings()).hasSize(21);
  }

  private void appendWhateverIsAttached(String room) {
    placements(commit(RoomCommit.of(room, HeadConditions.none(), Events.texts(room, "x"))));
  }

  private String phoneRoom() {
    return newRoomWith(TestChannel.PHONE.in(Rooms.uniqueId("room")));
  }

  private static RoomChange attach(String room, TestChannel channel) {
    return new RoomChange.Attach(room, channel.in(room), true, Optional.empty());
  }

  private static RoomChange attach(String room, TestChannel channel, RoomEvent marker) {
    return new RoomChange.Attach(room, channel.in(room), true, Optional.of(marker));
  }

  private static RoomChange detach(String room, TestChannel channel) {
    return new RoomChange.Detach(room, channel.id(), Optional.empty());
  }

  private static RoomChange detach(String room, TestChannel channel, RoomEvent marker) {
    return new RoomChange.Detach(room, channel.id(), Optional.of(marker));
  }

  private static RoomChange rebind(String room, TestChannel channel, BindingPatch patch) {
    return new RoomChange.Rebind(room, channel.id(), patch, Optional.empty());
  }

  private static RoomChange rebind(
      String room, TestChannel channel, BindingPatch patch, RoomEvent marker) {
    return new RoomChange.Rebind(room, channel.id(), patch, Optional.of(marker));
  }
}
