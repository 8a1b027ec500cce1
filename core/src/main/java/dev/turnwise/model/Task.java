package dev.turnwise.model;

import java.time.Instant;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Work that a conversation brought up.
 *
 * @param id its id
 * @param roomId the room that it belongs to
 * @param type its kind, as the integrator names it
 * @param status how far it has come
 * @param title what it is, in a line
 * @param description what it is, at length
 * @param data its facts
 * @param assignedTo who does it
 * @param createdBy the channel or hook that created it
 * @param createdAt when it was created
 * @param metadata the integrator's data
 */
public record Task(
    UUID id,
    String roomId,
    String type,
    TaskStatus status,
    @Nullable String title,
    @Nullable String description,
    Map<String, Object> data,
    @Nullable String assignedTo,
    @Nullable String createdBy,
    Instant createdAt,
    Map<String, Object> metadata) {
  public Task {
    Checks.require("task.id", id);
    Checks.requireId("task.room_id", roomId);
    Checks.requireId("task.type", type);
    Checks.require("task.status", status);
    Checks.optionalText("task.title", title);
    Checks.optionalText("task.description", description);
    data = JsonValues.copyOf("task.data", data);
    Checks.optionalId("task.assigned_to", assignedTo);
    Checks.optionalId("task.created_by", createdBy);
    createdAt = Checks.requireTime("task.created_at", createdAt);
    metadata = JsonValues.copyOf("task.metadata", metadata);
  }

  /** A pending task with nothing but its kind and facts. */
  public static Task pending(
      UUID id, String roomId, String type, Map<String, Object> data, Instant createdAt) {
    return new Task(
        id,
        roomId,
        type,
        TaskStatus.PENDING,
        null,
        null,
        data,
        null,
        null,
        createdAt,
        JsonValues.empty());
  }

  /** A copy with another status. */
  public Task withStatus(TaskStatus newStatus) {
    return new Task(
        id,
        roomId,
        type,
        newStatus,
        title,
        description,
        data,
        assignedTo,
        createdBy,
        createdAt,
        metadata);
  }

  /** A copy with the time that the store gave it. */
  public Task withCreatedAt(Instant newCreatedAt) {
    return new Task(
        id,
        roomId,
        type,
        status,
        title,
        description,
        data,
        assignedTo,
        createdBy,
        newCreatedAt,
        metadata);
  }
}
