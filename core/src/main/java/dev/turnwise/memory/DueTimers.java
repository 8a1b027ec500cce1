package dev.turnwise.memory;

import dev.turnwise.model.RoomStatus;
import dev.turnwise.store.TimerTransition;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The timers of rooms: silence pauses a room, a long pause closes it. */
final class DueTimers {

  private final RoomTable rooms;

  DueTimers(RoomTable rooms) {
    this.rooms = rooms;
  }

  List<TimerTransition> fire(int limit, Instant now) {
    List<TimerTransition> fired = new ArrayList<>();
    for (RoomState room : rooms.all()) {
      if (fired.size() == limit) {
        break;
      }
      due(room, now)
          .ifPresent(
              transition -> {
                rooms.moveTo(room, transition.to(), now);
                fired.add(transition);
              });
    }
    return fired;
  }

  private static Optional<TimerTransition> due(RoomState room, Instant now) {
    HeadState head = room.head();
    return switch (head.status()) {
      case ACTIVE ->
          isOver(
                  latest(head.lastActivity(), head.statusSince()),
                  room.timers().inactiveAfter(),
                  now)
              ? Optional.of(new TimerTransition(room.id(), RoomStatus.ACTIVE, RoomStatus.PAUSED))
              : Optional.empty();
      case PAUSED ->
          isOver(head.statusSince(), room.timers().closedAfter(), now)
              ? Optional.of(new TimerTransition(room.id(), RoomStatus.PAUSED, RoomStatus.CLOSED))
              : Optional.empty();
      case CLOSED, ARCHIVED -> Optional.empty();
    };
  }

  private static boolean isOver(Instant since, @Nullable Duration after, Instant now) {
    return after != null && !now.isBefore(since.plus(after));
  }

  private static Instant latest(Instant a, Instant b) {
    return a.isAfter(b) ? a : b;
  }
}
