package dev.turnwise.model;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A message from outside, parsed but not yet placed in a room.
 *
 * @param channelId the registered channel that it came through
 * @param senderId who sent it: a number, an address, a user id
 * @param content what it says
 * @param eventType what kind of event it becomes
 * @param organizationId the tenant that it belongs to
 * @param chatId the provider's address of the conversation
 * @param roomId the room that it goes to; null: the router decides
 * @param idempotencyKey key under which repeats are recognised
 * @param providerMessageId the provider's id of it
 * @param rawPayload what the provider sent, verbatim
 * @param timestamp when it was sent, by the provider's word
 * @param addressedTo agent channels asked to act; null: nobody in particular, empty: nobody at all
 * @param parentEventId the event that it answers
 * @param correlationId the integrator's reference
 * @param metadata the integrator's data
 */
public record InboundMessage(
    String channelId,
    String senderId,
    EventContent content,
    EventType eventType,
    @Nullable String organizationId,
    @Nullable String chatId,
    @Nullable String roomId,
    @Nullable String idempotencyKey,
    @Nullable String providerMessageId,
    @Nullable String rawPayload,
    @Nullable Instant timestamp,
    @Nullable List<String> addressedTo,
    @Nullable UUID parentEventId,
    @Nullable String correlationId,
    Map<String, Object> metadata) {
  public InboundMessage {
    Checks.requireChannelId("message.channel_id", channelId);
    Checks.requireId("message.sender_id", senderId);
    Checks.require("message.event_type", eventType)
        .requireContent("message.content", Checks.require("message.content", content));
    Checks.optionalId("message.organization_id", organizationId);
    Checks.optionalId("message.chat_id", chatId);
    Checks.optionalId("message.room_id", roomId);
    Checks.optionalKey("message.idempotency_key", idempotencyKey);
    Checks.optionalKey("message.provider_message_id", providerMessageId);
    Checks.optionalText("message.raw_payload", rawPayload);
    timestamp = Checks.optionalTime("message.timestamp", timestamp);
    addressedTo = Checks.optionalIds("message.addressed_to", addressedTo);
    Checks.optionalId("message.correlation_id", correlationId);
    metadata = JsonValues.copyOf("message.metadata", metadata);
  }

  /** A plain text message. */
  public static InboundMessage text(String channelId, String senderId, String text) {
    return of(channelId, senderId, new TextContent(text));
  }

  /** A message whose event type follows from its content. */
  public static InboundMessage of(String channelId, String senderId, EventContent content) {
    return builder()
        .channelId(channelId)
        .senderId(senderId)
        .content(content)
        .eventType(EventType.of(content))
        .build();
  }

  /** A builder; channel, sender and content are required. */
  public static InboundMessageBuilder builder() {
    return new InboundMessageBuilder();
  }

  /** A builder that starts from this message. */
  public InboundMessageBuilder toBuilder() {
    return new InboundMessageBuilder(this);
  }

  /** A copy for this tenant. */
  public InboundMessage withOrganizationId(@Nullable String id) {
    return toBuilder().organizationId(id).build();
  }

  /** A copy from this conversation of the provider's. */
  public InboundMessage withChatId(@Nullable String id) {
    return toBuilder().chatId(id).build();
  }

  /** A copy for this room. */
  public InboundMessage withRoomId(@Nullable String id) {
    return toBuilder().roomId(id).build();
  }

  /** A copy under this idempotency key. */
  public InboundMessage withIdempotencyKey(@Nullable String key) {
    return toBuilder().idempotencyKey(key).build();
  }

  /** A copy that answers this event. */
  public InboundMessage withParentEventId(@Nullable UUID id) {
    return toBuilder().parentEventId(id).build();
  }

  /** A copy addressed to these agent channels. */
  public InboundMessage withAddressedTo(@Nullable List<String> channelIds) {
    return toBuilder().addressedTo(channelIds).build();
  }

  /** A copy with this reference. */
  public InboundMessage withCorrelationId(@Nullable String id) {
    return toBuilder().correlationId(id).build();
  }

  /** A copy with other metadata. */
  public InboundMessage withMetadata(Map<String, Object> newMetadata) {
    return toBuilder().metadata(newMetadata).build();
  }
}
