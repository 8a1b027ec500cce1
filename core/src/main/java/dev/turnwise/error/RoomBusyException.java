package dev.turnwise.error;

import java.util.Map;

/**
 * The room could not be written in time because of others. Nothing was stored; repeating is safe.
 */
public final class RoomBusyException extends TurnwiseException {
  private static final long serialVersionUID = 1L;

  /**
   * @param why what stood in the way, for example {@code its queue holds 1,000 messages}
   */
  public RoomBusyException(String roomId, String why) {
    super(
        ErrorCode.ROOM_BUSY,
        "room "
            + Quoted.of(roomId)
            + " is busy, "
            + why
            + ": nothing was stored; repeat the call after a pause",
        Map.of("room_id", roomId, "why", why),
        null);
  }
}
