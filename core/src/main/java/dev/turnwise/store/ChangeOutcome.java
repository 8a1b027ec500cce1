package dev.turnwise.store;

import dev.turnwise.model.RoomEvent;
import dev.turnwise.model.RoomStatus;
import java.util.Optional;

/** What became of a {@link RoomChange}. */
public sealed interface ChangeOutcome {

  /** It was made; the marker has its index and time. */
  record Changed(Optional<RoomEvent> marker) implements ChangeOutcome {}

  /** Everything already was as wanted; nothing was written. */
  record Unchanged() implements ChangeOutcome {}

  record RoomMissing() implements ChangeOutcome {}

  /** The room has no such channel or participant. */
  record TargetMissing() implements ChangeOutcome {}

  /** The channel had been detached from this room, and the attach was not explicit. */
  record WasDetached() implements ChangeOutcome {}

  /** The room's status does not allow it. */
  record StatusForbids(RoomStatus status) implements ChangeOutcome {}
}
