package dev.turnwise.error;

import java.util.Map;

/** The room does not exist in this store. */
public final class RoomNotFoundException extends TurnwiseException {
  private static final long serialVersionUID = 1L;

  public RoomNotFoundException(String roomId) {
    super(
        ErrorCode.ROOM_NOT_FOUND,
        "room " + Quoted.of(roomId) + " does not exist: create it first, or check the id",
        Map.of("room_id", roomId),
        null);
  }
}
