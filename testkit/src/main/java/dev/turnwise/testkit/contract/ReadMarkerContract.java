package dev.turnwise.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnwise.model.Access;
import dev.turnwise.model.RoomStatus;
import dev.turnwise.model.Visibility;
import dev.turnwise.store.EventQuery;
import dev.turnwise.store.RoomChange;
import dev.turnwise.testkit.fake.Events;
import dev.turnwise.testkit.fake.Rooms;
import dev.turnwise.testkit.fake.TestChannel;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Read markers, which only move forward, and what is unread behind them. */
public abstract class ReadMarkerContract extends ConversationStoreContract {

  private static final String WEB = TestChannel.WEB.id();
  private static final String PHONE = TestChannel.PHONE.id();

  @Test
  void aMarkerMovesForwardAndNeverBack() {
    String room = newRoom();
    append(room, "0", "1", "2", "3", "4");

    assertThat(store().markRead(room, WEB, 2)).contains(2L);
    assertThat(store().markRead(room, WEB, 1)).contains(2L);
    assertThat(store().markRead(room, WEB, 2)).contains(2L);
    assertThat(store().markRead(room, WEB, 3)).contains(3L);
    assertThat(store().readMarkers(room)).isEqualTo(Map.of(WEB, 3L));
  }

  @Test
  void aMarkerStopsAtTheEndOfTheTimeline() {
    String room = newRoom();
    append(room, "0", "1", "2");

    assertThat(store().markRead(room, WEB, 7)).contains(2L);
    append(room, "3");

    assertThat(store().readMarkers(room)).isEqualTo(Map.of(WEB, 2L));
    assertThat(store().unreadCount(room, WEB)).isEqualTo(1);
  }

  @Test
  void nothingReadLeavesNoMarker() {
    String room = newRoom();
    append(room, "0");

    assertThat(store().markRead(room, WEB, -1)).contains(-1L);
    assertThat(store().markRead(room, WEB, -5)).contains(-1L);
    assertThat(store().readMarkers(room)).isEmpty();
    assertThat(store().unreadCount(room, WEB)).isEqualTo(1);
  }

  @Test
  void theFirstEventCanBeRead() {
    String room = newRoom();
    append(room, "0");

    assertThat(store().markRead(room, WEB, 0)).contains(0L);
    assertThat(store().readMarkers(room)).isEqualTo(Map.of(WEB, 0L));
    assertThat(store().unreadCount(room, WEB)).isZero();
  }

  @Test
  void allOfAnEmptyRoomIsNothing() {
    String room = newRoom();

    assertThat(store().markAllRead(room, WEB)).contains(-1L);
    assertThat(store().markRead(room, WEB, 0)).contains(-1L);
    assertThat(store().readMarkers(room)).isEmpty();

    append(room, "0");
    assertThat(store().unreadCount(room, WEB)).isEqualTo(1);
  }

  @Test
  void markingAllReadsUpToTheEnd() {
    String room = newRoom();
    append(room, "0", "1", "2");

    assertThat(store().markAllRead(room, WEB)).contains(2L);
    assertThat(store().unreadCount(room, WEB)).isZero();
    append(room, "3");
    assertThat(store().unreadCount(room, WEB)).isEqualTo(1);
    assertThat(store().markAllRead(room, WEB)).contains(3L);
  }

  @Test
  void channelsHaveMarkersOfTheirOwn() {
    String room = newRoom();
    append(room, "0", "1", "2");
    store().markRead(room, WEB, 0);
    store().markAllRead(room, TestChannel.AGENT.id());

    assertThat(store().readMarkers(room)).isEqualTo(Map.of(WEB, 0L, TestChannel.AGENT.id(), 2L));
    assertThat(store().unreadCount(room, WEB)).isEqualTo(2);
    assertThat(store().unreadCount(room, TestChannel.AGENT.id())).isZero();
  }

  @Test
  void roomsHaveMarkersOfTheirOwn() {
    String room = newRoom();
    String other = newRoom();
    append(room, "0");
    append(other, "0");
    store().markAllRead(room, WEB);

    assertThat(store().readMarkers(other)).isEmpty();
    assertThat(store().unreadCount(other, WEB)).isEqualTo(1);
  }

  @Test
  void unknownRoomsHaveNoMarkers() {
    String nowhere = Rooms.uniqueId("nowhere");

    assertThat(store().markRead(nowhere, WEB, 3)).isEmpty();
    assertThat(store().markAllRead(nowhere, WEB)).isEmpty();
    assertThat(store().readMarkers(nowhere)).isEmpty();
    assertThat(store().unreadCount(nowhere, WEB)).isZero();
  }

  @Test
  void aRoomThatIsOverCanStillBeRead() {
    String room = newRoom();
    append(room, "0", "1");
    moveTo(room, RoomStatus.CLOSED);

    assertThat(store().markRead(room, WEB, 0)).contains(0L);
    assertThat(store().markAllRead(room, WEB)).contains(1L);
  }

  @Test
  void unreadIsWhatTheChannelMaySeeOfOthersAndIsNotBlocked() {
    String room = newRoom();
    append(room, "seen", "seen too");
    append(Events.message(room, "hidden").visibility(Visibility.of("agent")).build());
    append(Events.text(room, "spam").blocked("spam-filter"));
    append(Events.text(room, "my own", TestChannel.WEB.by("bob")));

    assertThat(store().unreadCount(room, WEB)).isEqualTo(2);
    assertThat(store().unreadCount(room, TestChannel.AGENT.id())).isEqualTo(4);
    assertThat(store().unreadCount(room, PHONE)).isEqualTo(1);

    store().markRead(room, WEB, 0);
    assertThat(store().unreadCount(room, WEB)).isEqualTo(1);
  }

  @Test
  void aChannelThatMayNotReadOrIsNotAttachedHasNothingUnread() {
    String room = newRoom();
    append(room, "0");
    RoomChange.BindingPatch writeOnly = RoomChange.BindingPatch.NONE.withAccess(Access.WRITE_ONLY);
    store().change(new RoomChange.Rebind(room, WEB, writeOnly, Optional.empty()));
    store().change(new RoomChange.Detach(room, TestChannel.AGENT.id(), Optional.empty()));

    assertThat(store().unreadCount(room, WEB)).isZero();
    assertThat(store().unreadCount(room, TestChannel.AGENT.id())).isZero();
    assertThat(store().unreadCount(room, "stranger")).isZero();
  }

  @Test
  void removedEventsAreNotUnread() {
    String room = newRoom();
    var events = append(room, "0", "1", "2");
    stored(place(room, Events.remove(events.get(1), false)));

    // Two texts, and the event that tells of the removal.
    assertThat(store().unreadCount(room, WEB)).isEqualTo(3);
    store().markRead(room, WEB, 1);
    assertThat(store().unreadCount(room, WEB)).isEqualTo(2);
  }

  @Test
  void marksOfManyThreadsEndAtTheFurthest() {
    String room = newRoom();
    append(room, "0", "1", "2", "3", "4", "5", "6", "7");

    List<Long> answers =
        Together.run(8, i -> () -> store().markRead(room, WEB, 7 - i).orElseThrow());

    for (int i = 0; i < 8; i++) {
      assertThat(answers.get(i)).isGreaterThanOrEqualTo(7L - i);
    }
    assertThat(store().readMarkers(room)).isEqualTo(Map.of(WEB, 7L));
    assertThat(store().page(EventQuery.latest(room)).latestIndex()).isEqualTo(7);
  }
}
