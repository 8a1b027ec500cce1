package dev.turnwise.channel;

import dev.turnwise.model.ChannelCapabilities;
import dev.turnwise.model.ChannelCategory;
import dev.turnwise.model.ChannelDirection;
import dev.turnwise.model.ChannelType;
import dev.turnwise.model.EventDraft;
import dev.turnwise.model.InboundMessage;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Anything that talks to rooms: a transport that carries messages in and out, or an intelligence
 * that reads and answers. Registered once with the engine, attached to any number of rooms.
 *
 * <p>Implementations are thread-safe: the engine calls them from many tasks at once.
 */
public interface Channel {

  /**
   * Unique within the engine; 1 to 255 characters, without comma, and none of the visibility
   * keywords.
   */
  String id();

  ChannelType type();

  /** Transport or intelligence; by default what the type says, and transport for custom types. */
  default ChannelCategory category() {
    return type().category().orElse(ChannelCategory.TRANSPORT);
  }

  /**
   * What is physically possible: an INBOUND channel is never delivered to, an OUTBOUND one never
   * handles inbound.
   */
  default ChannelDirection direction() {
    return ChannelDirection.BIDIRECTIONAL;
  }

  default ChannelCapabilities capabilities() {
    return ChannelCapabilities.TEXT_ONLY;
  }

  /** The vendor or implementation behind this channel, kept with each event's source. */
  String providerName();

  /**
   * The organisation that the channel serves: its messages open and find rooms of this organisation
   * only.
   */
  default @Nullable String organizationId() {
    return null;
  }

  /**
   * Turns a message from outside into an event. Runs before the room's order is decided and without
   * any lock, within the engine's {@code processTimeout}; a result that comes later is ignored.
   * Fields that the message carries for the engine (idempotency key, addressing, parent,
   * correlation) are filled in where the draft leaves them empty.
   *
   * @return the event to be
   * @throws RuntimeException to reject the message; nothing is stored, and the caller gets the
   *     exception
   */
  default EventDraft handleInbound(InboundMessage message, InboundContext context) {
    return EventDraft.of(message.content())
        .withType(message.eventType())
        .withMetadata(message.metadata());
  }

  /** Facts about this instance, for operators. */
  default Map<String, Object> info() {
    return Map.of();
  }

  /** Releases what the channel holds. Called once, when the engine closes. */
  default void close() {}
}
