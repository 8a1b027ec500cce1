package dev.turnwise.commit;

import dev.turnwise.model.RoomEvent;
import java.util.List;

/**
 * Hears of what a committer has committed. Called on the committer's task: must be quick and must
 * not block.
 */
@FunctionalInterface
public interface CommitListener {

  /** Hears nothing. */
  CommitListener NOOP = (roomId, events) -> {};

  /** Events of one room that have just been stored, in index order. */
  void committed(String roomId, List<RoomEvent> events);
}
