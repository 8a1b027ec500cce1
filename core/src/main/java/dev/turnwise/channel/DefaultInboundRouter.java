package dev.turnwise.channel;

import dev.turnwise.model.ChannelType;
import dev.turnwise.model.InboundMessage;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The default way to find a room: the room opened for the same chat; for messages without a chat,
 * the sender's newest room over the same type of channel; else the only room that the channel was
 * attached to; else none.
 *
 * <p>A chat that the provider names is a conversation of its own: its messages never follow the
 * sender into another one. A room that was opened for one conversation is never "the only room" for
 * somebody else's message.
 */
public final class DefaultInboundRouter implements InboundRouter {

  private static final Logger LOG = LoggerFactory.getLogger(DefaultInboundRouter.class);

  @Override
  public Optional<String> route(
      InboundMessage message,
      ChannelType channelType,
      @Nullable String organizationId,
      RoomDirectory rooms) {
    Optional<String> known =
        message.chatId() == null
            ? rooms.newestRoomOf(organizationId, channelType, message.senderId())
            : rooms.routedRoom(organizationId, message.channelId(), message.chatId());
    return known.isPresent() ? known : onlyRoom(message, organizationId, rooms);
  }

  private static Optional<String> onlyRoom(
      InboundMessage message, @Nullable String organizationId, RoomDirectory rooms) {
    List<String> candidates = rooms.openRoomsWith(organizationId, message.channelId());
    if (candidates.size() > 1) {
      LOG.warn(
          "channel {} is attached to several open rooms, so a message of an unknown sender opens a new one",
          message.channelId());
      return Optional.empty();
    }
    return candidates.stream().findFirst();
  }
}
