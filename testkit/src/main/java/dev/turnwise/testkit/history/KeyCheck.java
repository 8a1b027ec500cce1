package dev.turnwise.testkit.history;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Each event at the end against the offers it stems from: none refused, none twice, none made up.
 */
final class KeyCheck implements RoomCheck {
  @Override
  public void check(RoomHistory room, Tally tally) {
    if (!room.readAtEnd()) {
      return;
    }
    for (Offer offer : room.offers()) {
      if (offer.isRefused()) {
        tally.checked(HistoryRule.REFUSED_ABSENT);
      } else if (offer.isUnknown()) {
        tally.checked(HistoryRule.UNKNOWN_AT_MOST_ONCE);
      }
    }
    Map<Object, StoredEvent> stored = new HashMap<>();
    for (StoredEvent event : room.events()) {
      checkOrigin(room, event, tally);
      checkRefused(room, event, tally);
      Object identity = event.identity();
      if (identity != null) {
        checkOnce(room, event, stored.putIfAbsent(identity, event), tally);
      }
    }
  }

  private static void checkOrigin(RoomHistory room, StoredEvent event, Tally tally) {
    Long op = event.event().op();
    String key = event.event().key();
    if (op == null && key == null) {
      return;
    }
    tally.checked(HistoryRule.NOTHING_INVENTED);
    boolean offered =
        event.offers().stream().anyMatch(offer -> key == null || key.equals(offer.invoke().key()));
    if (!offered) {
      tally.violated(
          HistoryRule.NOTHING_INVENTED,
          () ->
              "room %s %s: nothing with key %s and op %s was offered to this room"
                  .formatted(room.id(), event, key, op));
    }
  }

  private static void checkRefused(RoomHistory room, StoredEvent event, Tally tally) {
    List<Offer> offers = event.offers();
    if (!offers.isEmpty() && offers.stream().allMatch(Offer::isRefused)) {
      tally.violated(
          HistoryRule.REFUSED_ABSENT,
          () ->
              "room %s %s: stored, though %s was refused"
                  .formatted(room.id(), event, offers.getFirst()));
    }
  }

  private static void checkOnce(
      RoomHistory room, StoredEvent event, @Nullable StoredEvent first, Tally tally) {
    List<Offer> repeats = room.offersUnder(event.key());
    List<Offer> offers = repeats.isEmpty() ? event.offers() : repeats;
    boolean unanswered =
        !offers.isEmpty()
            && offers.stream().allMatch(offer -> offer.isUnknown() || offer.isRefused());
    HistoryRule rule = unanswered ? HistoryRule.UNKNOWN_AT_MOST_ONCE : HistoryRule.KEYS_STORED_ONCE;
    if (rule == HistoryRule.KEYS_STORED_ONCE) {
      tally.checked(rule);
    }
    if (first != null) {
      tally.violated(
          rule,
          () ->
              "room %s %s: key %s, op %s is stored at index %d already"
                  .formatted(
                      room.id(),
                      event,
                      event.key(),
                      offers.isEmpty() ? null : offers.getFirst().invoke().op(),
                      first.index()));
    }
  }
}
