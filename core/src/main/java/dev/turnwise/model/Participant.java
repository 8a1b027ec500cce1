package dev.turnwise.model;

import dev.turnwise.error.InvalidInputException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A person or program in a room: one record, however many channels lead to it.
 *
 * @param id its id, unique within the room
 * @param roomId the room
 * @param channelId the channel that it joined through
 * @param displayName the name that others see
 * @param role what it is in the room
 * @param status whether it is there
 * @param identification how far its identity is known
 * @param identityId its identity; set when identification is IDENTIFIED
 * @param candidates identities that it may have, while that is open
 * @param connectedVia every channel that it was reached through
 * @param externalId the integrator's reference
 * @param resolvedAt when its identity was found
 * @param resolvedBy what found it: a hook's name, {@code auto} or {@code manual}
 * @param joinedAt when it joined
 * @param metadata the integrator's data
 */
public record Participant(
    String id,
    String roomId,
    String channelId,
    @Nullable String displayName,
    ParticipantRole role,
    ParticipantStatus status,
    Identification identification,
    @Nullable String identityId,
    @Nullable List<String> candidates,
    List<String> connectedVia,
    @Nullable String externalId,
    @Nullable Instant resolvedAt,
    @Nullable String resolvedBy,
    Instant joinedAt,
    Map<String, Object> metadata) {
  public Participant {
    Checks.requireId("participant.id", id);
    Checks.requireId("participant.room_id", roomId);
    Checks.requireChannelId("participant.channel_id", channelId);
    Checks.optionalText("participant.display_name", displayName);
    Checks.require("participant.role", role);
    Checks.require("participant.status", status);
    Checks.require("participant.identification", identification);
    Checks.optionalId("participant.identity_id", identityId);
    requireIdentity(identification, identityId);
    candidates = Checks.optionalIds("participant.candidates", candidates);
    connectedVia = Checks.requireIds("participant.connected_via", connectedVia);
    Checks.optionalKey("participant.external_id", externalId);
    resolvedAt = Checks.optionalTime("participant.resolved_at", resolvedAt);
    Checks.optionalId("participant.resolved_by", resolvedBy);
    joinedAt = Checks.requireTime("participant.joined_at", joinedAt);
    metadata = JsonValues.copyOf("participant.metadata", metadata);
  }

  /** A builder for an active member of unknown identity; the ids and the time are required. */
  public static ParticipantBuilder builder() {
    return new ParticipantBuilder();
  }

  /** A builder that starts from this participant. */
  public ParticipantBuilder toBuilder() {
    return new ParticipantBuilder(this);
  }

  private static void requireIdentity(Identification state, @Nullable String identityId) {
    if (state == Identification.IDENTIFIED && identityId == null) {
      throw new InvalidInputException(
          "participant.identity_id",
          "is missing on an identified participant",
          null,
          "set it, or use another identification");
    }
  }
}
