package dev.turnwise.testkit.history;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What callers were told of an original, against the room and the offers under the same key. */
final class DuplicateCheck implements RoomCheck {
  @Override
  public void check(RoomHistory room, Tally tally) {
    for (Repeated told : room.duplicates()) {
      StoredEvent original = room.at(told.index(), told.original().eventId());
      if (room.readAtEnd()) {
        checkOriginal(room, told, original, tally);
        if (original != null) {
          ContentCheck.check(room, told.offer(), told.original().content(), original, tally);
        }
      }
      checkPayload(room, told, original, tally);
    }
  }

  private static void checkOriginal(
      RoomHistory room, Repeated told, @Nullable StoredEvent original, Tally tally) {
    tally.checked(HistoryRule.DUPLICATE_HAS_ORIGINAL);
    String key = told.offer().invoke().key();
    String wrong = null;
    if (key == null) {
      wrong = "but was offered without a key";
    } else if (original == null && !room.isRemoved(told.index())) {
      wrong = "which is not there";
    } else if (original != null && original.key() != null && !key.equals(original.key())) {
      wrong = "which was stored under key " + original.key();
    }
    if (wrong != null) {
      String what = wrong;
      tally.violated(
          HistoryRule.DUPLICATE_HAS_ORIGINAL,
          () ->
              "room %s index %d: %s was told to repeat event %s, %s"
                  .formatted(
                      room.id(), told.index(), told.offer(), told.original().eventId(), what));
    }
  }

  /** Judged only where the original's payload is beyond doubt. */
  private static void checkPayload(
      RoomHistory room, Repeated told, @Nullable StoredEvent original, Tally tally) {
    String offered = told.offer().invoke().payload();
    String stored = commonPayload(originals(room, told, original));
    if (offered == null || stored == null) {
      return;
    }
    tally.checked(HistoryRule.PAYLOAD_DIFFERENCE_TOLD);
    if (told.original().payloadDiffers() == offered.equals(stored)) {
      tally.violated(
          HistoryRule.PAYLOAD_DIFFERENCE_TOLD,
          () ->
              "room %s index %d: %s offered payload %s to an original with %s, was told differs=%s"
                  .formatted(
                      room.id(),
                      told.index(),
                      told.offer(),
                      offered,
                      stored,
                      told.original().payloadDiffers()));
    }
  }

  private static @Nullable String commonPayload(List<Offer> offers) {
    String payload = offers.isEmpty() ? null : offers.getFirst().invoke().payload();
    boolean common =
        offers.stream().allMatch(offer -> Objects.equals(payload, offer.invoke().payload()));
    return common ? payload : null;
  }

  /** The offers of which one stored the original; exactly one where that is known. */
  private static List<Offer> originals(
      RoomHistory room, Repeated told, @Nullable StoredEvent original) {
    List<Offer> under = room.offersUnder(told.offer().invoke().key());
    if (original != null && original.event().op() != null && under.containsAll(original.offers())) {
      return original.offers();
    }
    List<Offer> acknowledged =
        under.stream()
            .filter(
                each ->
                    each.outcome() instanceof Outcome.Stored stored
                        && stored.eventId().equals(told.original().eventId()))
            .toList();
    if (!acknowledged.isEmpty()) {
      return acknowledged;
    }
    return under.stream()
        .filter(each -> each.isUnknown() && each.invoke().atNanos() < told.original().atNanos())
        .toList();
  }
}
