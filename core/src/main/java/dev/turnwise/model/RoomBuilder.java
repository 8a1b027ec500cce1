package dev.turnwise.model;

import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Builds a {@link Room}, where the components are described. Not safe for use by several threads.
 */
public final class RoomBuilder {
  private @Nullable String id;
  private @Nullable String organizationId;
  private RoomStatus status = RoomStatus.ACTIVE;
  private @Nullable Instant createdAt;
  private @Nullable Instant updatedAt;
  private @Nullable Instant closedAt;
  private RoomTimers timers = RoomTimers.NONE;
  private Map<String, Object> metadata = JsonValues.empty();
  private AgentResponsePolicy agentResponsePolicy = AgentResponsePolicy.AGENT_CHAIN;
  private long eventCount;
  private long latestIndex = Room.NO_INDEX;
  private long deliveredIndex = Room.NO_INDEX;
  private @Nullable Instant lastActivityAt;
  private long timelineEpoch;

  RoomBuilder() {}

  RoomBuilder(Room room) {
    id = room.id();
    organizationId = room.organizationId();
    status = room.status();
    createdAt = room.createdAt();
    updatedAt = room.updatedAt();
    closedAt = room.closedAt();
    timers = room.timers();
    metadata = room.metadata();
    agentResponsePolicy = room.agentResponsePolicy();
    eventCount = room.eventCount();
    latestIndex = room.latestIndex();
    deliveredIndex = room.deliveredIndex();
    lastActivityAt = room.lastActivityAt();
    timelineEpoch = room.timelineEpoch();
  }

  public RoomBuilder id(String value) {
    id = value;
    return this;
  }

  public RoomBuilder organizationId(@Nullable String value) {
    organizationId = value;
    return this;
  }

  public RoomBuilder status(RoomStatus value) {
    status = value;
    return this;
  }

  public RoomBuilder createdAt(Instant value) {
    createdAt = value;
    return this;
  }

  public RoomBuilder updatedAt(Instant value) {
    updatedAt = value;
    return this;
  }

  public RoomBuilder closedAt(@Nullable Instant value) {
    closedAt = value;
    return this;
  }

  public RoomBuilder timers(RoomTimers value) {
    timers = value;
    return this;
  }

  public RoomBuilder metadata(Map<String, Object> value) {
    metadata = value;
    return this;
  }

  public RoomBuilder agentResponsePolicy(AgentResponsePolicy value) {
    agentResponsePolicy = value;
    return this;
  }

  public RoomBuilder eventCount(long value) {
    eventCount = value;
    return this;
  }

  public RoomBuilder latestIndex(long value) {
    latestIndex = value;
    return this;
  }

  public RoomBuilder deliveredIndex(long value) {
    deliveredIndex = value;
    return this;
  }

  public RoomBuilder lastActivityAt(Instant value) {
    lastActivityAt = value;
    return this;
  }

  public RoomBuilder timelineEpoch(long value) {
    timelineEpoch = value;
    return this;
  }

  /** Builds and checks. */
  public Room build() {
    return new Room(
        Checks.require("room.id", id),
        organizationId,
        status,
        Checks.require("room.created_at", createdAt),
        Checks.require("room.updated_at", updatedAt),
        closedAt,
        timers,
        metadata,
        agentResponsePolicy,
        eventCount,
        latestIndex,
        deliveredIndex,
        Checks.require("room.last_activity_at", lastActivityAt),
        timelineEpoch);
  }
}
