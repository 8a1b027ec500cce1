package dev.turnwise.store;

import dev.turnwise.model.RoomEvent;
import dev.turnwise.result.RefusalReason;
import java.util.List;

/** What became of one append whose room's conditions held. */
public sealed interface Placement {

  /**
   * Stored.
   *
   * @param event with its index and time
   * @param touched the events that its mutation changed (as they are now) or removed (as they were)
   */
  record Stored(RoomEvent event, List<RoomEvent> touched) implements Placement {
    public Stored {
      touched = List.copyOf(touched);
    }
  }

  /**
   * Its key is owned already, maybe by this very event from an earlier sending. Nothing was written
   * for it.
   */
  record KeyTaken() implements Placement {}

  /** Its mutation is not allowed. Nothing was written for it, its key included. */
  record Rejected(RefusalReason reason) implements Placement {}
}
