package dev.turnwise.testkit.history;

import static dev.turnwise.testkit.history.EditableHistory.at;
import static dev.turnwise.testkit.history.EditableHistory.map;
import static dev.turnwise.testkit.history.EditableHistory.withEvents;
import static dev.turnwise.testkit.history.HistoryRule.*;
import static dev.turnwise.testkit.history.Victims.*;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;

/** The table of seeded faults: each is applied alone to a correct history. */
final class SeededFaults {
  private SeededFaults() {}

  static List<SeededFault> all() {
    return Stream.of(recording(), storage(), keys(), order(), reads())
        .flatMap(List::stream)
        .toList();
  }

  /** The history itself does not hold together. */
  private static List<SeededFault> recording() {
    return List.of(
        new SeededFault(
            "outcome without offer",
            h -> h.remove(h.invoke(h.any(Outcome.Refused.class, o -> h.isSole(h.invoke(o))))),
            HISTORY_WELL_FORMED),
        new SeededFault(
            "two outcomes",
            h -> h.add(new Outcome.Unknown(h.any(Outcome.Ok.class, o -> true).op(), h.endOfTime())),
            HISTORY_WELL_FORMED),
        new SeededFault(
            "answered before it was offered",
            h -> {
              Outcome.Refused old = h.any(Outcome.Refused.class, o -> true);
              h.replace(old, new Outcome.Refused(old.op(), old.reason(), 0));
            },
            HISTORY_WELL_FORMED),
        new SeededFault(
            "offer id twice", h -> h.add(h.any(Invoke.class, i -> true)), HISTORY_WELL_FORMED),
        new SeededFault(
            "read returned before it was sent",
            h -> h.add(new RoomFact.Read("new", h.pick(h.rooms()), 0, List.of(), false, 9, 8)),
            HISTORY_WELL_FORMED),
        new SeededFault(
            "room not read at end",
            h -> {
              String room = h.pick(h.rooms());
              h.all(RoomFact.Final.class)
                  .filter(page -> page.room().equals(room))
                  .toList()
                  .forEach(h::remove);
            },
            ROOMS_READ_AT_END));
  }

  /** What stands in the room is not what was acknowledged. */
  private static List<SeededFault> storage() {
    return List.of(
        new SeededFault(
            "index left out",
            h -> {
              String room = h.pick(h.rooms());
              RoomFact.FinalEvent first = h.pick(unreadTail(h, room));
              long next = h.nextIndex(room);
              h.renumber(room, i -> i < first.index() ? i : i + 1);
              h.setCounters(room, next + 1, next);
            },
            INDICES_EXACT),
        new SeededFault(
            "first index is one",
            h -> {
              String room = h.pick(h.rooms());
              h.all(RoomFact.Read.class)
                  .filter(r -> r.room().equals(room))
                  .toList()
                  .forEach(h::remove);
              long next = h.nextIndex(room);
              h.renumber(room, i -> i + 1);
              h.setCounters(room, next + 1, next);
            },
            INDICES_EXACT),
        new SeededFault(
            "index used twice",
            h -> {
              String room = h.pick(h.rooms());
              long index = h.pick(h.end(room)).index();
              h.editEnd(room, end -> with(end, framework(h, index)));
            },
            INDICES_EXACT),
        new SeededFault(
            "framework event lost",
            h -> {
              String room = h.pick(h.rooms());
              RoomFact.FinalEvent lost = h.pick(frameworkEvents(h, room));
              h.editEnd(room, end -> without(end, lost));
            },
            INDICES_EXACT),
        new SeededFault(
            "end listed twice",
            h -> {
              String room = h.pick(h.rooms());
              h.add(new RoomFact.Final(room, List.of(h.pick(h.end(room)))));
            },
            INDICES_EXACT),
        new SeededFault(
            "event id twice",
            h -> {
              List<String> rooms = h.rooms();
              RoomFact.FinalEvent one = h.pick(frameworkEvents(h, rooms.get(0)));
              RoomFact.FinalEvent other = h.pick(frameworkEvents(h, rooms.get(1)));
              RoomFact.FinalEvent copy =
                  new RoomFact.FinalEvent(one.index(), other.eventId(), null, null, "delivered");
              h.replaceAtEnd(rooms.get(0), one, copy);
            },
            EVENT_IDS_UNIQUE),
        new SeededFault(
            "acknowledged event replaced",
            h -> {
              Outcome.Ok lost = h.any(Outcome.Ok.class, h::isUnwitnessed);
              h.replaceAtEnd(
                  h.room(lost), h.standing(lost).orElseThrow(), framework(h, lost.index()));
            },
            ACKNOWLEDGED_STORED),
        new SeededFault(
            "acknowledged event dropped",
            h -> {
              Outcome.Ok lost =
                  h.any(
                      Outcome.Ok.class,
                      o -> h.isUnwitnessed(o) && o.index() < h.nextIndex(h.room(o)) - 1);
              h.editEnd(h.room(lost), end -> without(end, h.standing(lost).orElseThrow()));
            },
            ACKNOWLEDGED_STORED,
            INDICES_EXACT),
        new SeededFault(
            "acknowledged tail cut off",
            h -> {
              Outcome.Ok lost =
                  h.any(
                      Outcome.Ok.class,
                      o -> h.isUnwitnessed(o) && o.index() == h.nextIndex(h.room(o)) - 1);
              h.editEnd(h.room(lost), end -> without(end, h.standing(lost).orElseThrow()));
              h.setCounters(h.room(lost), lost.index(), lost.index() - 1);
            },
            ACKNOWLEDGED_STORED),
        new SeededFault(
            "acknowledged with wrong id",
            h -> {
              Outcome.Ok old = h.any(Outcome.Ok.class, h::isUnwitnessed);
              h.replace(old, new Outcome.Ok(old.op(), old.index(), h.newId(), old.atNanos()));
            },
            ACKNOWLEDGED_STORED),
        new SeededFault(
            "acknowledged with wrong index",
            h -> {
              Outcome.Ok old = h.any(Outcome.Ok.class, h::isUnwitnessed);
              h.replace(
                  old,
                  new Outcome.Ok(
                      old.op(), h.nextIndex(h.room(old)) + 5, old.eventId(), old.atNanos()));
            },
            ACKNOWLEDGED_STORED),
        new SeededFault(
            "two indices swapped afterwards",
            h -> {
              Outcome.Ok one = h.any(Outcome.Ok.class, h::isUnwitnessed);
              String room = h.room(one);
              Outcome.Ok other =
                  h.any(
                      Outcome.Ok.class,
                      o -> h.isUnwitnessed(o) && h.room(o).equals(room) && !o.equals(one));
              h.editEnd(
                  room,
                  end ->
                      map(
                          end,
                          e ->
                              e.index() == one.index()
                                  ? at(e, other.index())
                                  : e.index() == other.index() ? at(e, one.index()) : e));
            },
            ACKNOWLEDGED_STORED),
        new SeededFault(
            "stored under another key",
            h -> {
              Outcome.Ok old =
                  h.any(Outcome.Ok.class, o -> h.isUnwitnessed(o) && h.invoke(o).key() != null);
              RoomFact.FinalEvent event = h.standing(old).orElseThrow();
              h.replaceAtEnd(
                  h.room(old),
                  event,
                  new RoomFact.FinalEvent(
                      event.index(), event.eventId(), "never-offered", event.op(), event.status()));
            },
            ACKNOWLEDGED_STORED,
            NOTHING_INVENTED),
        new SeededFault(
            "acknowledged to two",
            h -> {
              Outcome.Ok ok =
                  h.any(
                      Outcome.Ok.class,
                      o ->
                          h.isUnwitnessed(o)
                              && h.invoke(o).key() != null
                              && h.standing(o).filter(e -> e.op() == null).isPresent());
              Invoke first = h.invoke(ok);
              h.add(
                  new Invoke(
                      99_999,
                      first.process(),
                      "another caller",
                      first.room(),
                      first.key(),
                      first.payload(),
                      first.atNanos()));
              h.add(new Outcome.Ok(99_999, ok.index(), ok.eventId(), h.endOfTime()));
            },
            ACKNOWLEDGED_ONCE),
        new SeededFault(
            "blocked event delivered",
            h -> {
              Outcome.Blocked told = h.any(Outcome.Blocked.class, b -> h.standing(b).isPresent());
              setStatus(h, told, "delivered");
            },
            BLOCKED_AS_TOLD),
        new SeededFault(
            "acknowledged event blocked",
            h -> {
              Outcome.Ok told = h.any(Outcome.Ok.class, o -> h.standing(o).isPresent());
              setStatus(h, told, "blocked");
            },
            BLOCKED_AS_TOLD),
        new SeededFault(
            "modification lost",
            h -> {
              Outcome.Ok told = h.any(Outcome.Ok.class, o -> isModified(h, o));
              setContent(h, told, h.invoke(told).content());
            },
            CONTENT_AS_TOLD),
        new SeededFault(
            "modified behind the caller's back",
            h -> setContent(h, h.any(Outcome.Ok.class, o -> isUnmodified(h, o)), "something else"),
            CONTENT_AS_TOLD),
        new SeededFault(
            "blocked event modified",
            h -> {
              Outcome.Blocked told = h.any(Outcome.Blocked.class, b -> h.standing(b).isPresent());
              setContent(h, told, "something else");
            },
            CONTENT_AS_TOLD),
        new SeededFault(
            "blocked event left out",
            h -> {
              Outcome.Blocked lost =
                  h.any(
                      Outcome.Blocked.class,
                      b -> h.isUnwitnessed(b) && b.index() < h.nextIndex(h.room(b)) - 1);
              h.editEnd(h.room(lost), end -> without(end, h.standing(lost).orElseThrow()));
            },
            ACKNOWLEDGED_STORED,
            INDICES_EXACT),
        new SeededFault(
            "duplicate told another content",
            h -> {
              Outcome.Duplicate old =
                  h.any(
                      Outcome.Duplicate.class,
                      d ->
                          d.content() != null
                              && h.end(h.room(d)).stream()
                                  .anyMatch(e -> e.eventId().equals(d.eventId())));
              h.replace(
                  old,
                  new Outcome.Duplicate(
                      old.op(),
                      old.index(),
                      old.eventId(),
                      old.payloadDiffers(),
                      "something else",
                      old.atNanos()));
            },
            CONTENT_AS_TOLD),
        new SeededFault(
            "next index wrong",
            h -> {
              String room = h.pick(h.rooms());
              h.setCounters(room, h.nextIndex(room) + 1, h.nextIndex(room) - 1);
            },
            COUNTERS_MATCH),
        new SeededFault(
            "latest index wrong",
            h -> {
              String room = h.pick(h.rooms());
              h.setCounters(room, h.nextIndex(room), h.nextIndex(room) - 2);
            },
            COUNTERS_MATCH),
        new SeededFault(
            "removed came back",
            h -> {
              RoomFact.Removed hole = h.any(RoomFact.Removed.class, r -> true);
              h.editEnd(hole.room(), end -> with(end, framework(h, hole.index())));
            },
            REMOVED_ABSENT));
  }

  /** Keys, refusals, duplicates and unknown outcomes. */
  private static List<SeededFault> keys() {
    return List.of(
        new SeededFault(
            "refused though stored",
            h -> {
              Outcome.Ok old =
                  h.any(
                      Outcome.Ok.class,
                      o -> h.isUnwitnessed(o) && h.isSole(h.invoke(o)) && isTied(h, o));
              h.replace(old, new Outcome.Refused(old.op(), "room_closed", old.atNanos()));
            },
            REFUSED_ABSENT),
        new SeededFault(
            "refused stored afterwards",
            h -> {
              Outcome.Refused refused = h.any(Outcome.Refused.class, o -> h.isSole(h.invoke(o)));
              Invoke invoke = h.invoke(refused);
              h.append(invoke.room(), invoke.key(), invoke.op());
            },
            REFUSED_ABSENT),
        new SeededFault(
            "unknown landed twice",
            h -> {
              Invoke invoke = h.pick(landedWithoutAnswer(h));
              h.append(
                  invoke.room(), invoke.key(), invoke.key() == null ? (Long) invoke.op() : null);
            },
            UNKNOWN_AT_MOST_ONCE),
        new SeededFault(
            "key stored twice",
            h -> {
              Outcome.Ok ok =
                  h.any(
                      Outcome.Ok.class,
                      o -> h.invoke(o).key() != null && h.standing(o).isPresent());
              h.append(h.room(ok), h.invoke(ok).key(), null);
            },
            KEYS_STORED_ONCE),
        new SeededFault(
            "offer without key stored twice",
            h -> {
              Outcome.Ok ok =
                  h.any(
                      Outcome.Ok.class,
                      o -> h.invoke(o).key() == null && h.standing(o).isPresent());
              h.append(h.room(ok), null, ok.op());
            },
            KEYS_STORED_ONCE),
        new SeededFault(
            "duplicate of nothing",
            h -> {
              Outcome.Duplicate old =
                  h.any(Outcome.Duplicate.class, o -> originalIsAcknowledged(h, o));
              long beyond = h.nextIndex(h.room(old)) + 3;
              h.replace(
                  old,
                  new Outcome.Duplicate(
                      old.op(), beyond, h.newId(), old.payloadDiffers(), old.atNanos()));
            },
            DUPLICATE_HAS_ORIGINAL),
        new SeededFault(
            "duplicate of another key",
            h -> {
              Outcome.Duplicate old =
                  h.any(Outcome.Duplicate.class, o -> originalIsAcknowledged(h, o));
              Outcome.Ok other =
                  h.any(
                      Outcome.Ok.class,
                      o ->
                          h.room(o).equals(h.room(old))
                              && h.invoke(o).key() != null
                              && !o.eventId().equals(old.eventId())
                              && h.standing(o).isPresent()
                              && o.atNanos() < h.invoke(old).atNanos());
              h.replace(
                  old,
                  new Outcome.Duplicate(
                      old.op(),
                      other.index(),
                      other.eventId(),
                      old.payloadDiffers(),
                      old.atNanos()));
            },
            DUPLICATE_HAS_ORIGINAL),
        new SeededFault(
            "duplicate without key",
            h -> {
              Invoke invoke = h.any(Invoke.class, i -> i.key() == null && isRefused(h, i));
              Outcome.Ok other =
                  h.any(
                      Outcome.Ok.class,
                      o ->
                          h.room(o).equals(invoke.room())
                              && h.standing(o).isPresent()
                              && o.atNanos() < invoke.atNanos());
              Outcome refused = h.outcome(invoke).orElseThrow();
              h.replace(
                  refused,
                  new Outcome.Duplicate(
                      invoke.op(), other.index(), other.eventId(), false, refused.atNanos()));
            },
            DUPLICATE_HAS_ORIGINAL),
        new SeededFault(
            "payload difference wrong",
            h -> {
              Outcome.Duplicate old =
                  h.any(Outcome.Duplicate.class, o -> originalIsAcknowledged(h, o));
              h.replace(
                  old,
                  new Outcome.Duplicate(
                      old.op(), old.index(), old.eventId(), !old.payloadDiffers(), old.atNanos()));
            },
            PAYLOAD_DIFFERENCE_TOLD),
        new SeededFault(
            "key invented",
            h -> h.append(h.pick(h.rooms()), "never-offered", null),
            NOTHING_INVENTED),
        new SeededFault(
            "stored in another room",
            h -> {
              Invoke invoke =
                  h.any(Invoke.class, i -> h.isSole(i) && i.key() != null && isRefused(h, i));
              String room =
                  h.pick(h.rooms().stream().filter(r -> !r.equals(invoke.room())).toList());
              h.append(room, invoke.key(), null);
            },
            NOTHING_INVENTED),
        new SeededFault(
            "op of another room",
            h -> {
              Invoke invoke = h.any(Invoke.class, i -> isRefused(h, i));
              String room =
                  h.pick(h.rooms().stream().filter(r -> !r.equals(invoke.room())).toList());
              h.append(room, null, invoke.op());
            },
            NOTHING_INVENTED));
  }

  /** Order against the clock and within callers. */
  private static List<SeededFault> order() {
    return List.of(
        new SeededFault(
            "real time inversion",
            h -> {
              Outcome.Ok first =
                  h.any(
                      Outcome.Ok.class,
                      o ->
                          next(h, o)
                              .filter(n -> o.atNanos() < h.invoke(n).atNanos())
                              .filter(n -> !sameCaller(h.invoke(o), h.invoke(n)))
                              .filter(n -> !bordersARead(h, h.room(o), o.index()))
                              .isPresent());
              h.renumber(h.room(first), swap(first.index(), first.index() + 1));
            },
            REAL_TIME_ORDER),
        new SeededFault(
            "caller and real time inversion",
            h -> {
              Outcome.Ok first =
                  h.any(
                      Outcome.Ok.class,
                      o ->
                          next(h, o)
                              .filter(n -> o.atNanos() < h.invoke(n).atNanos())
                              .filter(n -> sameCaller(h.invoke(o), h.invoke(n)))
                              .filter(n -> !bordersARead(h, h.room(o), o.index()))
                              .isPresent());
              h.renumber(h.room(first), swap(first.index(), first.index() + 1));
            },
            REAL_TIME_ORDER,
            CALLER_ORDER),
        new SeededFault(
            "landed before it was offered",
            h -> {
              Invoke old =
                  h.pick(
                      landedWithoutAnswer(h).stream()
                          .filter(i -> h.isSole(i) && isFollowed(h, i))
                          .toList());
              h.outcome(old).ifPresent(h::remove);
              h.replace(
                  old,
                  new Invoke(
                      old.op(),
                      old.process(),
                      old.caller(),
                      old.room(),
                      old.key(),
                      old.payload(),
                      h.endOfTime()));
            },
            REAL_TIME_ORDER),
        new SeededFault(
            "read before it was offered",
            h -> {
              RoomFact.Read old = h.any(RoomFact.Read.class, r -> sawOffered(h, r));
              h.replace(
                  old,
                  new RoomFact.Read(
                      "new reader", old.room(), old.afterIndex(), old.events(), old.toEnd(), 0, 1));
            },
            REAL_TIME_ORDER),
        new SeededFault(
            "caller reordered",
            h -> {
              Outcome.Ok first =
                  h.any(
                      Outcome.Ok.class,
                      o ->
                          next(h, o)
                              .filter(n -> sameCaller(h.invoke(o), h.invoke(n)))
                              .filter(n -> h.isUnwitnessed(o) && h.isUnwitnessed(n))
                              .filter(n -> !bordersARead(h, h.room(o), o.index()))
                              .filter(n -> h.invoke(o).atNanos() < h.invoke(n).atNanos())
                              .filter(n -> h.invoke(n).atNanos() <= o.atNanos())
                              .isPresent());
              h.renumber(h.room(first), swap(first.index(), first.index() + 1));
            },
            CALLER_ORDER));
  }

  /** What readers saw. */
  private static List<SeededFault> reads() {
    return List.of(
        new SeededFault(
            "read skips",
            h -> {
              RoomFact.Read old = h.any(RoomFact.Read.class, r -> !middle(h, r).isEmpty());
              h.replace(old, withEvents(old, without(old.events(), h.pick(middle(h, old)))));
            },
            READS_WITHOUT_SKIP),
        new SeededFault(
            "read skips the start",
            h -> {
              RoomFact.Read old =
                  h.any(
                      RoomFact.Read.class,
                      r ->
                          r.events().size() > 1
                              && !isHole(h, r.room(), r.events().getFirst().index()));
              h.replace(old, withEvents(old, old.events().subList(1, old.events().size())));
            },
            READS_WITHOUT_SKIP),
        new SeededFault(
            "read turned round",
            h -> {
              RoomFact.Read old = h.any(RoomFact.Read.class, r -> r.events().size() > 2);
              List<RoomFact.SeenEvent> seen = new ArrayList<>(old.events());
              Collections.swap(seen, 0, 1);
              h.replace(old, withEvents(old, seen));
            },
            READS_WITHOUT_SKIP),
        new SeededFault(
            "read repeats",
            h -> {
              RoomFact.Read old = h.any(RoomFact.Read.class, r -> !r.events().isEmpty());
              h.replace(old, withEvents(old, with(old.events(), old.events().getLast())));
            },
            READS_WITHOUT_SKIP),
        new SeededFault(
            "read of another event",
            h -> {
              RoomFact.Read old =
                  h.any(
                      RoomFact.Read.class,
                      r ->
                          r.events().size() > 1
                              && !isHole(h, r.room(), r.events().getFirst().index()));
              RoomFact.SeenEvent first = old.events().getFirst();
              RoomFact.SeenEvent wrong = new RoomFact.SeenEvent(first.index(), h.newId());
              h.replace(old, withEvents(old, map(old.events(), e -> e.equals(first) ? wrong : e)));
            },
            READS_MATCH_FINAL),
        new SeededFault(
            "read misses acknowledged",
            h -> {
              RoomFact.Read old =
                  h.any(RoomFact.Read.class, r -> sawAcknowledged(h, r).isPresent());
              long missed = sawAcknowledged(h, old).orElseThrow().index();
              List<RoomFact.SeenEvent> cut =
                  old.events().stream().filter(e -> e.index() < missed).toList();
              h.replace(
                  old,
                  new RoomFact.Read(
                      "new reader",
                      old.room(),
                      old.afterIndex(),
                      cut,
                      true,
                      old.invokedAtNanos(),
                      old.returnedAtNanos()));
            },
            READS_SEE_ACKNOWLEDGED),
        new SeededFault(
            "read goes back",
            h -> {
              String room = h.pick(h.rooms());
              long last = h.nextIndex(room);
              h.append(room, null, null);
              RoomFact.FinalEvent event = h.end(room).getLast();
              RoomFact.SeenEvent seen = new RoomFact.SeenEvent(last, event.eventId());
              long at = h.endOfTime();
              h.add(
                  new RoomFact.Read("new reader", room, last - 1, List.of(seen), true, at, at + 1));
              h.add(
                  new RoomFact.Read("new reader", room, last - 1, List.of(), true, at + 2, at + 3));
            },
            READS_NEVER_GO_BACK));
  }
}
