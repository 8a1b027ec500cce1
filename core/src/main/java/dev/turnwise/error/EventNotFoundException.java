package dev.turnwise.error;

import java.util.Map;
import java.util.UUID;

/** The room has no such event; events of other rooms count as absent. */
public final class EventNotFoundException extends TurnwiseException {
  private static final long serialVersionUID = 1L;

  public EventNotFoundException(String roomId, UUID eventId) {
    super(
        ErrorCode.EVENT_NOT_FOUND,
        "event "
            + eventId
            + " does not exist in room "
            + Quoted.of(roomId)
            + ": check the id, it may have been deleted",
        Map.of("room_id", roomId, "event_id", eventId.toString()),
        null);
  }
}
