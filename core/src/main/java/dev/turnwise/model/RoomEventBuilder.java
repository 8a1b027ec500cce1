package dev.turnwise.model;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Builds a {@link RoomEvent}, where the components are described. Not safe for use by several
 * threads.
 */
public final class RoomEventBuilder {
  private @Nullable UUID id;
  private @Nullable String roomId;
  private long index = RoomEvent.UNASSIGNED;
  private @Nullable EventType type;
  private EventStatus status = EventStatus.PENDING;
  private @Nullable String blockedBy;
  private @Nullable EventSource source;
  private @Nullable EventContent content;
  private Visibility visibility = Visibility.ALL;
  private @Nullable List<String> addressedTo;
  private @Nullable UUID parentEventId;
  private @Nullable UUID rootEventId;
  private int chainDepth;
  private @Nullable String correlationId;
  private @Nullable String idempotencyKey;
  private @Nullable Instant createdAt;
  private Map<String, Object> metadata = JsonValues.empty();
  private ChannelData channelData = ChannelData.none();
  private Map<String, DeliveryResult> deliveryResults = Map.of();
  private @Nullable List<String> targets;
  private @Nullable String committedBy;

  RoomEventBuilder() {}

  RoomEventBuilder(RoomEvent event) {
    id = event.id();
    roomId = event.roomId();
    index = event.index();
    type = event.type();
    status = event.status();
    blockedBy = event.blockedBy();
    source = event.source();
    content = event.content();
    visibility = event.visibility();
    addressedTo = event.addressedTo();
    parentEventId = event.parentEventId();
    rootEventId = event.rootEventId();
    chainDepth = event.chainDepth();
    correlationId = event.correlationId();
    idempotencyKey = event.idempotencyKey();
    createdAt = event.createdAt();
    metadata = event.metadata();
    channelData = event.channelData();
    deliveryResults = event.deliveryResults();
    targets = event.targets();
    committedBy = event.committedBy();
  }

  public RoomEventBuilder id(UUID value) {
    id = value;
    return this;
  }

  public RoomEventBuilder roomId(String value) {
    roomId = value;
    return this;
  }

  public RoomEventBuilder index(long value) {
    index = value;
    return this;
  }

  public RoomEventBuilder type(EventType value) {
    type = value;
    return this;
  }

  public RoomEventBuilder status(EventStatus value) {
    status = value;
    return this;
  }

  public RoomEventBuilder blockedBy(@Nullable String value) {
    blockedBy = value;
    return this;
  }

  public RoomEventBuilder source(EventSource value) {
    source = value;
    return this;
  }

  public RoomEventBuilder content(EventContent value) {
    content = value;
    return this;
  }

  public RoomEventBuilder visibility(Visibility value) {
    visibility = value;
    return this;
  }

  public RoomEventBuilder addressedTo(@Nullable List<String> value) {
    addressedTo = value;
    return this;
  }

  public RoomEventBuilder parentEventId(@Nullable UUID value) {
    parentEventId = value;
    return this;
  }

  public RoomEventBuilder rootEventId(@Nullable UUID value) {
    rootEventId = value;
    return this;
  }

  public RoomEventBuilder chainDepth(int value) {
    chainDepth = value;
    return this;
  }

  public RoomEventBuilder correlationId(@Nullable String value) {
    correlationId = value;
    return this;
  }

  public RoomEventBuilder idempotencyKey(@Nullable String value) {
    idempotencyKey = value;
    return this;
  }

  public RoomEventBuilder createdAt(Instant value) {
    createdAt = value;
    return this;
  }

  public RoomEventBuilder metadata(Map<String, Object> value) {
    metadata = value;
    return this;
  }

  public RoomEventBuilder channelData(ChannelData value) {
    channelData = value;
    return this;
  }

  public RoomEventBuilder deliveryResults(Map<String, DeliveryResult> value) {
    deliveryResults = value;
    return this;
  }

  public RoomEventBuilder targets(@Nullable List<String> value) {
    targets = value;
    return this;
  }

  public RoomEventBuilder committedBy(@Nullable String value) {
    committedBy = value;
    return this;
  }

  /** Builds and checks. */
  public RoomEvent build() {
    return new RoomEvent(
        Checks.require("event.id", id),
        Checks.require("event.room_id", roomId),
        index,
        Checks.require("event.type", type),
        status,
        blockedBy,
        Checks.require("event.source", source),
        Checks.require("event.content", content),
        visibility,
        addressedTo,
        parentEventId,
        rootEventId,
        chainDepth,
        correlationId,
        idempotencyKey,
        Checks.require("event.created_at", createdAt),
        metadata,
        channelData,
        deliveryResults,
        targets,
        committedBy);
  }
}
