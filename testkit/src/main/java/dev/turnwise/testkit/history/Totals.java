package dev.turnwise.testkit.history;

import java.util.List;

/** Adds up what the rooms of a history hold. Not thread-safe. */
final class Totals {
  private long operations;
  private long rooms;
  private long events;
  private long acknowledged;
  private long blocked;
  private long modified;
  private long refused;
  private long unknown;
  private long duplicates;
  private long reads;
  private long unattributed;

  void add(RoomHistory room) {
    rooms++;
    operations += room.offers().size();
    room.offers().forEach(this::add);
    reads += room.reads().size();
    events += room.events().size();
    unattributed += room.events().stream().filter(event -> event.identity() == null).count();
  }

  CheckReport report(long faults, List<CheckedRule> rules, List<String> notes) {
    return new CheckReport(
        operations,
        rooms,
        events,
        acknowledged,
        blocked,
        modified,
        refused,
        unknown,
        duplicates,
        reads,
        faults,
        unattributed,
        rules,
        notes);
  }

  private void add(Offer offer) {
    switch (offer.outcome()) {
      case null -> unknown++;
      case Outcome.Unknown none -> unknown++;
      case Outcome.Ok ok -> {
        acknowledged++;
        modified += isRewritten(offer, ok) ? 1 : 0;
      }
      case Outcome.Blocked stored -> blocked++;
      case Outcome.Refused never -> refused++;
      case Outcome.Duplicate original -> duplicates++;
    }
  }

  private static boolean isRewritten(Offer offer, Outcome.Ok ok) {
    String offered = offer.invoke().content();
    return offered != null && ok.content() != null && !offered.equals(ok.content());
  }
}
