package dev.turnwise.model;

import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A conversation as it stood at one moment.
 *
 * @param id its id
 * @param organizationId the tenant that it belongs to
 * @param status where it is in its life
 * @param createdAt when it was created
 * @param updatedAt when anything but its timeline last changed
 * @param closedAt when it was closed, if it is
 * @param timers when it changes its status by itself
 * @param metadata the integrator's data
 * @param agentResponsePolicy who may answer in it
 * @param eventCount events stored so far, deleted ones included
 * @param latestIndex highest index given to an event, -1 if none was
 * @param deliveredIndex highest index whose delivery is finished, -1 if none is
 * @param lastActivityAt when the last event was stored, or the room created
 * @param timelineEpoch raised whenever indices were renumbered
 */
public record Room(
    String id,
    @Nullable String organizationId,
    RoomStatus status,
    Instant createdAt,
    Instant updatedAt,
    @Nullable Instant closedAt,
    RoomTimers timers,
    Map<String, Object> metadata,
    AgentResponsePolicy agentResponsePolicy,
    long eventCount,
    long latestIndex,
    long deliveredIndex,
    Instant lastActivityAt,
    long timelineEpoch) {
  /** Index before the first event. */
  public static final long NO_INDEX = -1;

  public Room {
    Checks.requireId("room.id", id);
    Checks.optionalId("room.organization_id", organizationId);
    Checks.require("room.status", status);
    createdAt = Checks.requireTime("room.created_at", createdAt);
    updatedAt = Checks.requireTime("room.updated_at", updatedAt);
    closedAt = Checks.optionalTime("room.closed_at", closedAt);
    Checks.require("room.timers", timers);
    metadata = JsonValues.copyOf("room.metadata", metadata);
    Checks.require("room.agent_response_policy", agentResponsePolicy);
    Checks.requireNotNegative("room.event_count", eventCount);
    Checks.requireRange("room.latest_index", latestIndex, NO_INDEX, Long.MAX_VALUE);
    Checks.requireRange("room.delivered_index", deliveredIndex, NO_INDEX, Long.MAX_VALUE);
    lastActivityAt = Checks.requireTime("room.last_activity_at", lastActivityAt);
    Checks.requireNotNegative("room.timeline_epoch", timelineEpoch);
  }

  /** An active room without events, created now. */
  public static Room create(String id, Instant now) {
    return builder().id(id).createdAt(now).updatedAt(now).lastActivityAt(now).build();
  }

  /** A builder with the defaults of an empty active room; id and the three times are required. */
  public static RoomBuilder builder() {
    return new RoomBuilder();
  }

  /** A builder that starts from this room. */
  public RoomBuilder toBuilder() {
    return new RoomBuilder(this);
  }
}
