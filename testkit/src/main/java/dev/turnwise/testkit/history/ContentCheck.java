package dev.turnwise.testkit.history;

import org.jspecify.annotations.Nullable;

/** What a caller was told that an event says, against what it says at the end. */
final class ContentCheck {
  private ContentCheck() {}

  /** Judged only where the history tells both. */
  static void check(
      RoomHistory room, Offer offer, @Nullable String told, StoredEvent found, Tally tally) {
    String stored = found.event().content();
    if (told == null || stored == null) {
      return;
    }
    tally.checked(HistoryRule.CONTENT_AS_TOLD);
    if (!told.equals(stored)) {
      tally.violated(
          HistoryRule.CONTENT_AS_TOLD,
          () ->
              "room %s %s: %s was told content %s, found %s"
                  .formatted(room.id(), found, offer, told, stored));
    }
  }
}
