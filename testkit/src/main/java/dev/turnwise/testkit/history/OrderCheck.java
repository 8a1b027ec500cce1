package dev.turnwise.testkit.history;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;

/** The order of the timeline against the observer's clock and against each caller's own order. */
final class OrderCheck implements RoomCheck {
  @Override
  public void check(RoomHistory room, Tally tally) {
    List<Acknowledged> credible =
        room.acknowledged().stream()
            .filter(told -> room.isCredible(told.index(), told.stored().eventId()))
            .toList();
    Evidence evidence = new Evidence(indices(room));
    addAcknowledged(credible, evidence);
    addUnanswered(room, evidence);
    addDuplicates(room, evidence);
    addReads(room, evidence);
    evidence.findInversions(room.id(), tally);
    checkCallers(room, credible, tally);
  }

  /** Without a final read every index that was ever told of is credible. */
  private static long[] indices(RoomHistory room) {
    if (room.readAtEnd()) {
      return room.usedIndices();
    }
    LongStream acknowledged = room.acknowledged().stream().mapToLong(Acknowledged::index);
    LongStream duplicates = room.duplicates().stream().mapToLong(Repeated::index);
    LongStream reads =
        room.reads().stream()
            .flatMap(r -> r.events().stream())
            .mapToLong(RoomFact.SeenEvent::index);
    return LongStream.concat(
            Arrays.stream(room.usedIndices()),
            LongStream.concat(acknowledged, LongStream.concat(duplicates, reads)))
        .sorted()
        .distinct()
        .toArray();
  }

  private static void addAcknowledged(List<Acknowledged> credible, Evidence evidence) {
    for (Acknowledged told : credible) {
      evidence.offered(told.index(), told.offer());
      evidence.known(told.index(), told.stored().atNanos(), told.offer());
    }
  }

  /** What stands there though nobody was told: one of the offers without answer has landed. */
  private static void addUnanswered(RoomHistory room, Evidence evidence) {
    for (StoredEvent event : room.events()) {
      if (event.offers().stream().noneMatch(offer -> toldOf(event, offer))) {
        event.offers().stream()
            .filter(Offer::isUnknown)
            .forEach(offer -> evidence.offered(event.index(), offer));
      }
    }
  }

  private static boolean toldOf(StoredEvent event, Offer offer) {
    return offer.outcome() instanceof Outcome.Stored stored && stored.eventId().equals(event.id());
  }

  private static void addDuplicates(RoomHistory room, Evidence evidence) {
    for (Repeated told : room.duplicates()) {
      if (room.isCredible(told.index(), told.original().eventId())) {
        evidence.known(told.index(), told.original().atNanos(), told.offer());
      }
    }
  }

  private static void addReads(RoomHistory room, Evidence evidence) {
    for (RoomFact.Read read : room.reads()) {
      String from = "a read by " + read.reader();
      for (RoomFact.SeenEvent seen : read.events()) {
        if (room.isCredible(seen.index(), seen.eventId())) {
          evidence.known(seen.index(), read.returnedAtNanos(), from);
        }
      }
    }
  }

  private static void checkCallers(RoomHistory room, List<Acknowledged> credible, Tally tally) {
    Map<Caller, List<Acknowledged>> callers = new LinkedHashMap<>();
    for (Acknowledged told : credible) {
      Invoke invoke = told.offer().invoke();
      callers
          .computeIfAbsent(new Caller(invoke.process(), invoke.caller()), c -> new ArrayList<>())
          .add(told);
    }
    callers.forEach((caller, told) -> checkCaller(room, caller, told, tally));
  }

  private static void checkCaller(
      RoomHistory room, Caller caller, List<Acknowledged> told, Tally tally) {
    tally.checked(HistoryRule.CALLER_ORDER, told.size());
    told.sort(Comparator.comparingLong(OrderCheck::offeredAt));
    Acknowledged highest = told.getFirst();
    Acknowledged highestBefore = null;
    for (int i = 1; i < told.size(); i++) {
      Acknowledged current = told.get(i);
      // Offers of one instant have no order among themselves.
      if (offeredAt(current) > offeredAt(told.get(i - 1))) {
        highestBefore = highest;
      }
      if (highestBefore != null && current.index() < highestBefore.index()) {
        Acknowledged earlier = highestBefore;
        tally.violated(
            HistoryRule.CALLER_ORDER,
            () ->
                "room %s index %d: %s offered %s to %s after %s, which stands at index %d"
                    .formatted(
                        room.id(),
                        current.index(),
                        caller.name(),
                        current.offer(),
                        caller.process(),
                        earlier.offer(),
                        earlier.index()));
      }
      highest = current.index() > highest.index() ? current : highest;
    }
  }

  private static long offeredAt(Acknowledged told) {
    return told.offer().invoke().atNanos();
  }

  private record Caller(String process, String name) {}
}
