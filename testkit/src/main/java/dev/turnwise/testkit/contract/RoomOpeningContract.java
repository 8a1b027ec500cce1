package dev.turnwise.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnwise.model.AgentResponsePolicy;
import dev.turnwise.model.ChannelBinding;
import dev.turnwise.model.Room;
import dev.turnwise.model.RoomStatus;
import dev.turnwise.model.RoomTimers;
import dev.turnwise.store.NewRoom;
import dev.turnwise.store.RoomChange;
import dev.turnwise.store.RoomFilter;
import dev.turnwise.store.RoomOpening;
import dev.turnwise.store.RoomSnapshot;
import dev.turnwise.store.Route;
import dev.turnwise.testkit.fake.Rooms;
import dev.turnwise.testkit.fake.TestChannel;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Creating rooms, all or nothing, and listing them. */
public abstract class RoomOpeningContract extends ConversationStoreContract {

  @Test
  void aNewRoomIsActiveEmptyAndAsWanted() {
    String id = Rooms.uniqueId("room");
    RoomTimers timers = new RoomTimers(Duration.ofHours(1), Duration.ofDays(2));
    NewRoom wanted =
        new NewRoom(
            id,
            "org-1",
            timers,
            Map.of("topic", "billing", "nested", Map.of("n", 1)),
            AgentResponsePolicy.ADDRESSED_ONLY,
            List.of(TestChannel.WEB.in(id), TestChannel.PHONE.in(id)),
            Optional.empty());

    Room room = ((RoomOpening.Opened) store().open(wanted)).room();

    assertThat(room)
        .isEqualTo(
            Room.create(id, room.createdAt()).toBuilder()
                .organizationId("org-1")
                .timers(timers)
                .metadata(wanted.metadata())
                .agentResponsePolicy(AgentResponsePolicy.ADDRESSED_ONLY)
                .timelineEpoch(room.timelineEpoch())
                .build());
    assertThat(room.createdAt()).isEqualTo(room.createdAt().truncatedTo(ChronoUnit.MICROS));
    assertThat(store().room(id)).contains(room);
  }

  @Test
  void theSnapshotOfANewRoomShowsItsHeadAndConfiguration() {
    String id = Rooms.uniqueId("room");
    open(
        Rooms.room(
            id,
            "org-1",
            TestChannel.WEB.in(id),
            TestChannel.AGENT.in(id),
            TestChannel.PHONE.in(id)));

    RoomSnapshot snapshot = snapshot(id);

    assertThat(snapshot)
        .isEqualTo(
            new RoomSnapshot(
                id,
                "org-1",
                RoomStatus.ACTIVE,
                false,
                snapshot.configVersion(),
                0,
                AgentResponsePolicy.AGENT_CHAIN,
                snapshot.bindings(),
                Set.of()));
    assertThat(snapshot.bindings().keySet()).containsExactly("web", "agent", "phone");
    ChannelBinding web = binding(id, "web");
    assertThat(web)
        .isEqualTo(TestChannel.WEB.in(id).toBuilder().attachedAt(web.attachedAt()).build());
  }

  @Test
  void theFirstMessageOfARoomIsIndexZeroWhateverItsChannels() {
    String room = newRoom();

    assertThat(timeline(room)).isEmpty();
    assertThat(append(room, "first").getFirst().index()).isZero();
  }

  @Test
  void anIdThatIsTakenCreatesNothing() {
    String room = newRoom();
    append(room, "here");
    NewRoom again =
        Rooms.room(room, "another-org", new TestChannel("other", TestChannel.WEB.type()).in(room));

    assertUnwritten(
        room, () -> assertThat(store().open(again)).isEqualTo(new RoomOpening.IdTaken()));
  }

  @Test
  void aRouteThatIsTakenCreatesNothing() {
    Route route = new Route(null, "phone", Rooms.uniqueId("+49"));
    String first = Rooms.uniqueId("room");
    open(Rooms.routed(Rooms.room(first, TestChannel.PHONE.in(first)), route));
    String second = Rooms.uniqueId("room");

    RoomOpening opening =
        store().open(Rooms.routed(Rooms.room(second, TestChannel.PHONE.in(second)), route));

    assertThat(opening).isEqualTo(new RoomOpening.RouteTaken(first));
    assertThat(store().room(second)).isEmpty();
    assertThat(store().snapshot(second)).isEmpty();
    assertThat(store().routedRoom(route)).contains(first);
  }

  @Test
  void anIdThatIsTakenLeavesItsRouteFree() {
    String room = newRoom();
    Route route = new Route(null, "phone", Rooms.uniqueId("+49"));

    assertThat(store().open(Rooms.routed(Rooms.room(room), route)))
        .isEqualTo(new RoomOpening.IdTaken());

    assertThat(store().routedRoom(route)).isEmpty();
  }

  @Test
  void twoFirstMessagesOpenOneRoom() {
    for (int round = 0; round < 5; round++) {
      Route route = new Route("org", "phone", Rooms.uniqueId("+49"));
      List<String> ids = IntStream.range(0, 8).mapToObj(i -> Rooms.uniqueId("room")).toList();

      List<RoomOpening> openings =
          Together.run(
              8,
              i ->
                  () -> {
                    String id = ids.get(i);
                    return store()
                        .open(Rooms.routed(Rooms.room(id, "org", TestChannel.PHONE.in(id)), route));
                  });

      List<String> opened = new ArrayList<>();
      List<String> routed = new ArrayList<>();
      for (RoomOpening opening : openings) {
        switch (opening) {
          case RoomOpening.Opened(Room room) -> opened.add(room.id());
          case RoomOpening.RouteTaken(String roomId) -> routed.add(roomId);
          case RoomOpening.IdTaken() -> throw new AssertionError("no id is used twice");
        }
      }
      assertThat(opened).hasSize(1);
      assertThat(routed).hasSize(7).containsOnly(opened.getFirst());
      assertThat(ids.stream().filter(id -> store().room(id).isPresent())).isEqualTo(opened);
    }
  }

  @Test
  void ofManyRoomsWithOneIdOneIsOpened() {
    String id = Rooms.uniqueId("room");

    List<RoomOpening> openings =
        Together.run(
            8, i -> () -> store().open(Rooms.room(id, "org-" + i, TestChannel.PHONE.in(id))));

    List<Room> opened =
        openings.stream()
            .filter(RoomOpening.Opened.class::isInstance)
            .map(opening -> ((RoomOpening.Opened) opening).room())
            .toList();
    assertThat(opened).hasSize(1);
    assertThat(openings.stream().filter(new RoomOpening.IdTaken()::equals)).hasSize(7);
    assertThat(store().room(id)).contains(opened.getFirst());
  }

  @Test
  void unknownRoomsAreAbsent() {
    String nowhere = Rooms.uniqueId("nowhere");

    assertThat(store().room(nowhere)).isEmpty();
    assertThat(store().snapshot(nowhere)).isEmpty();
  }

  @Test
  void roomsAreListedNewestFirstPageByPage() {
    String org = Rooms.uniqueId("org");
    List<String> ids = new ArrayList<>();
    for (int i = 0; i < 7; i++) {
      ids.addFirst(open(Rooms.room("room-" + (9 - i) + Rooms.uniqueId(""), org)));
    }
    List<String> expected = newestFirst(ids);

    RoomFilter filter = RoomFilter.of(org).withLimit(3);
    List<String> first = list(filter);
    List<String> second = list(filter.after(first.getLast()));
    List<String> third = list(filter.after(second.getLast()));

    assertThat(first).hasSize(3);
    assertThat(third).hasSize(1);
    assertThat(List.of(first, second, third))
        .flatMap(page -> page)
        .containsExactlyElementsOf(expected);
    assertThat(list(filter.after(third.getLast()))).isEmpty();
    assertThat(list(RoomFilter.of(org))).isEqualTo(expected);
  }

  /** By time of creation, and by id where two were created in the same microsecond. */
  private List<String> newestFirst(List<String> ids) {
    return ids.stream()
        .map(this::room)
        .sorted(Comparator.comparing(Room::createdAt).thenComparing(Room::id).reversed())
        .map(Room::id)
        .toList();
  }

  @Test
  void aListShowsOneOrganisation() {
    String org = Rooms.uniqueId("org");
    String other = Rooms.uniqueId("org");
    String room = open(Rooms.room(Rooms.uniqueId("room"), org));
    String roomOfOther = open(Rooms.room(Rooms.uniqueId("room"), other));
    String roomOfNone = open(Rooms.room(Rooms.uniqueId("room")));

    assertThat(list(RoomFilter.of(org))).containsExactly(room);
    assertThat(list(RoomFilter.of(other))).containsExactly(roomOfOther);
    assertThat(list(RoomFilter.of(null).withLimit(1_000)))
        .contains(roomOfNone)
        .doesNotContain(room, roomOfOther);
    assertThat(list(RoomFilter.of(Rooms.uniqueId("org")))).isEmpty();
  }

  @Test
  void aListIsNarrowedByStatusAndChannel() {
    String org = Rooms.uniqueId("org");
    List<String> ids = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      String id = Rooms.uniqueId("room");
      ids.add(open(Rooms.room(id, org, TestChannel.PHONE.in(id))));
    }
    moveTo(ids.get(0), RoomStatus.CLOSED);
    moveTo(ids.get(1), RoomStatus.PAUSED);
    changed(new RoomChange.Detach(ids.get(2), "phone", Optional.empty()));

    RoomFilter filter = RoomFilter.of(org);
    assertThat(list(filter.withStatus(RoomStatus.CLOSED))).containsExactly(ids.get(0));
    assertThat(list(filter.withStatus(RoomStatus.PAUSED))).containsExactly(ids.get(1));
    assertThat(list(filter.withStatus(RoomStatus.ACTIVE))).containsExactly(ids.get(2));
    assertThat(list(filter.withStatus(RoomStatus.ARCHIVED))).isEmpty();
    assertThat(list(filter.withChannel("phone"))).containsExactlyInAnyOrder(ids.get(0), ids.get(1));
    assertThat(list(filter.withChannel("web"))).isEmpty();
    assertThat(list(filter.withChannel("phone").withStatus(RoomStatus.PAUSED)))
        .containsExactly(ids.get(1));
  }

  private List<String> list(RoomFilter filter) {
    return store().rooms(filter).stream().map(Room::id).toList();
  }
}
