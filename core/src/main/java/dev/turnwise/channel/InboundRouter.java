package dev.turnwise.channel;

import dev.turnwise.model.ChannelType;
import dev.turnwise.model.InboundMessage;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Finds the room of a message that names none. Must be deterministic and thread-safe, and must not
 * guess: a message in a wrong room is a disclosure that cannot be taken back, a new room is only a
 * nuisance.
 */
@FunctionalInterface
public interface InboundRouter {

  /**
   * Chooses a room for the message.
   *
   * @param organizationId the organisation whose rooms come into question; null means rooms that
   *     belong to none
   * @param rooms what can be asked about them
   * @return the room, or empty to have one opened
   */
  Optional<String> route(
      InboundMessage message,
      ChannelType channelType,
      @Nullable String organizationId,
      RoomDirectory rooms);

  /** What a router can ask. Only rooms that accept events are found, PAUSED ones included. */
  interface RoomDirectory {

    /** The room that was opened for messages from this address through this channel. */
    Optional<String> routedRoom(@Nullable String organizationId, String channelId, String address);

    /** The newest room in which the sender takes part over a channel of this type. */
    Optional<String> newestRoomOf(
        @Nullable String organizationId, ChannelType type, String senderId);

    /**
     * Rooms that have this channel attached, newest first, at most two; without those that were
     * opened for one conversation through this channel.
     */
    List<String> openRoomsWith(@Nullable String organizationId, String channelId);
  }
}
