package dev.turnwise.cli.demo;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Decides which line goes to which worker, and when.
 *
 * <p>Each room keeps up to {@code window} lines on their way, dealt out to the living workers in
 * turn. What a worker took with it is offered to the others under the same key. Knows nothing of
 * processes and time; not thread-safe.
 */
final class Replay {
  private final List<RoomReplay> rooms;
  private final List<String> workers;
  private final int window;
  private final int total;
  private final Map<Long, Sent> onTheWay = new LinkedHashMap<>();
  private long ops;
  private long moment;
  private int offered;
  private int offeredAgain;
  private int acknowledged;

  private record Sent(Offering offering, RoomReplay room) {}

  Replay(List<RoomPlan> plans, List<String> workers, int window) {
    this.rooms = plans.stream().map(RoomReplay::new).toList();
    this.workers = new ArrayList<>(workers);
    this.window = window;
    this.total = plans.stream().mapToInt(plan -> plan.lines().size()).sum();
  }

  /** What may be offered now; counts as on its way from here on. */
  List<Offering> next() {
    List<Offering> offerings = new ArrayList<>();
    for (RoomReplay room : rooms) {
      while (!workers.isEmpty() && room.mayOffer(window)) {
        Offering offering = room.offer(++ops, workers, ++moment);
        onTheWay.put(offering.op(), new Sent(offering, room));
        offerings.add(offering);
        if (offering.attempt() == 1) {
          offered++;
        } else {
          offeredAgain++;
        }
      }
    }
    return offerings;
  }

  /** Takes an offering's acknowledgement; what waited for it may go. */
  Offering acknowledged(long op, LineFate.Place place) {
    Sent sent = take(op);
    sent.room().acknowledged(sent.offering().line(), place, ++moment);
    acknowledged++;
    return sent.offering();
  }

  /** Takes an offering that failed or whose outcome is unknown; its line is offered again. */
  Offering failed(long op) {
    Sent sent = take(op);
    sent.room().again(sent.offering().line());
    return sent.offering();
  }

  /** Counts a worker out; returns what it left open, which is offered again. */
  List<Offering> gone(String worker) {
    workers.remove(worker);
    List<Offering> open =
        onTheWay.values().stream()
            .map(Sent::offering)
            .filter(each -> each.worker().equals(worker))
            .toList();
    open.forEach(each -> failed(each.op()));
    return open;
  }

  private Sent take(long op) {
    Sent sent = onTheWay.remove(op);
    if (sent == null) {
      throw new IllegalStateException("op " + op + " is not on its way");
    }
    return sent;
  }

  long onTheWay(String worker) {
    return onTheWay.values().stream()
        .filter(each -> each.offering().worker().equals(worker))
        .count();
  }

  boolean done() {
    return acknowledged == total;
  }

  int total() {
    return total;
  }

  /** Lines offered at least once. */
  int offered() {
    return offered;
  }

  /** Offers beyond the first of each line. */
  int offeredAgain() {
    return offeredAgain;
  }

  /** Lines acknowledged. */
  int acknowledged() {
    return acknowledged;
  }

  List<String> workers() {
    return List.copyOf(workers);
  }

  List<RoomReplay> rooms() {
    return rooms;
  }
}
