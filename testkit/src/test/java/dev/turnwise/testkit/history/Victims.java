package dev.turnwise.testkit.history;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * What to look for in a correct history, so that a fault there breaks the rules meant and no other.
 */
final class Victims {
  private Victims() {}

  /** Events behind everything that any read of the room reached. */
  static List<RoomFact.FinalEvent> unreadTail(EditableHistory h, String room) {
    long reached =
        h.all(RoomFact.Read.class)
            .filter(read -> read.room().equals(room))
            .mapToLong(read -> Math.max(read.afterIndex(), read.lastIndex()))
            .max()
            .orElse(-1);
    return h.end(room).stream().filter(event -> event.index() > reached).toList();
  }

  /** Events that no offer accounts for, not read, and not the last of the room. */
  static List<RoomFact.FinalEvent> frameworkEvents(EditableHistory h, String room) {
    List<RoomFact.FinalEvent> all = h.end(room);
    return all.stream()
        .filter(event -> event.key() == null && event.op() == null && h.isUnwitnessed(event))
        .filter(event -> !event.equals(all.getLast()))
        .filter(
            event ->
                h.all(Outcome.Ok.class).noneMatch(ok -> ok.eventId().equals(event.eventId()))
                    && h.all(Outcome.Blocked.class)
                        .noneMatch(b -> b.eventId().equals(event.eventId())))
        .toList();
  }

  static RoomFact.FinalEvent framework(EditableHistory h, long index) {
    return new RoomFact.FinalEvent(index, h.newId(), null, null, "delivered");
  }

  static void setStatus(EditableHistory h, Outcome.Stored told, String status) {
    RoomFact.FinalEvent old = h.standing(told).orElseThrow();
    h.replaceAtEnd(
        h.room(told),
        old,
        new RoomFact.FinalEvent(
            old.index(), old.eventId(), old.key(), old.op(), status, old.content()));
  }

  static void setContent(EditableHistory h, Outcome.Stored told, @Nullable String content) {
    RoomFact.FinalEvent old = h.standing(told).orElseThrow();
    h.replaceAtEnd(
        h.room(told),
        old,
        new RoomFact.FinalEvent(
            old.index(), old.eventId(), old.key(), old.op(), old.status(), content));
  }

  /** Still there, and with another content than was offered. */
  static boolean isModified(EditableHistory h, Outcome.Ok told) {
    return h.standing(told).isPresent()
        && !Objects.equals(told.content(), h.invoke(told).content());
  }

  /** Still there as it was offered. */
  static boolean isUnmodified(EditableHistory h, Outcome.Ok told) {
    return h.standing(told).isPresent() && Objects.equals(told.content(), h.invoke(told).content());
  }

  static boolean isRefused(EditableHistory h, Invoke invoke) {
    return h.outcome(invoke).filter(Outcome.Refused.class::isInstance).isPresent();
  }

  static boolean isUnknown(EditableHistory h, Invoke invoke) {
    return h.outcome(invoke).filter(o -> !(o instanceof Outcome.Unknown)).isEmpty();
  }

  /** The end names the key or the op of what was stored. */
  static boolean isTied(EditableHistory h, Outcome.Stored stored) {
    return h.standing(stored).filter(e -> e.key() != null || e.op() != null).isPresent();
  }

  /** Offers that stand in the room though no offer under their key was ever told so. */
  static List<Invoke> landedWithoutAnswer(EditableHistory h) {
    return h.all(Invoke.class)
        .filter(invoke -> isUnknown(h, invoke))
        .filter(
            invoke ->
                h.all(Invoke.class)
                    .filter(other -> invoke.key() != null && invoke.key().equals(other.key()))
                    .allMatch(other -> isUnknown(h, other) || isRefused(h, other)))
        .filter(invoke -> landing(h, invoke).isPresent())
        .toList();
  }

  static Optional<RoomFact.FinalEvent> landing(EditableHistory h, Invoke invoke) {
    return h.end(invoke.room()).stream()
        .filter(
            event ->
                invoke.key() == null
                    ? event.op() != null && event.op() == invoke.op()
                    : invoke.key().equals(event.key()))
        .findFirst();
  }

  /** Something behind it in the room was acknowledged. */
  static boolean isFollowed(EditableHistory h, Invoke landed) {
    long index = landing(h, landed).orElseThrow().index();
    return h.all(Outcome.Ok.class)
        .anyMatch(ok -> h.room(ok).equals(landed.room()) && ok.index() > index && stands(h, ok));
  }

  static boolean stands(EditableHistory h, Outcome.Stored stored) {
    return h.standing(stored).isPresent();
  }

  /** The original was acknowledged, and no offer without answer could be it instead. */
  static boolean originalIsAcknowledged(EditableHistory h, Outcome.Duplicate told) {
    String key = h.invoke(told).key();
    return h.all(Invoke.class)
            .filter(invoke -> key != null && key.equals(invoke.key()))
            .noneMatch(invoke -> isUnknown(h, invoke))
        && h.all(Outcome.Ok.class).anyMatch(ok -> ok.eventId().equals(told.eventId()));
  }

  /** The acknowledged event right behind, if both still stand. */
  static Optional<Outcome.Ok> next(EditableHistory h, Outcome.Ok ok) {
    return h.all(Outcome.Ok.class)
        .filter(other -> other.index() == ok.index() + 1 && h.room(other).equals(h.room(ok)))
        .filter(other -> stands(h, ok) && stands(h, other))
        .findFirst();
  }

  static boolean sameCaller(Invoke one, Invoke other) {
    return one.process().equals(other.process()) && one.caller().equals(other.caller());
  }

  static boolean bordersARead(EditableHistory h, String room, long index) {
    return h.all(RoomFact.Read.class)
        .filter(read -> read.room().equals(room))
        .anyMatch(read -> read.lastIndex() == index || read.afterIndex() == index);
  }

  static boolean sawOffered(EditableHistory h, RoomFact.Read read) {
    return h.all(Outcome.Ok.class)
        .anyMatch(ok -> read.events().stream().anyMatch(e -> e.eventId().equals(ok.eventId())));
  }

  /** Of what a read to the end showed, something that had been acknowledged before it. */
  static Optional<Outcome.Ok> sawAcknowledged(EditableHistory h, RoomFact.Read read) {
    return h.all(Outcome.Ok.class)
        .filter(ok -> read.toEnd() && ok.atNanos() < read.invokedAtNanos() && stands(h, ok))
        .filter(ok -> read.events().stream().anyMatch(e -> e.eventId().equals(ok.eventId())))
        .findFirst();
  }

  static boolean isHole(EditableHistory h, String room, long index) {
    return h.all(RoomFact.Removed.class)
        .anyMatch(hole -> hole.room().equals(room) && hole.index() == index);
  }

  /** What a read showed between its first and its last event, and what is still there. */
  static List<RoomFact.SeenEvent> middle(EditableHistory h, RoomFact.Read read) {
    int size = read.events().size();
    return size < 3
        ? List.of()
        : read.events().subList(1, size - 1).stream()
            .filter(seen -> !isHole(h, read.room(), seen.index()))
            .toList();
  }

  static UnaryOperator<Long> swap(long one, long other) {
    return index -> index == one ? (Long) other : index == other ? (Long) one : index;
  }

  static <T> List<T> with(List<T> list, T more) {
    List<T> longer = new ArrayList<>(list);
    longer.add(more);
    return longer;
  }

  static <T> List<T> without(List<T> list, T less) {
    List<T> shorter = new ArrayList<>(list);
    shorter.remove(less);
    return shorter;
  }
}
