package dev.turnwise.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnwise.model.ChannelBinding;
import dev.turnwise.model.Participant;
import dev.turnwise.model.Room;
import dev.turnwise.model.RoomEvent;
import dev.turnwise.model.RoomStatus;
import dev.turnwise.store.Append;
import dev.turnwise.store.ChangeOutcome;
import dev.turnwise.store.CommitBatch;
import dev.turnwise.store.ConversationStore;
import dev.turnwise.store.EventQuery;
import dev.turnwise.store.HeadConditions;
import dev.turnwise.store.NewRoom;
import dev.turnwise.store.Placement;
import dev.turnwise.store.RoomChange;
import dev.turnwise.store.RoomCommit;
import dev.turnwise.store.RoomOpening;
import dev.turnwise.store.RoomOutcome;
import dev.turnwise.store.RoomSnapshot;
import dev.turnwise.testkit.fake.Events;
import dev.turnwise.testkit.fake.Rooms;
import dev.turnwise.testkit.fake.TestChannel;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * Common ground of the contracts of {@link ConversationStore}: each subclass is one behaviour.
 *
 * <p>A store passes if a concrete subclass of every contract passes. The store may be shared by all
 * tests and by other users, as tests make rooms, organisations and keys of their own; only {@code
 * AuditContract} wants an empty one.
 */
public abstract class ConversationStoreContract {

  /** The store under test, ready for use. The same one throughout a test. */
  protected abstract ConversationStore store();

  /** Access behind that store. */
  protected abstract HeadTampering heads();

  /** A new room with a phone, a web page and an agent. */
  String newRoom() {
    String id = Rooms.uniqueId("room");
    return open(
        Rooms.room(id, TestChannel.PHONE.in(id), TestChannel.WEB.in(id), TestChannel.AGENT.in(id)));
  }

  /** A new room with this channel alone. */
  String newRoomWith(ChannelBinding binding) {
    return open(Rooms.room(binding.roomId(), binding));
  }

  String open(NewRoom room) {
    assertThat(store().open(room)).isInstanceOf(RoomOpening.Opened.class);
    return room.id();
  }

  Room room(String roomId) {
    return store().room(roomId).orElseThrow();
  }

  RoomSnapshot snapshot(String roomId) {
    return store().snapshot(roomId).orElseThrow();
  }

  /** The binding of an attached channel. */
  ChannelBinding binding(String roomId, String channelId) {
    return Objects.requireNonNull(snapshot(roomId).bindings().get(channelId), channelId);
  }

  /** The conditions of a commit that was decided on what the room is now. */
  HeadConditions asNow(String roomId) {
    return HeadConditions.ungated(snapshot(roomId).configVersion());
  }

  RoomOutcome commit(RoomCommit commit) {
    return store().commit(CommitBatch.of(commit)).getFirst();
  }

  RoomOutcome commit(String roomId, List<Append> appends) {
    return commit(RoomCommit.of(roomId, asNow(roomId), appends));
  }

  /** Commits under the room's present conditions, which must hold. */
  List<Placement> place(String roomId, List<Append> appends) {
    return placements(commit(roomId, appends));
  }

  Placement place(String roomId, Append append) {
    return place(roomId, List.of(append)).getFirst();
  }

  /** Stores text messages of Alice. */
  List<RoomEvent> append(String roomId, String... texts) {
    return stored(place(roomId, Events.texts(roomId, texts)));
  }

  RoomEvent append(RoomEvent event) {
    return stored(place(event.roomId(), Append.of(event)));
  }

  static List<Placement> placements(RoomOutcome outcome) {
    assertThat(outcome).isInstanceOf(RoomOutcome.Applied.class);
    return ((RoomOutcome.Applied) outcome).placements();
  }

  static List<RoomEvent> stored(List<Placement> placements) {
    return placements.stream().map(ConversationStoreContract::stored).toList();
  }

  static RoomEvent stored(Placement placement) {
    assertThat(placement).isInstanceOf(Placement.Stored.class);
    return ((Placement.Stored) placement).event();
  }

  /** The whole timeline as the host sees it. */
  List<RoomEvent> timeline(String roomId) {
    return store().page(EventQuery.after(roomId, -1).withLimit(EventQuery.MAX_LIMIT)).events();
  }

  List<Long> indices(String roomId) {
    return timeline(roomId).stream().map(RoomEvent::index).toList();
  }

  RoomEvent event(RoomEvent of) {
    return store().event(of.roomId(), of.id()).orElseThrow();
  }

  void moveTo(String roomId, RoomStatus status) {
    changed(new RoomChange.ChangeStatus(roomId, status, Set.of(RoomStatus.values())));
  }

  /** Makes a change that must really happen. */
  void changed(RoomChange change) {
    assertThat(store().change(change)).isInstanceOf(ChangeOutcome.Changed.class);
  }

  /** Makes a change that must really happen and leave a marker. */
  RoomEvent marked(RoomChange change) {
    ChangeOutcome outcome = store().change(change);
    assertThat(outcome).isInstanceOf(ChangeOutcome.Changed.class);
    return ((ChangeOutcome.Changed) outcome).marker().orElseThrow();
  }

  /** Runs something that must not write to the room, and compares everything about it. */
  void assertUnwritten(String roomId, Runnable body) {
    Everything before = everything(roomId);
    body.run();
    assertThat(everything(roomId)).isEqualTo(before);
  }

  private Everything everything(String roomId) {
    return new Everything(
        store().room(roomId),
        store().snapshot(roomId),
        timeline(roomId),
        store().participants(roomId),
        store().readMarkers(roomId));
  }

  private record Everything(
      Optional<Room> room,
      Optional<RoomSnapshot> snapshot,
      List<RoomEvent> timeline,
      List<Participant> participants,
      Map<String, Long> readMarkers) {}
}
