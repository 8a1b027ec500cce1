package dev.turnwise.model;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Builds a {@link Participant}, where the components are described. Not safe for use by several
 * threads.
 */
public final class ParticipantBuilder {
  private @Nullable String id;
  private @Nullable String roomId;
  private @Nullable String channelId;
  private @Nullable String displayName;
  private ParticipantRole role = ParticipantRole.MEMBER;
  private ParticipantStatus status = ParticipantStatus.ACTIVE;
  private Identification identification = Identification.UNKNOWN;
  private @Nullable String identityId;
  private @Nullable List<String> candidates;
  private List<String> connectedVia = List.of();
  private @Nullable String externalId;
  private @Nullable Instant resolvedAt;
  private @Nullable String resolvedBy;
  private @Nullable Instant joinedAt;
  private Map<String, Object> metadata = JsonValues.empty();

  ParticipantBuilder() {}

  ParticipantBuilder(Participant participant) {
    id = participant.id();
    roomId = participant.roomId();
    channelId = participant.channelId();
    displayName = participant.displayName();
    role = participant.role();
    status = participant.status();
    identification = participant.identification();
    identityId = participant.identityId();
    candidates = participant.candidates();
    connectedVia = participant.connectedVia();
    externalId = participant.externalId();
    resolvedAt = participant.resolvedAt();
    resolvedBy = participant.resolvedBy();
    joinedAt = participant.joinedAt();
    metadata = participant.metadata();
  }

  public ParticipantBuilder id(String value) {
    id = value;
    return this;
  }

  public ParticipantBuilder roomId(String value) {
    roomId = value;
    return this;
  }

  public ParticipantBuilder channelId(String value) {
    channelId = value;
    return this;
  }

  public ParticipantBuilder displayName(@Nullable String value) {
    displayName = value;
    return this;
  }

  public ParticipantBuilder role(ParticipantRole value) {
    role = value;
    return this;
  }

  public ParticipantBuilder status(ParticipantStatus value) {
    status = value;
    return this;
  }

  public ParticipantBuilder identification(Identification value) {
    identification = value;
    return this;
  }

  public ParticipantBuilder identityId(@Nullable String value) {
    identityId = value;
    return this;
  }

  public ParticipantBuilder candidates(@Nullable List<String> value) {
    candidates = value;
    return this;
  }

  public ParticipantBuilder connectedVia(List<String> value) {
    connectedVia = value;
    return this;
  }

  public ParticipantBuilder externalId(@Nullable String value) {
    externalId = value;
    return this;
  }

  public ParticipantBuilder resolvedAt(@Nullable Instant value) {
    resolvedAt = value;
    return this;
  }

  public ParticipantBuilder resolvedBy(@Nullable String value) {
    resolvedBy = value;
    return this;
  }

  public ParticipantBuilder joinedAt(Instant value) {
    joinedAt = value;
    return this;
  }

  public ParticipantBuilder metadata(Map<String, Object> value) {
    metadata = value;
    return this;
  }

  /** Builds and checks. */
  public Participant build() {
    return new Participant(
        Checks.require("participant.id", id),
        Checks.require("participant.room_id", roomId),
        Checks.require("participant.channel_id", channelId),
        displayName,
        role,
        status,
        identification,
        identityId,
        candidates,
        connectedVia,
        externalId,
        resolvedAt,
        resolvedBy,
        Checks.require("participant.joined_at", joinedAt),
        metadata);
  }
}
