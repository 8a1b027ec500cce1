package dev.turnwise.store;

import java.util.List;

/** What became of one room's part of a batch. */
public sealed interface RoomOutcome {

  /** The conditions held. One placement for each append, in order. */
  record Applied(List<Placement> placements) implements RoomOutcome {
    public Applied {
      placements = List.copyOf(placements);
    }
  }

  /** The head row is not there, or a condition on it failed. Nothing was written. */
  record Unmatched() implements RoomOutcome {}

  /**
   * Somebody else had the head row locked, and this was a batch of several rooms. Nothing was
   * written.
   */
  record Skipped() implements RoomOutcome {}
}
