package dev.turnwise.model;

import dev.turnwise.error.InvalidInputException;
import org.jspecify.annotations.Nullable;

/**
 * Where an event comes from.
 *
 * @param channelId the channel that produced it, {@link Channels#SYSTEM} for the framework
 * @param channelType kind of that channel, as registered and never as a payload claims
 * @param direction {@code INBOUND} or {@code OUTBOUND}
 * @param participantId its author, if it has one
 * @param externalId a reference of the integrator
 * @param provider name of the vendor or backend
 * @param providerMessageId the vendor's id of the message
 * @param rawPayload what the provider sent, verbatim
 */
public record EventSource(
    String channelId,
    ChannelType channelType,
    ChannelDirection direction,
    @Nullable String participantId,
    @Nullable String externalId,
    @Nullable String provider,
    @Nullable String providerMessageId,
    @Nullable String rawPayload) {
  private static final EventSource SYSTEM =
      of(Channels.SYSTEM, ChannelType.SYSTEM, ChannelDirection.INBOUND);

  public EventSource {
    Checks.requireSourceChannelId("source.channel_id", channelId);
    Checks.require("source.channel_type", channelType);
    Checks.require("source.direction", direction);
    if (direction == ChannelDirection.BIDIRECTIONAL) {
      throw new InvalidInputException(
          "source.direction", "is BIDIRECTIONAL", null, "use INBOUND or OUTBOUND");
    }
    if (channelId.equals(Channels.SYSTEM) && !channelType.equals(ChannelType.SYSTEM)) {
      throw new InvalidInputException(
          "source.channel_id",
          "is the framework's own id on a channel of type " + channelType,
          null,
          "use the id of a registered channel");
    }
    Checks.optionalId("source.participant_id", participantId);
    Checks.optionalKey("source.external_id", externalId);
    Checks.optionalId("source.provider", provider);
    Checks.optionalKey("source.provider_message_id", providerMessageId);
    Checks.optionalText("source.raw_payload", rawPayload);
  }

  /** The framework itself. */
  public static EventSource system() {
    return SYSTEM;
  }

  /** A channel, with nothing else known. */
  public static EventSource of(
      String channelId, ChannelType channelType, ChannelDirection direction) {
    return new EventSource(channelId, channelType, direction, null, null, null, null, null);
  }

  /** Whether the framework itself, or a channel of its kind, produced the event. */
  public boolean isSystem() {
    return channelType.equals(ChannelType.SYSTEM);
  }

  /** A copy with another author. */
  public EventSource withParticipantId(@Nullable String id) {
    return new EventSource(
        channelId, channelType, direction, id, externalId, provider, providerMessageId, rawPayload);
  }
}
