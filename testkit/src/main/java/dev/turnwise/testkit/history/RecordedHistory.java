package dev.turnwise.testkit.history;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/** Sorts the records of a history by room, and each outcome to its offer. Not thread-safe. */
final class RecordedHistory {
  private final Tally tally;
  private final Map<Long, Offer> offers = new HashMap<>();
  private final Map<String, RoomLog> rooms = new LinkedHashMap<>();
  private long faults;

  /**
   * @param tally told what does not fit together
   */
  RecordedHistory(Tally tally) {
    this.tally = tally;
  }

  void add(HistoryRecord entry) {
    tally.checked(HistoryRule.HISTORY_WELL_FORMED);
    switch (entry) {
      case Invoke invoke -> offer(invoke);
      case Outcome outcome -> settle(outcome);
      case Fault fault -> faults++;
      case RoomFact fact -> {
        room(fact.room()).add(fact);
        checkInterval(fact);
      }
    }
  }

  Map<Long, Offer> offers() {
    return offers;
  }

  Iterable<RoomLog> rooms() {
    return rooms.values();
  }

  long roomCount() {
    return rooms.size();
  }

  long faults() {
    return faults;
  }

  private void offer(Invoke invoke) {
    Offer offer = new Offer(invoke);
    Offer earlier = offers.putIfAbsent(invoke.op(), offer);
    if (earlier != null) {
      broken("op %d was offered twice: ids of offers are unique".formatted(invoke.op()));
      return;
    }
    room(invoke.room()).offers.add(offer);
  }

  private void settle(Outcome outcome) {
    Offer offer = offers.get(outcome.op());
    if (offer == null) {
      broken("op %d has an outcome, but was not offered before it".formatted(outcome.op()));
    } else if (!offer.settle(outcome)) {
      broken("%s has two outcomes: %s and %s".formatted(offer, offer.outcome(), outcome));
    } else if (outcome.atNanos() < offer.invoke().atNanos()) {
      broken(
          "%s was answered at %d, before it was offered at %d"
              .formatted(offer, outcome.atNanos(), offer.invoke().atNanos()));
    }
  }

  private void checkInterval(RoomFact fact) {
    if (fact instanceof RoomFact.Read read && read.returnedAtNanos() < read.invokedAtNanos()) {
      broken(
          "room %s: a read by %s returned at %d, before it was sent at %d"
              .formatted(
                  read.room(), read.reader(), read.returnedAtNanos(), read.invokedAtNanos()));
    }
  }

  private RoomLog room(String id) {
    return rooms.computeIfAbsent(id, RoomLog::new);
  }

  private void broken(String how) {
    tally.violated(HistoryRule.HISTORY_WELL_FORMED, () -> how);
  }
}
