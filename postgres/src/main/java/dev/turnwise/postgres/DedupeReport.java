package dev.turnwise.postgres;

import java.util.List;
import java.util.Locale;

/**
 * What a repair of duplicate indices found and did.
 *
 * @param duplicateRows events that shared room and index with another one, not counting the first
 *     of each
 * @param affectedRooms rooms that had such events
 * @param movedEvents events that have another index now
 * @param movedMarkers read markers that stand elsewhere now
 * @param nowUnique whether the unique index on (room, index) is in force now
 * @param liveWorkers ids of the workers that were alive; while there are any, a repair has to be
 *     forced
 */
public record DedupeReport(
    Action action,
    long duplicateRows,
    long affectedRooms,
    long movedEvents,
    long movedMarkers,
    boolean nowUnique,
    List<String> liveWorkers) {

  /** What was done. */
  public enum Action {
    /** Nothing, as it was only to be looked at; there is something to repair. */
    DRY_RUN,
    /** Everything that was to be done. */
    REPAIRED,
    /** Nothing: there were no duplicates, and the index is unique. */
    NOTHING_TO_DO;

    /** The action as it appears in JSON, for example {@code dry_run}. */
    public String wire() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  public DedupeReport {
    liveWorkers = List.copyOf(liveWorkers);
  }
}
