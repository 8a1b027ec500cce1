package dev.turnwise.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.turnwise.model.RoomStatus;
import dev.turnwise.model.RoomTimers;
import dev.turnwise.store.RoomChange;
import dev.turnwise.store.Route;
import dev.turnwise.store.TimerTransition;
import dev.turnwise.testkit.fake.Rooms;
import dev.turnwise.testkit.fake.TestChannel;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Timers of rooms: silence pauses, a long pause closes, each transition once.
 *
 * <p>All rooms of the store are scanned, so tests look at their own rooms only. Times are short
 * because no store lets its clock be set: what must fire is awaited, what must not fire has an
 * hour.
 */
public abstract class TimerContract extends ConversationStoreContract {

  private static final Duration SOON = Duration.ofMillis(1);
  private static final Duration MUCH_LATER = Duration.ofHours(1);
  private static final int ALL = 1_000;

  @Test
  void silencePausesAnActiveRoomUnderTheSameConfiguration() {
    String room = roomWith(SOON, MUCH_LATER);
    long version = snapshot(room).configVersion();

    assertThat(fireUntil(room, RoomStatus.PAUSED))
        .containsExactly(new TimerTransition(room, RoomStatus.ACTIVE, RoomStatus.PAUSED));

    assertThat(snapshot(room).status()).isEqualTo(RoomStatus.PAUSED);
    assertThat(snapshot(room).configVersion()).isEqualTo(version);
    assertThat(firedFor(room)).isEmpty();
  }

  @Test
  void aLongPauseClosesTheRoom() {
    Route route = new Route(null, "phone", Rooms.uniqueId("+49"));
    String room = roomWith(SOON, SOON, route);
    append(room, "last words");
    long version = snapshot(room).configVersion();

    assertThat(fireUntil(room, RoomStatus.CLOSED))
        .containsExactly(
            new TimerTransition(room, RoomStatus.ACTIVE, RoomStatus.PAUSED),
            new TimerTransition(room, RoomStatus.PAUSED, RoomStatus.CLOSED));

    assertThat(room(room).status()).isEqualTo(RoomStatus.CLOSED);
    assertThat(room(room).closedAt()).isNotNull();
    assertThat(snapshot(room).configVersion()).isGreaterThan(version);
    assertThat(store().routedRoom(route)).isEmpty();
    assertThat(indices(room)).containsExactly(0L);
    assertThat(firedFor(room)).isEmpty();
  }

  @Test
  void aRoomPausedByHandIsClosedAsWell() {
    String room = roomWith(null, SOON);
    assertThat(firedFor(room)).isEmpty();
    moveTo(room, RoomStatus.PAUSED);

    assertThat(fireUntil(room, RoomStatus.CLOSED))
        .containsExactly(new TimerTransition(room, RoomStatus.PAUSED, RoomStatus.CLOSED));
  }

  @Test
  void roomsWithoutTimersAndThoseWhoseTimeHasNotComeStayAsTheyAre() {
    String without = newRoom();
    String later = roomWith(MUCH_LATER, MUCH_LATER);
    String pausedLater = roomWith(SOON, MUCH_LATER);
    String pausedWithout = roomWith(SOON, null);
    moveTo(pausedLater, RoomStatus.PAUSED);
    moveTo(pausedWithout, RoomStatus.PAUSED);
    String over = roomWith(SOON, SOON);
    moveTo(over, RoomStatus.CLOSED);
    String witness = roomWith(SOON, null);

    fireUntil(witness, RoomStatus.PAUSED);
    store().fireDueTimers(ALL);

    assertThat(List.of(without, later)).allMatch(id -> room(id).status() == RoomStatus.ACTIVE);
    assertThat(List.of(pausedLater, pausedWithout))
        .allMatch(id -> room(id).status() == RoomStatus.PAUSED);
    assertThat(room(over).status()).isEqualTo(RoomStatus.CLOSED);
  }

  @Test
  void timersThatAreChangedTakeEffect() {
    String room = roomWith(MUCH_LATER, null);
    assertThat(firedFor(room)).isEmpty();

    changed(
        new RoomChange.Configure(
            room, Optional.empty(), Optional.of(new RoomTimers(SOON, null)), Map.of()));

    assertThat(fireUntil(room, RoomStatus.PAUSED)).hasSize(1);
  }

  @Test
  void silenceIsCountedFromTheLastEvent() {
    Duration silence = Duration.ofMillis(300);
    String room = roomWith(silence, null);
    Instant opened = room(room).createdAt();
    talkUntil(room, opened.plus(silence.dividedBy(2)));
    Instant last = room(room).lastActivityAt();

    fireUntil(room, RoomStatus.PAUSED);

    assertThat(room(room).updatedAt()).isAfterOrEqualTo(last.plus(silence));
  }

  @Test
  void aPauseIsCountedFromItsBeginning() {
    Duration pause = Duration.ofMillis(300);
    String room = roomWith(null, pause);
    Instant opened = room(room).createdAt();
    talkUntil(room, opened.plus(pause.dividedBy(2)));
    moveTo(room, RoomStatus.PAUSED);
    Instant paused = room(room).updatedAt();

    fireUntil(room, RoomStatus.CLOSED);

    assertThat(room(room).closedAt()).isAfterOrEqualTo(paused.plus(pause));
  }

  @Test
  void anEventEndsThePauseAndItsTimer() {
    String room = roomWith(SOON, MUCH_LATER);
    fireUntil(room, RoomStatus.PAUSED);

    append(room, "I am back");
    assertThat(room(room).status()).isEqualTo(RoomStatus.ACTIVE);

    assertThat(fireUntil(room, RoomStatus.PAUSED))
        .containsExactly(new TimerTransition(room, RoomStatus.ACTIVE, RoomStatus.PAUSED));
  }

  @Test
  void notMoreTimersFireThanWanted() {
    List<String> rooms = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      rooms.add(roomWith(SOON, null));
    }
    List<TimerTransition> fired = new ArrayList<>();

    await()
        .until(
            () -> {
              List<TimerTransition> some = store().fireDueTimers(2);
              assertThat(some.size()).isLessThanOrEqualTo(2);
              fired.addAll(some);
              return rooms.stream().allMatch(id -> room(id).status() == RoomStatus.PAUSED);
            });

    assertThat(fired)
        .filteredOn(transition -> rooms.contains(transition.roomId()))
        .extracting(TimerTransition::roomId)
        .containsExactlyInAnyOrderElementsOf(rooms);
  }

  @Test
  void eachTransitionIsReturnedToOneOfManyScanners() {
    List<String> rooms = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      rooms.add(roomWith(SOON, SOON));
    }
    Set<String> closed = ConcurrentHashMap.newKeySet();

    List<List<TimerTransition>> fired =
        Together.run(
            4,
            i ->
                () -> {
                  List<TimerTransition> mine = new ArrayList<>();
                  await()
                      .pollInterval(Duration.ofMillis(1))
                      .pollDelay(Duration.ZERO)
                      .until(
                          () -> {
                            for (TimerTransition transition : store().fireDueTimers(3)) {
                              mine.add(transition);
                              if (transition.to() == RoomStatus.CLOSED) {
                                closed.add(transition.roomId());
                              }
                            }
                            return closed.containsAll(rooms);
                          });
                  return mine;
                });

    List<TimerTransition> expected = new ArrayList<>();
    for (String room : rooms) {
      expected.add(new TimerTransition(room, RoomStatus.ACTIVE, RoomStatus.PAUSED));
      expected.add(new TimerTransition(room, RoomStatus.PAUSED, RoomStatus.CLOSED));
    }
    assertThat(fired.stream().flatMap(List::stream).filter(t -> rooms.contains(t.roomId())))
        .containsExactlyInAnyOrderElementsOf(expected);
  }

  private String roomWith(@Nullable Duration inactiveAfter, @Nullable Duration closedAfter) {
    return roomWith(inactiveAfter, closedAfter, new Route(null, "phone", Rooms.uniqueId("+49")));
  }

  private String roomWith(
      @Nullable Duration inactiveAfter, @Nullable Duration closedAfter, Route route) {
    String id = Rooms.uniqueId("room");
    return open(
        Rooms.routed(
            Rooms.timed(
                Rooms.room(id, TestChannel.PHONE.in(id)),
                new RoomTimers(inactiveAfter, closedAfter)),
            route));
  }

  private void talkUntil(String room, Instant end) {
    await()
        .pollInterval(Duration.ofMillis(10))
        .until(
            () -> {
              append(room, "still talking");
              return room(room).lastActivityAt().isAfter(end);
            });
  }

  /** Fires what is due until the room has this status; returns the room's transitions. */
  private List<TimerTransition> fireUntil(String room, RoomStatus status) {
    List<TimerTransition> fired = new ArrayList<>();
    await()
        .pollDelay(Duration.ZERO)
        .pollInterval(Duration.ofMillis(5))
        .until(
            () -> {
              fired.addAll(firedFor(room));
              return room(room).status() == status;
            });
    return fired;
  }

  private List<TimerTransition> firedFor(String room) {
    return store().fireDueTimers(ALL).stream()
        .filter(transition -> transition.roomId().equals(room))
        .toList();
  }
}
