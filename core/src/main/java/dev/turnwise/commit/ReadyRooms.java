package dev.turnwise.commit;

import dev.turnwise.runtime.Signal;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * Rooms that wait for a committer, first come, first served; and committers that wait for a room.
 *
 * <p>A committer registers as idle in the same atomic step in which it finds nothing, so no wake-up
 * is lost.
 */
final class ReadyRooms {

  private final Deque<RoomQueue> ready = new ArrayDeque<>();
  private final Deque<Signal> idle = new ArrayDeque<>();
  private boolean closed;

  /** False once this is closed: then nobody will come for the room. */
  boolean add(RoomQueue room) {
    Signal wake;
    synchronized (this) {
      if (closed) {
        return false;
      }
      ready.addLast(room);
      wake = idle.pollFirst();
    }
    if (wake != null) {
      wake.raise();
    }
    return true;
  }

  /**
   * Waits for rooms; at most {@code max}, one if it must be alone, none only once this is closed.
   */
  List<RoomQueue> take(Signal mine, int max) {
    while (true) {
      synchronized (this) {
        // Still listed only if the wake-up was left over from an earlier wait.
        idle.remove(mine);
        if (closed) {
          return List.of();
        }
        if (!ready.isEmpty()) {
          return poll(max);
        }
        idle.addFirst(mine);
      }
      mine.await();
    }
  }

  private List<RoomQueue> poll(int max) {
    List<RoomQueue> rooms = new ArrayList<>(Math.min(max, ready.size()));
    while (rooms.size() < max && !ready.isEmpty()) {
      boolean alone = ready.getFirst().isAlone();
      if (alone && !rooms.isEmpty()) {
        break;
      }
      rooms.add(ready.removeFirst());
      if (alone) {
        break;
      }
    }
    return rooms;
  }

  void close() {
    List<Signal> all;
    synchronized (this) {
      closed = true;
      all = List.copyOf(idle);
    }
    all.forEach(Signal::raise);
  }
}
