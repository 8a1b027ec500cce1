package dev.turnwise.model;

import dev.turnwise.error.InvalidInputException;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A channel's place in a room: what it may do there and who sees what it writes.
 *
 * @param roomId the room
 * @param channelId the channel
 * @param channelType its kind
 * @param category whether it leads to people or to an agent
 * @param direction which way events pass through it
 * @param access what it may do
 * @param muted whether what it writes is suppressed
 * @param outputMuted whether nothing goes out through it
 * @param visibility who sees what it writes
 * @param participantId the person bound to it
 * @param attachedAt when it was attached
 * @param capabilities what it could show when it was attached
 * @param rateLimit how fast it may be sent to; null: its capabilities say
 * @param retryPolicy how failed deliveries are tried again; null: the engine's default
 * @param metadata the integrator's data for this room, for example the recipient's address
 */
public record ChannelBinding(
    String roomId,
    String channelId,
    ChannelType channelType,
    ChannelCategory category,
    ChannelDirection direction,
    Access access,
    boolean muted,
    boolean outputMuted,
    Visibility visibility,
    @Nullable String participantId,
    Instant attachedAt,
    ChannelCapabilities capabilities,
    @Nullable RateLimit rateLimit,
    @Nullable RetryPolicy retryPolicy,
    Map<String, Object> metadata) {
  public ChannelBinding {
    Checks.requireId("binding.room_id", roomId);
    Checks.requireChannelId("binding.channel_id", channelId);
    Checks.require("binding.channel_type", channelType);
    Checks.require("binding.category", category);
    requireOwnCategory(channelType, category);
    Checks.require("binding.direction", direction);
    Checks.require("binding.access", access);
    Checks.require("binding.visibility", visibility);
    Checks.optionalId("binding.participant_id", participantId);
    attachedAt = Checks.requireTime("binding.attached_at", attachedAt);
    Checks.require("binding.capabilities", capabilities);
    metadata = JsonValues.copyOf("binding.metadata", metadata);
  }

  /** A builder; room, channel, type, category, direction and time are required. */
  public static ChannelBindingBuilder builder() {
    return new ChannelBindingBuilder();
  }

  /** A builder that starts from this binding. */
  public ChannelBindingBuilder toBuilder() {
    return new ChannelBindingBuilder(this);
  }

  /** Whether the channel's access lets it see what others write. */
  public boolean canRead() {
    return access.canRead();
  }

  /** Whether the channel's access lets it write; muting is a question of its own. */
  public boolean canWrite() {
    return access.canWrite();
  }

  /** A copy with another access. */
  public ChannelBinding withAccess(Access newAccess) {
    return toBuilder().access(newAccess).build();
  }

  /** A copy that is muted, or not. */
  public ChannelBinding withMuted(boolean newMuted) {
    return toBuilder().muted(newMuted).build();
  }

  /** A copy whose output is muted, or not. */
  public ChannelBinding withOutputMuted(boolean newOutputMuted) {
    return toBuilder().outputMuted(newOutputMuted).build();
  }

  /** A copy with another visibility. */
  public ChannelBinding withVisibility(Visibility newVisibility) {
    return toBuilder().visibility(newVisibility).build();
  }

  /** A copy bound to another person. */
  public ChannelBinding withParticipantId(@Nullable String id) {
    return toBuilder().participantId(id).build();
  }

  /** A copy with other metadata. */
  public ChannelBinding withMetadata(Map<String, Object> newMetadata) {
    return toBuilder().metadata(newMetadata).build();
  }

  private static void requireOwnCategory(ChannelType type, ChannelCategory category) {
    if (type.category().isPresent() && type.category().get() != category) {
      throw new InvalidInputException(
          "binding.category",
          "is " + category + " for a channel of type " + type,
          null,
          "use " + type.category().get());
    }
  }
}
