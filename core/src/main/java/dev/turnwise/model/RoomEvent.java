package dev.turnwise.model;

import dev.turnwise.error.InvalidInputException;
import dev.turnwise.error.Quoted;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * One event of a room's timeline. Times are cut to microseconds.
 *
 * @param id its id, made by the worker that first handled it
 * @param roomId the room that it belongs to
 * @param index its place in the timeline, {@link #UNASSIGNED} before the commit
 * @param type what kind of thing happened
 * @param status how far it has come
 * @param blockedBy the hook or reason that refused it; set exactly when the status is BLOCKED
 * @param source where it comes from
 * @param content what it says
 * @param visibility which channels may see it
 * @param addressedTo agent channels asked to act; null: nobody in particular, empty: nobody at all
 * @param parentEventId the event that it answers
 * @param rootEventId the event that began the cascade it belongs to
 * @param chainDepth answers between it and that root
 * @param correlationId the integrator's reference
 * @param idempotencyKey key under which repeats are recognised
 * @param createdAt when it was created; orders nothing
 * @param metadata the integrator's data
 * @param channelData what its channel knows about it
 * @param deliveryResults outcome by channel id
 * @param targets channels planned to receive it; null: nothing to deliver
 * @param committedBy the worker that committed it
 */
public record RoomEvent(
    UUID id,
    String roomId,
    long index,
    EventType type,
    EventStatus status,
    @Nullable String blockedBy,
    EventSource source,
    EventContent content,
    Visibility visibility,
    @Nullable List<String> addressedTo,
    @Nullable UUID parentEventId,
    @Nullable UUID rootEventId,
    int chainDepth,
    @Nullable String correlationId,
    @Nullable String idempotencyKey,
    Instant createdAt,
    Map<String, Object> metadata,
    ChannelData channelData,
    Map<String, DeliveryResult> deliveryResults,
    @Nullable List<String> targets,
    @Nullable String committedBy) {
  /** Index of an event that is not committed. */
  public static final long UNASSIGNED = -1;

  public RoomEvent {
    Checks.require("event.id", id);
    Checks.requireId("event.room_id", roomId);
    Checks.requireRange("event.index", index, UNASSIGNED, Long.MAX_VALUE);
    Checks.require("event.type", type);
    Checks.require("event.status", status);
    Checks.optionalId("event.blocked_by", blockedBy);
    requireBlockReason(status, blockedBy);
    Checks.require("event.source", source);
    type.requireContent("event.content", Checks.require("event.content", content));
    Checks.require("event.visibility", visibility);
    addressedTo = Checks.optionalIds("event.addressed_to", addressedTo);
    Checks.requireRange("event.chain_depth", chainDepth, 0, Integer.MAX_VALUE);
    Checks.optionalId("event.correlation_id", correlationId);
    Checks.optionalKey("event.idempotency_key", idempotencyKey);
    createdAt = Checks.requireTime("event.created_at", createdAt);
    metadata = JsonValues.copyOf("event.metadata", metadata);
    Checks.require("event.channel_data", channelData);
    deliveryResults = copyResults(deliveryResults);
    targets = Checks.optionalIds("event.targets", targets);
    Checks.optionalId("event.committed_by", committedBy);
  }

  /** A builder; id, room id, type, source, content and creation time are required. */
  public static RoomEventBuilder builder() {
    return new RoomEventBuilder();
  }

  /** A builder that starts from this event. */
  public RoomEventBuilder toBuilder() {
    return new RoomEventBuilder(this);
  }

  /** Whether a gate refused it. */
  public boolean isBlocked() {
    return status == EventStatus.BLOCKED;
  }

  /** A copy at its place in the timeline, with the time that the store gave it. */
  public RoomEvent withIndex(long newIndex, Instant newCreatedAt) {
    return toBuilder().index(newIndex).createdAt(newCreatedAt).build();
  }

  /** A copy with another content. */
  public RoomEvent withContent(EventContent newContent) {
    return toBuilder().content(newContent).build();
  }

  /** A copy with other metadata. */
  public RoomEvent withMetadata(Map<String, Object> newMetadata) {
    return toBuilder().metadata(newMetadata).build();
  }

  /** A copy with another status than BLOCKED; see {@link #blocked(String)} for that. */
  public RoomEvent withStatus(EventStatus newStatus) {
    return toBuilder().status(newStatus).build();
  }

  /** A copy that a gate refused, without targets. */
  public RoomEvent blocked(String by) {
    return toBuilder().status(EventStatus.BLOCKED).blockedBy(by).targets(null).build();
  }

  private static void requireBlockReason(EventStatus status, @Nullable String blockedBy) {
    if (status == EventStatus.BLOCKED && blockedBy == null) {
      throw new InvalidInputException(
          "event.blocked_by", "is missing on a blocked event", null, "name the hook or reason");
    }
    if (status != EventStatus.BLOCKED && blockedBy != null) {
      throw new InvalidInputException(
          "event.blocked_by",
          "is set on an event with status " + status,
          null,
          "set it only together with status BLOCKED");
    }
  }

  private static Map<String, DeliveryResult> copyResults(Map<String, DeliveryResult> results) {
    Map<String, DeliveryResult> copy =
        new LinkedHashMap<>(Checks.require("event.delivery_results", results));
    copy.forEach(RoomEvent::requireResult);
    return Collections.unmodifiableMap(copy);
  }

  private static void requireResult(String channelId, DeliveryResult result) {
    Checks.requireChannelId("event.delivery_results key", channelId);
    DeliveryResult present =
        Checks.require(Quoted.path("event.delivery_results", channelId), result);
    if (!present.channelId().equals(channelId)) {
      throw new InvalidInputException(
          Quoted.path("event.delivery_results", channelId),
          "is the result of another channel, " + Quoted.of(present.channelId()),
          null,
          "use the result's channel id as key");
    }
  }
}
