package dev.turnwise.testkit.history;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A history to break in one place: finds what suits a fault, and changes nothing else. */
final class EditableHistory {
  private final List<HistoryRecord> records;
  private final Map<Long, Invoke> invokes = new HashMap<>();
  private final Map<Long, Outcome> outcomes = new HashMap<>();
  private final Set<UUID> witnessed = new HashSet<>();
  private final Random random;

  EditableHistory(List<HistoryRecord> records, long seed) {
    this.records = new ArrayList<>(records);
    random = new Random(seed);
    for (HistoryRecord entry : records) {
      switch (entry) {
        case Invoke invoke -> invokes.put(invoke.op(), invoke);
        case Outcome outcome -> outcomes.put(outcome.op(), outcome);
        case RoomFact.Read read -> read.events().forEach(e -> witnessed.add(e.eventId()));
        case RoomFact other -> {}
        case Fault other -> {}
      }
    }
    outcomes.values().stream()
        .flatMap(o -> o instanceof Outcome.Duplicate d ? Stream.of(d) : Stream.empty())
        .forEach(original -> witnessed.add(original.eventId()));
  }

  /** What was made of it. */
  List<HistoryRecord> records() {
    return records;
  }

  // --- finding ---

  /** One at random of the records of a kind that suit. */
  <T extends HistoryRecord> T any(Class<T> kind, Predicate<T> suits) {
    return pick(all(kind).filter(suits).toList());
  }

  <T extends HistoryRecord> Stream<T> all(Class<T> kind) {
    return records.stream().filter(kind::isInstance).map(kind::cast);
  }

  <T> T pick(List<T> suitable) {
    if (suitable.isEmpty()) {
      throw new NothingSuits();
    }
    return suitable.get(random.nextInt(suitable.size()));
  }

  Invoke invoke(Outcome outcome) {
    Invoke invoke = invokes.get(outcome.op());
    if (invoke == null) {
      throw new NothingSuits();
    }
    return invoke;
  }

  Optional<Outcome> outcome(Invoke invoke) {
    return Optional.ofNullable(outcomes.get(invoke.op()));
  }

  String room(Outcome outcome) {
    return invoke(outcome).room();
  }

  /** Still there at the end, and neither read nor named by a duplicate. */
  boolean isUnwitnessed(Outcome.Stored stored) {
    return !witnessed.contains(stored.eventId()) && standing(stored).isPresent();
  }

  boolean isUnwitnessed(RoomFact.FinalEvent event) {
    return !witnessed.contains(event.eventId());
  }

  Optional<RoomFact.FinalEvent> standing(Outcome.Stored stored) {
    return end(room(stored)).stream()
        .filter(event -> event.eventId().equals(stored.eventId()))
        .findFirst();
  }

  /** The only offer under its key, or one that has none. */
  boolean isSole(Invoke invoke) {
    return offersLike(invoke) == 1;
  }

  long offersLike(Invoke invoke) {
    return invoke.key() == null
        ? 1
        : all(Invoke.class).filter(other -> invoke.key().equals(other.key())).count();
  }

  List<String> rooms() {
    return all(RoomFact.Counters.class).map(RoomFact.Counters::room).toList();
  }

  /** The room at the end, by index. */
  List<RoomFact.FinalEvent> end(String room) {
    return all(RoomFact.Final.class)
        .filter(page -> page.room().equals(room))
        .flatMap(page -> page.events().stream())
        .sorted(Comparator.comparingLong(RoomFact.FinalEvent::index))
        .toList();
  }

  long nextIndex(String room) {
    return any(RoomFact.Counters.class, c -> c.room().equals(room)).nextIndex();
  }

  UUID newId() {
    return new UUID(random.nextLong(), random.nextLong());
  }

  long endOfTime() {
    return 1_000_000_000;
  }

  // --- changing ---

  EditableHistory add(HistoryRecord entry) {
    records.add(entry);
    return this;
  }

  EditableHistory remove(HistoryRecord entry) {
    records.remove(entry);
    return this;
  }

  EditableHistory replace(HistoryRecord old, HistoryRecord changed) {
    records.set(records.indexOf(old), changed);
    return this;
  }

  EditableHistory editEnd(String room, UnaryOperator<List<RoomFact.FinalEvent>> edit) {
    List<RoomFact.FinalEvent> edited = edit.apply(new ArrayList<>(end(room)));
    records.removeIf(entry -> entry instanceof RoomFact.Final page && page.room().equals(room));
    return add(new RoomFact.Final(room, edited));
  }

  EditableHistory replaceAtEnd(String room, RoomFact.FinalEvent old, RoomFact.FinalEvent changed) {
    return editEnd(room, end -> map(end, event -> event.equals(old) ? changed : event));
  }

  EditableHistory setCounters(String room, long nextIndex, long latestIndex) {
    RoomFact.Counters old = any(RoomFact.Counters.class, c -> c.room().equals(room));
    return replace(old, new RoomFact.Counters(room, nextIndex, latestIndex));
  }

  /** One more event at the end of a room, with counters to match. */
  EditableHistory append(String room, @Nullable String key, @Nullable Long op) {
    long index = nextIndex(room);
    editEnd(
        room,
        end -> {
          end.add(new RoomFact.FinalEvent(index, newId(), key, op, "delivered"));
          return end;
        });
    return setCounters(room, index + 1, index);
  }

  /** Tells the whole history anew as if the indices of one room had been others. */
  EditableHistory renumber(String room, UnaryOperator<Long> index) {
    records.replaceAll(
        entry ->
            switch (entry) {
              case Outcome.Ok o when room(o).equals(room) ->
                  new Outcome.Ok(
                      o.op(), index.apply(o.index()), o.eventId(), o.content(), o.atNanos());
              case Outcome.Blocked o when room(o).equals(room) ->
                  new Outcome.Blocked(
                      o.op(),
                      index.apply(o.index()),
                      o.eventId(),
                      o.by(),
                      o.content(),
                      o.atNanos());
              case Outcome.Duplicate o when room(o).equals(room) ->
                  new Outcome.Duplicate(
                      o.op(),
                      index.apply(o.index()),
                      o.eventId(),
                      o.payloadDiffers(),
                      o.content(),
                      o.atNanos());
              case RoomFact.Read r when r.room().equals(room) -> renumbered(r, index);
              case RoomFact.Removed r when r.room().equals(room) ->
                  new RoomFact.Removed(room, index.apply(r.index()), r.atNanos());
              case RoomFact.Final page when page.room().equals(room) ->
                  new RoomFact.Final(room, map(page.events(), e -> at(e, index.apply(e.index()))));
              default -> entry;
            });
    return this;
  }

  private static RoomFact.Read renumbered(RoomFact.Read read, UnaryOperator<Long> index) {
    List<RoomFact.SeenEvent> seen =
        read.events().stream()
            .map(e -> new RoomFact.SeenEvent(index.apply(e.index()), e.eventId()))
            .sorted(Comparator.comparingLong(RoomFact.SeenEvent::index))
            .toList();
    return withEvents(read, seen);
  }

  static RoomFact.FinalEvent at(RoomFact.FinalEvent e, long index) {
    return new RoomFact.FinalEvent(index, e.eventId(), e.key(), e.op(), e.status(), e.content());
  }

  static RoomFact.Read withEvents(RoomFact.Read read, List<RoomFact.SeenEvent> events) {
    return new RoomFact.Read(
        read.reader(),
        read.room(),
        read.afterIndex(),
        events,
        read.toEnd(),
        read.invokedAtNanos(),
        read.returnedAtNanos());
  }

  static <T> List<T> map(List<T> list, UnaryOperator<T> each) {
    return new ArrayList<>(list.stream().map(each).toList());
  }

  /** This history holds nothing that the fault could be applied to. */
  static final class NothingSuits extends RuntimeException {
    private static final long serialVersionUID = 1L;

    NothingSuits() {
      super("nothing in this history suits the fault", null, false, false);
    }
  }
}
