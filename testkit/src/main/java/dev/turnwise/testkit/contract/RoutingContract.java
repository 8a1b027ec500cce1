package dev.turnwise.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnwise.model.ChannelType;
import dev.turnwise.model.ParticipantStatus;
import dev.turnwise.model.Room;
import dev.turnwise.model.RoomStatus;
import dev.turnwise.store.RoomChange;
import dev.turnwise.store.Route;
import dev.turnwise.testkit.fake.Rooms;
import dev.turnwise.testkit.fake.TestChannel;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * How a message finds its room: by route, by its sender's newest room, by the rooms of its channel.
 */
public abstract class RoutingContract extends ConversationStoreContract {

  private static final String SMS = ChannelType.SMS.name();

  @Test
  void aRouteLeadsToTheRoomThatWasOpenedWithIt() {
    Route route = new Route("org", "phone", Rooms.uniqueId("+49"));
    String room = openRouted(route);

    assertThat(store().routedRoom(route)).contains(room);
    assertThat(store().routedRoom(new Route("org2", "phone", route.address()))).isEmpty();
    assertThat(store().routedRoom(new Route(null, "phone", route.address()))).isEmpty();
    assertThat(store().routedRoom(new Route("org", "phone2", route.address()))).isEmpty();
    assertThat(store().routedRoom(new Route("org", "phone", route.address() + "0"))).isEmpty();
  }

  @Test
  void routesOfDifferentOrganisationsLeadToDifferentRooms() {
    String address = Rooms.uniqueId("+49");
    String one = openRouted(new Route("org", "phone", address));
    String none = openRouted(new Route(null, "phone", address));

    assertThat(store().routedRoom(new Route("org", "phone", address))).contains(one);
    assertThat(store().routedRoom(new Route(null, "phone", address))).contains(none);
  }

  @ParameterizedTest
  @EnumSource(names = {"CLOSED", "ARCHIVED"})
  void theEndOfARoomEndsItsRoutes(RoomStatus end) {
    Route route = new Route(null, "phone", Rooms.uniqueId("+49"));
    String room = openRouted(route);

    moveTo(room, end);

    assertThat(store().routedRoom(route)).isEmpty();
    String next = openRouted(route);
    assertThat(store().routedRoom(route)).contains(next);
    if (end == RoomStatus.CLOSED) {
      moveTo(room, RoomStatus.ACTIVE);
      assertThat(store().routedRoom(route)).contains(next);
    }
  }

  @Test
  void aPausedRoomKeepsItsRoutes() {
    Route route = new Route(null, "phone", Rooms.uniqueId("+49"));
    String room = openRouted(route);

    moveTo(room, RoomStatus.PAUSED);

    assertThat(store().routedRoom(route)).contains(room);
  }

  @Test
  void detachingAChannelEndsTheRoutesThroughIt() {
    Route route = new Route(null, "phone", Rooms.uniqueId("+49"));
    String room = openRouted(route);

    changed(new RoomChange.Detach(room, "web", Optional.empty()));
    assertThat(store().routedRoom(route)).contains(room);

    changed(new RoomChange.Detach(room, "phone", Optional.empty()));
    assertThat(store().routedRoom(route)).isEmpty();

    changed(new RoomChange.Attach(room, TestChannel.PHONE.in(room), true, Optional.empty()));
    assertThat(store().routedRoom(route)).isEmpty();
    assertThat(store().routedRoom(new Route(null, "phone", route.address()))).isEmpty();
    assertThat(openRouted(route)).isNotEqualTo(room);
  }

  @Test
  void aSendersNewestRoomIsFound() {
    String org = Rooms.uniqueId("org");
    String sender = Rooms.uniqueId("sender");
    List<String> rooms = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      rooms.add(roomWith(org, sender, TestChannel.PHONE));
    }
    roomWith(org, Rooms.uniqueId("somebody else"), TestChannel.PHONE);
    List<String> newestFirst = newestFirst(rooms);

    assertThat(store().newestRoomOf(org, SMS, sender)).contains(newestFirst.get(0));
    moveTo(newestFirst.get(0), RoomStatus.CLOSED);
    assertThat(store().newestRoomOf(org, SMS, sender)).contains(newestFirst.get(1));
    moveTo(newestFirst.get(1), RoomStatus.PAUSED);
    assertThat(store().newestRoomOf(org, SMS, sender)).contains(newestFirst.get(1));
    moveTo(newestFirst.get(1), RoomStatus.ARCHIVED);
    assertThat(store().newestRoomOf(org, SMS, sender)).contains(newestFirst.get(2));
    moveTo(newestFirst.get(2), RoomStatus.CLOSED);
    assertThat(store().newestRoomOf(org, SMS, sender)).isEmpty();
  }

  @Test
  void aSendersRoomIsFoundWithinItsOrganisationOnly() {
    String org = Rooms.uniqueId("org");
    String sender = Rooms.uniqueId("sender");
    String room = roomWith(org, sender, TestChannel.PHONE);
    String ofNone = roomWith(null, sender, TestChannel.PHONE);

    assertThat(store().newestRoomOf(org, SMS, sender)).contains(room);
    assertThat(store().newestRoomOf(null, SMS, sender)).contains(ofNone);
    assertThat(store().newestRoomOf(Rooms.uniqueId("org"), SMS, sender)).isEmpty();
  }

  @Test
  void aSendersRoomIsFoundByTheTypeOfTheChannelsTheSenderUses() {
    String org = Rooms.uniqueId("org");
    String sender = Rooms.uniqueId("sender");
    String room = roomWith(org, sender, TestChannel.PHONE);

    // The web page is attached too, but the sender was never there.
    assertThat(store().newestRoomOf(org, ChannelType.WEBSOCKET.name(), sender)).isEmpty();
    assertThat(store().newestRoomOf(org, ChannelType.EMAIL.name(), sender)).isEmpty();

    changed(
        new RoomChange.Join(room, Rooms.member(room, sender, TestChannel.WEB), Optional.empty()));
    assertThat(store().newestRoomOf(org, ChannelType.WEBSOCKET.name(), sender)).contains(room);
    assertThat(store().newestRoomOf(org, SMS, sender)).contains(room);

    changed(new RoomChange.Detach(room, "phone", Optional.empty()));
    assertThat(store().newestRoomOf(org, SMS, sender)).isEmpty();
  }

  @Test
  void aSenderTakesPartOnlyWhileBeingThere() {
    String org = Rooms.uniqueId("org");
    String sender = Rooms.uniqueId("sender");
    String room = roomWith(org, sender, TestChannel.PHONE);

    changed(new RoomChange.Leave(room, sender, Optional.empty()));
    assertThat(store().participant(room, sender).orElseThrow().status())
        .isEqualTo(ParticipantStatus.LEFT);
    assertThat(store().newestRoomOf(org, SMS, sender)).isEmpty();

    changed(
        new RoomChange.Join(room, Rooms.member(room, sender, TestChannel.PHONE), Optional.empty()));
    assertThat(store().newestRoomOf(org, SMS, sender)).contains(room);
  }

  @Test
  void theNewestTwoOpenRoomsOfAChannelAreListed() {
    String org = Rooms.uniqueId("org");
    assertThat(store().openRoomsWith(org, "phone")).isEmpty();
    List<String> rooms = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      String id = Rooms.uniqueId("room");
      rooms.add(open(Rooms.room(id, org, TestChannel.PHONE.in(id))));
    }
    List<String> newestFirst = newestFirst(rooms);

    assertThat(store().openRoomsWith(org, "phone")).isEqualTo(newestFirst.subList(0, 2));
    moveTo(newestFirst.get(0), RoomStatus.CLOSED);
    assertThat(store().openRoomsWith(org, "phone")).isEqualTo(newestFirst.subList(1, 3));
    moveTo(newestFirst.get(2), RoomStatus.PAUSED);
    assertThat(store().openRoomsWith(org, "phone")).isEqualTo(newestFirst.subList(1, 3));
    changed(new RoomChange.Detach(newestFirst.get(1), "phone", Optional.empty()));
    assertThat(store().openRoomsWith(org, "phone")).isEqualTo(newestFirst.subList(2, 4));
    moveTo(newestFirst.get(2), RoomStatus.ARCHIVED);
    assertThat(store().openRoomsWith(org, "phone")).containsExactly(newestFirst.get(3));
    moveTo(newestFirst.get(0), RoomStatus.ACTIVE);
    assertThat(store().openRoomsWith(org, "phone"))
        .containsExactly(newestFirst.get(0), newestFirst.get(3));
  }

  @Test
  void openRoomsAreOfOneOrganisationAndOneChannel() {
    String org = Rooms.uniqueId("org");
    String id = Rooms.uniqueId("room");
    String room = open(Rooms.room(id, org, TestChannel.PHONE.in(id)));

    assertThat(store().openRoomsWith(org, "phone")).containsExactly(room);
    assertThat(store().openRoomsWith(org, "web")).isEmpty();
    assertThat(store().openRoomsWith(Rooms.uniqueId("org"), "phone")).isEmpty();
    assertThat(store().openRoomsWith(null, "phone")).doesNotContain(room);
  }

  /** A room opened for one conversation must not be found by another. */
  @Test
  void roomsWithARouteThroughTheChannelAreLeftOut() {
    String org = Rooms.uniqueId("org");
    Route route = new Route(org, "phone", Rooms.uniqueId("+49"));
    String routed = openRouted(route);
    String id = Rooms.uniqueId("room");
    String free = open(Rooms.room(id, org, TestChannel.PHONE.in(id), TestChannel.WEB.in(id)));

    assertThat(store().openRoomsWith(org, "phone")).containsExactly(free);
    // Its route goes through the phone, not through the web page.
    assertThat(store().openRoomsWith(org, "web")).containsExactlyInAnyOrder(free, routed);

    moveTo(routed, RoomStatus.CLOSED);
    moveTo(routed, RoomStatus.ACTIVE);
    assertThat(store().openRoomsWith(org, "phone")).containsExactlyInAnyOrder(free, routed);
  }

  private String openRouted(Route route) {
    String id = Rooms.uniqueId("room");
    return open(
        Rooms.routed(
            Rooms.room(
                id, route.organizationId(), TestChannel.PHONE.in(id), TestChannel.WEB.in(id)),
            route));
  }

  private String roomWith(@Nullable String org, String sender, TestChannel reachedThrough) {
    String id = Rooms.uniqueId("room");
    open(Rooms.room(id, org, TestChannel.PHONE.in(id), TestChannel.WEB.in(id)));
    changed(new RoomChange.Join(id, Rooms.member(id, sender, reachedThrough), Optional.empty()));
    return id;
  }

  private List<String> newestFirst(List<String> ids) {
    return ids.stream()
        .map(this::room)
        .sorted(Comparator.comparing(Room::createdAt).thenComparing(Room::id).reversed())
        .map(Room::id)
        .toList();
  }
}
