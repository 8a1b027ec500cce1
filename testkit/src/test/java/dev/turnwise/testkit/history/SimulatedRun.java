package dev.turnwise.testkit.history;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A correct system with a seeded life of its own: callers that offer several things at once, repeat
 * what was lost or refused, also with another payload; answers that are lost before or after the
 * event was stored, some of which land much later; blocked and removed events, events of the
 * framework, reads of all sorts. It records what an observer would.
 */
final class SimulatedRun {
  private static final int ROOMS = 3;
  private static final int CALLERS = 6;
  private static final int PROCESSES = 2;
  private static final int MAX_IN_FLIGHT = 3;

  private final Random random;
  private final List<HistoryRecord> history = new ArrayList<>();
  private final List<Room> rooms = new ArrayList<>();
  private final List<Attempt> inFlight = new ArrayList<>();
  private final List<Attempt> late = new ArrayList<>();
  private final List<Invoke> repeatable = new ArrayList<>();
  private long now = 100;
  private long ops;

  private SimulatedRun(long seed) {
    random = new Random(seed);
    for (int i = 0; i < ROOMS; i++) {
      rooms.add(new Room("room-" + i));
    }
  }

  static List<HistoryRecord> of(long seed, int steps) {
    SimulatedRun run = new SimulatedRun(seed);
    for (int i = 0; i < steps; i++) {
      run.step();
    }
    run.end();
    return run.history;
  }

  private void step() {
    now += 1 + random.nextInt(5);
    switch (random.nextInt(20)) {
      case 0, 1, 2, 3, 4 -> offerSomethingNew();
      case 5 -> repeatSomething();
      case 6, 7, 8, 9, 10, 11 -> takeEffect();
      case 12, 13, 14, 15, 16 -> answer();
      case 17 -> read();
      case 18 -> landLate();
      default -> beUnusual();
    }
  }

  private void offerSomethingNew() {
    String key = random.nextInt(8) == 0 ? null : "key-" + ops;
    offer(pick(rooms).id, "caller-" + random.nextInt(CALLERS), key, "payload-" + ops);
  }

  private void offer(String room, String caller, @Nullable String key, String payload) {
    if (inFlight.stream().filter(a -> a.invoke.caller().equals(caller)).count() < MAX_IN_FLIGHT) {
      String process = "worker-" + random.nextInt(PROCESSES);
      Invoke invoke =
          new Invoke(ops++, process, caller, room, key, payload, "says " + payload, now);
      history.add(invoke);
      inFlight.add(new Attempt(invoke));
    }
  }

  private void repeatSomething() {
    if (!repeatable.isEmpty()) {
      Invoke again = repeatable.remove(random.nextInt(repeatable.size()));
      String payload = random.nextInt(4) == 0 ? "changed-" + ops : String.valueOf(again.payload());
      offer(again.room(), again.caller(), again.key(), payload);
    }
  }

  /** A worker serves a caller in the caller's order, so only its oldest offer may be next. */
  private void takeEffect() {
    List<Attempt> next =
        inFlight.stream()
            .filter(a -> !a.decided)
            .filter(
                a ->
                    inFlight.stream()
                        .filter(b -> !b.decided && b.isServedWith(a))
                        .noneMatch(b -> b.invoke.op() < a.invoke.op()))
            .toList();
    if (!next.isEmpty()) {
      decide(pick(next));
    }
  }

  private void decide(Attempt attempt) {
    attempt.decided = true;
    Room room = room(attempt.invoke.room());
    Stored original = room.byKey.get(attempt.invoke.key());
    int luck = random.nextInt(20);
    if (luck == 0) {
      attempt.answer = at -> new Outcome.Refused(attempt.invoke.op(), "room_busy", at);
    } else if (luck == 1 || luck == 2) {
      late.add(attempt);
    } else if (original != null) {
      boolean differs = !original.payload.equals(attempt.invoke.payload());
      attempt.answer =
          at ->
              new Outcome.Duplicate(
                  attempt.invoke.op(), original.index, original.id, differs, original.content, at);
    } else {
      store(attempt, room, random.nextInt(12) == 0, luck == 3);
    }
  }

  private void store(Attempt attempt, Room room, boolean blocked, boolean answerLost) {
    Invoke invoke = attempt.invoke;
    Stored stored = room.append(invoke, blocked ? "blocked" : "delivered", newId());
    if (answerLost) {
      return;
    }
    attempt.answer =
        blocked
            ? at ->
                new Outcome.Blocked(
                    invoke.op(), stored.index, stored.id, "hook", stored.content, at)
            : at -> new Outcome.Ok(invoke.op(), stored.index, stored.id, stored.content, at);
  }

  private void answer() {
    List<Attempt> decided = inFlight.stream().filter(a -> a.decided).toList();
    if (decided.isEmpty()) {
      return;
    }
    Attempt attempt = pick(decided);
    inFlight.remove(attempt);
    Outcome outcome = attempt.answer.at(now);
    history.add(outcome);
    boolean unsettled = outcome instanceof Outcome.Unknown || outcome instanceof Outcome.Refused;
    if (attempt.invoke.key() != null && random.nextInt(4) < (unsettled ? 3 : 1)) {
      repeatable.add(attempt.invoke);
    }
  }

  /** What was on its way when its answer was given up arrives now, if its key is still free. */
  private void landLate() {
    if (late.isEmpty()) {
      return;
    }
    Attempt attempt = late.remove(random.nextInt(late.size()));
    Room room = room(attempt.invoke.room());
    if (!room.byKey.containsKey(attempt.invoke.key())) {
      room.append(attempt.invoke, "delivered", newId());
    }
  }

  private void beUnusual() {
    Room room = pick(rooms);
    if (random.nextInt(3) == 0) {
      history.add(new Fault(pick(List.of(Fault.Type.values())), "worker-0", now));
    } else if (random.nextBoolean() || room.events.isEmpty()) {
      room.append(null, "delivered", newId());
    } else {
      Stored victim = pick(List.copyOf(room.events.values()));
      room.events.remove(victim.index);
      room.append(null, "delivered", newId());
      history.add(new RoomFact.Removed(room.id, victim.index, now));
    }
  }

  private void read() {
    Room room = pick(rooms);
    long after = random.nextBoolean() ? -1 : random.nextLong(room.nextIndex + 1) - 1;
    List<RoomFact.SeenEvent> page =
        room.events.tailMap(after, false).values().stream()
            .map(stored -> new RoomFact.SeenEvent(stored.index, stored.id))
            .limit(random.nextBoolean() ? 10 : Long.MAX_VALUE)
            .toList();
    boolean toEnd = room.events.isEmpty() || after + 1 >= room.nextIndex || reaches(page, room);
    history.add(
        new RoomFact.Read(
            "reader-" + random.nextInt(3),
            room.id,
            after,
            page,
            toEnd,
            now - random.nextInt(20),
            now + random.nextInt(20)));
  }

  private static boolean reaches(List<RoomFact.SeenEvent> page, Room room) {
    return !page.isEmpty() && page.getLast().index() == room.events.lastKey();
  }

  private void end() {
    offerSomethingNew();
    while (inFlight.stream().anyMatch(a -> !a.decided)) {
      takeEffect();
    }
    while (inFlight.size() > 1) {
      now++;
      answer();
    }
    while (late.size() > 3) {
      landLate();
    }
    for (Room room : rooms) {
      List<RoomFact.FinalEvent> events =
          room.events.values().stream().map(stored -> stored.atTheEnd(random)).toList();
      int half = events.size() / 2;
      history.add(new RoomFact.Final(room.id, events.subList(0, half)));
      history.add(new RoomFact.Final(room.id, events.subList(half, events.size())));
      history.add(new RoomFact.Counters(room.id, room.nextIndex, room.nextIndex - 1));
    }
  }

  private Room room(String id) {
    return rooms.stream().filter(room -> room.id.equals(id)).findFirst().orElseThrow();
  }

  private UUID newId() {
    return new UUID(random.nextLong(), random.nextLong());
  }

  private <T> T pick(List<T> list) {
    return list.get(random.nextInt(list.size()));
  }

  private interface Answer {
    Outcome at(long nanos);
  }

  private static final class Attempt {
    private final Invoke invoke;
    private boolean decided;
    private Answer answer;

    Attempt(Invoke invoke) {
      this.invoke = invoke;
      this.answer = at -> new Outcome.Unknown(invoke.op(), at);
    }

    boolean isServedWith(Attempt other) {
      return invoke.process().equals(other.invoke.process())
          && invoke.caller().equals(other.invoke.caller());
    }
  }

  private static final class Room {
    private final String id;
    private final TreeMap<Long, Stored> events = new TreeMap<>();
    private final Map<@Nullable String, Stored> byKey = new HashMap<>();
    private long nextIndex;

    Room(String id) {
      this.id = id;
    }

    Stored append(@Nullable Invoke invoke, String status, UUID eventId) {
      Stored stored = new Stored(nextIndex++, eventId, invoke, status);
      events.put(stored.index, stored);
      if (invoke != null && invoke.key() != null) {
        byKey.put(invoke.key(), stored);
      }
      return stored;
    }
  }

  private static final class Stored {
    private final long index;
    private final UUID id;
    private final @Nullable Invoke invoke;
    private final String status;
    private final String payload;
    private final @Nullable String content;

    Stored(long index, UUID id, @Nullable Invoke invoke, String status) {
      this.index = index;
      this.id = id;
      this.invoke = invoke;
      this.status = status;
      this.payload = invoke == null ? "" : String.valueOf(invoke.payload());
      this.content = invoke == null ? null : rewritten(invoke);
    }

    /** A hook takes the digits of every third offer out. */
    private static @Nullable String rewritten(Invoke invoke) {
      String offered = invoke.content();
      return offered == null || invoke.op() % 3 != 0 ? offered : offered.replaceAll("[0-9]", "*");
    }

    /** Half of the stores that one meets know the op, half of them only the key. */
    RoomFact.FinalEvent atTheEnd(Random random) {
      Long op = invoke != null && random.nextBoolean() ? (Long) invoke.op() : null;
      String key = invoke == null ? null : invoke.key();
      return new RoomFact.FinalEvent(index, id, key, op, status, content);
    }
  }
}
