package dev.turnwise.error;

import java.util.Map;

/** The channel is registered, but not attached to this room. */
public final class ChannelNotAttachedException extends TurnwiseException {
  private static final long serialVersionUID = 1L;

  public ChannelNotAttachedException(String roomId, String channelId) {
    super(
        ErrorCode.CHANNEL_NOT_ATTACHED,
        "channel "
            + Quoted.of(channelId)
            + " is not attached to room "
            + Quoted.of(roomId)
            + ": attach it first",
        Map.of("room_id", roomId, "channel_id", channelId),
        null);
  }
}
