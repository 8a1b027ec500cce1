package dev.turnwise.model;

import java.time.Instant;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Something that a channel or hook noticed about a conversation.
 *
 * @param id its id
 * @param roomId the room that it belongs to
 * @param type its kind, for example {@code sentiment}
 * @param data its facts
 * @param sourceChannelId the channel that noticed it
 * @param createdAt when it was noticed
 * @param metadata the integrator's data
 */
public record Observation(
    UUID id,
    String roomId,
    String type,
    Map<String, Object> data,
    @Nullable String sourceChannelId,
    Instant createdAt,
    Map<String, Object> metadata) {
  public Observation {
    Checks.require("observation.id", id);
    Checks.requireId("observation.room_id", roomId);
    Checks.requireId("observation.type", type);
    data = JsonValues.copyOf("observation.data", data);
    Checks.optionalChannelId("observation.source_channel_id", sourceChannelId);
    createdAt = Checks.requireTime("observation.created_at", createdAt);
    metadata = JsonValues.copyOf("observation.metadata", metadata);
  }

  /** A copy with the time that the store gave it. */
  public Observation withCreatedAt(Instant newCreatedAt) {
    return new Observation(id, roomId, type, data, sourceChannelId, newCreatedAt, metadata);
  }
}
