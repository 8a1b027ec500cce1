package dev.turnwise.model;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Builds a {@link InboundMessage}, where the components are described. Not safe for use by several
 * threads.
 */
public final class InboundMessageBuilder {
  private @Nullable String channelId;
  private @Nullable String senderId;
  private @Nullable EventContent content;
  private EventType eventType = EventType.MESSAGE;
  private @Nullable String organizationId;
  private @Nullable String chatId;
  private @Nullable String roomId;
  private @Nullable String idempotencyKey;
  private @Nullable String providerMessageId;
  private @Nullable String rawPayload;
  private @Nullable Instant timestamp;
  private @Nullable List<String> addressedTo;
  private @Nullable UUID parentEventId;
  private @Nullable String correlationId;
  private Map<String, Object> metadata = JsonValues.empty();

  InboundMessageBuilder() {}

  InboundMessageBuilder(InboundMessage message) {
    channelId = message.channelId();
    senderId = message.senderId();
    content = message.content();
    eventType = message.eventType();
    organizationId = message.organizationId();
    chatId = message.chatId();
    roomId = message.roomId();
    idempotencyKey = message.idempotencyKey();
    providerMessageId = message.providerMessageId();
    rawPayload = message.rawPayload();
    timestamp = message.timestamp();
    addressedTo = message.addressedTo();
    parentEventId = message.parentEventId();
    correlationId = message.correlationId();
    metadata = message.metadata();
  }

  public InboundMessageBuilder channelId(String value) {
    channelId = value;
    return this;
  }

  public InboundMessageBuilder senderId(String value) {
    senderId = value;
    return this;
  }

  public InboundMessageBuilder content(EventContent value) {
    content = value;
    return this;
  }

  public InboundMessageBuilder eventType(EventType value) {
    eventType = value;
    return this;
  }

  public InboundMessageBuilder organizationId(@Nullable String value) {
    organizationId = value;
    return this;
  }

  public InboundMessageBuilder chatId(@Nullable String value) {
    chatId = value;
    return this;
  }

  public InboundMessageBuilder roomId(@Nullable String value) {
    roomId = value;
    return this;
  }

  public InboundMessageBuilder idempotencyKey(@Nullable String value) {
    idempotencyKey = value;
    return this;
  }

  public InboundMessageBuilder providerMessageId(@Nullable String value) {
    providerMessageId = value;
    return this;
  }

  public InboundMessageBuilder rawPayload(@Nullable String value) {
    rawPayload = value;
    return this;
  }

  public InboundMessageBuilder timestamp(@Nullable Instant value) {
    timestamp = value;
    return this;
  }

  public InboundMessageBuilder addressedTo(@Nullable List<String> value) {
    addressedTo = value;
    return this;
  }

  public InboundMessageBuilder parentEventId(@Nullable UUID value) {
    parentEventId = value;
    return this;
  }

  public InboundMessageBuilder correlationId(@Nullable String value) {
    correlationId = value;
    return this;
  }

  public InboundMessageBuilder metadata(Map<String, Object> value) {
    metadata = value;
    return this;
  }

  /** Builds and checks. */
  public InboundMessage build() {
    return new InboundMessage(
        Checks.require("message.channel_id", channelId),
        Checks.require("message.sender_id", senderId),
        Checks.require("message.content", content),
        eventType,
        organizationId,
        chatId,
        roomId,
        idempotencyKey,
        providerMessageId,
        rawPayload,
        timestamp,
        addressedTo,
        parentEventId,
        correlationId,
        metadata);
  }
}
