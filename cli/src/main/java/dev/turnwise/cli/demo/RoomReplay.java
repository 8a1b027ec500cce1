package dev.turnwise.cli.demo;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * How far the replay of one room is: which lines may be offered, which are on their way, where the
 * acknowledged ones are.
 *
 * <p>A line may be offered once the line before it of the same speaker and the line that it answers
 * are acknowledged. Both are earlier lines, so some line can always go on. Not thread-safe.
 */
final class RoomReplay {
  private final RoomPlan room;
  private final int[] awaited;
  private final List<List<Integer>> followers = new ArrayList<>();
  private final PriorityQueue<Integer> ready = new PriorityQueue<>();
  private final List<LineFate> fates = new ArrayList<>();
  private final int[] attempts;
  private int onTheWay;
  private int turn;

  RoomReplay(RoomPlan room) {
    this.room = room;
    awaited = new int[room.lines().size()];
    attempts = new int[awaited.length];
    Map<String, Integer> lastOf = new HashMap<>();
    for (LogLine line : room.lines()) {
      followers.add(new ArrayList<>());
      fates.add(LineFate.UNTOUCHED);
      await(line.number(), lastOf.put(line.speaker(), line.number()));
      await(line.number(), line.parent());
      if (awaited[line.number()] == 0) {
        ready.add(line.number());
      }
    }
  }

  private void await(int line, @Nullable Integer earlier) {
    if (earlier != null) {
      awaited[line]++;
      followers.get(earlier).add(line);
    }
  }

  RoomPlan room() {
    return room;
  }

  /** What became of each line so far, by its number. */
  List<LineFate> fates() {
    return List.copyOf(fates);
  }

  boolean mayOffer(int window) {
    return onTheWay < window && !ready.isEmpty();
  }

  /** Takes the earliest line that may go; the workers have their turns. */
  Offering offer(long op, List<String> workers, long moment) {
    int number = ready.remove();
    LogLine line = room.lines().get(number);
    onTheWay++;
    attempts[number]++;
    fates.set(number, fates.get(number).offered(moment));
    String worker = workers.get(turn++ % workers.size());
    return new Offering(op, worker, room, line, eventOf(line.parent()), attempts[number]);
  }

  private @Nullable UUID eventOf(@Nullable Integer line) {
    if (line == null) {
      return null;
    }
    LineFate.Place place = fates.get(line).place();
    if (place == null) {
      throw new IllegalStateException("line " + line + " is answered before it is acknowledged");
    }
    return place.eventId();
  }

  void acknowledged(LogLine line, LineFate.Place place, long moment) {
    onTheWay--;
    fates.set(line.number(), fates.get(line.number()).acknowledged(moment, place));
    for (int follower : followers.get(line.number())) {
      if (--awaited[follower] == 0) {
        ready.add(follower);
      }
    }
  }

  /** The offer came to nothing, or nobody knows to what: the line is to be offered again. */
  void again(LogLine line) {
    onTheWay--;
    ready.add(line.number());
  }
}
