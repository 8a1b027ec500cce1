package dev.turnwise.error;

import java.util.Locale;
import java.util.Map;

/** The room is closed or archived. Nothing was stored. */
public final class RoomClosedException extends TurnwiseException {
  private static final long serialVersionUID = 1L;

  /**
   * @param status name of the room's status, for example {@code CLOSED}
   */
  public RoomClosedException(String roomId, String status) {
    super(
        ErrorCode.ROOM_CLOSED,
        "room "
            + Quoted.of(roomId)
            + " is "
            + status.toLowerCase(Locale.ROOT)
            + " and accepts no events: reopen it, or use another room",
        Map.of("room_id", roomId, "status", status.toLowerCase(Locale.ROOT)),
        null);
  }
}
