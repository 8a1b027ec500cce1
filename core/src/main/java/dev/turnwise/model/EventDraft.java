package dev.turnwise.model;

import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What an event is made from: a channel's reading of an inbound message, or what a host sends.
 *
 * @param type what kind of thing happens
 * @param content what it says
 * @param participantId its author
 * @param externalId the integrator's reference to its origin
 * @param visibility which channels may see it; null: as the source's binding says
 * @param addressedTo agent channels asked to act; null: nobody in particular, empty: nobody at all
 * @param parentEventId the event that it answers
 * @param correlationId the integrator's reference
 * @param idempotencyKey key under which repeats are recognised
 * @param metadata the integrator's data
 * @param channelData what its channel knows about it
 */
public record EventDraft(
    EventType type,
    EventContent content,
    @Nullable String participantId,
    @Nullable String externalId,
    @Nullable Visibility visibility,
    @Nullable List<String> addressedTo,
    @Nullable UUID parentEventId,
    @Nullable String correlationId,
    @Nullable String idempotencyKey,
    Map<String, Object> metadata,
    ChannelData channelData) {
  public EventDraft {
    Checks.require("draft.type", type)
        .requireContent("draft.content", Checks.require("draft.content", content));
    Checks.optionalId("draft.participant_id", participantId);
    Checks.optionalKey("draft.external_id", externalId);
    addressedTo = Checks.optionalIds("draft.addressed_to", addressedTo);
    Checks.optionalId("draft.correlation_id", correlationId);
    Checks.optionalKey("draft.idempotency_key", idempotencyKey);
    metadata = JsonValues.copyOf("draft.metadata", metadata);
    Checks.require("draft.channel_data", channelData);
  }

  /** A plain text message. */
  public static EventDraft text(String text) {
    return of(new TextContent(text));
  }

  /** A draft whose type follows from its content. */
  public static EventDraft of(EventContent content) {
    return builder().type(EventType.of(content)).content(content).build();
  }

  /** A builder; content is required. */
  public static EventDraftBuilder builder() {
    return new EventDraftBuilder();
  }

  /** A builder that starts from this draft. */
  public EventDraftBuilder toBuilder() {
    return new EventDraftBuilder(this);
  }

  /** A copy of another type. */
  public EventDraft withType(EventType newType) {
    return toBuilder().type(newType).build();
  }

  /** A copy with another content of the same kind. */
  public EventDraft withContent(EventContent newContent) {
    return toBuilder().content(newContent).build();
  }

  /** A copy by this author. */
  public EventDraft withParticipantId(@Nullable String id) {
    return toBuilder().participantId(id).build();
  }

  /** A copy with this origin. */
  public EventDraft withExternalId(@Nullable String id) {
    return toBuilder().externalId(id).build();
  }

  /** A copy with its own visibility, or null to leave it to the source's binding. */
  public EventDraft withVisibility(@Nullable Visibility newVisibility) {
    return toBuilder().visibility(newVisibility).build();
  }

  /** A copy addressed to these agent channels. */
  public EventDraft withAddressedTo(@Nullable List<String> channelIds) {
    return toBuilder().addressedTo(channelIds).build();
  }

  /** A copy that answers this event. */
  public EventDraft withParentEventId(@Nullable UUID id) {
    return toBuilder().parentEventId(id).build();
  }

  /** A copy with this reference. */
  public EventDraft withCorrelationId(@Nullable String id) {
    return toBuilder().correlationId(id).build();
  }

  /** A copy under this idempotency key. */
  public EventDraft withIdempotencyKey(@Nullable String key) {
    return toBuilder().idempotencyKey(key).build();
  }

  /** A copy with other metadata. */
  public EventDraft withMetadata(Map<String, Object> newMetadata) {
    return toBuilder().metadata(newMetadata).build();
  }

  /** A copy with other channel data. */
  public EventDraft withChannelData(ChannelData newChannelData) {
    return toBuilder().channelData(newChannelData).build();
  }
}
