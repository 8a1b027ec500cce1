package dev.turnwise.model;

import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Builds a {@link EventDraft}, where the components are described. Not safe for use by several
 * threads.
 */
public final class EventDraftBuilder {
  private EventType type = EventType.MESSAGE;
  private @Nullable EventContent content;
  private @Nullable String participantId;
  private @Nullable String externalId;
  private @Nullable Visibility visibility;
  private @Nullable List<String> addressedTo;
  private @Nullable UUID parentEventId;
  private @Nullable String correlationId;
  private @Nullable String idempotencyKey;
  private Map<String, Object> metadata = JsonValues.empty();
  private ChannelData channelData = ChannelData.none();

  EventDraftBuilder() {}

  EventDraftBuilder(EventDraft draft) {
    type = draft.type();
    content = draft.content();
    participantId = draft.participantId();
    externalId = draft.externalId();
    visibility = draft.visibility();
    addressedTo = draft.addressedTo();
    parentEventId = draft.parentEventId();
    correlationId = draft.correlationId();
    idempotencyKey = draft.idempotencyKey();
    metadata = draft.metadata();
    channelData = draft.channelData();
  }

  public EventDraftBuilder type(EventType value) {
    type = value;
    return this;
  }

  public EventDraftBuilder content(EventContent value) {
    content = value;
    return this;
  }

  public EventDraftBuilder participantId(@Nullable String value) {
    participantId = value;
    return this;
  }

  public EventDraftBuilder externalId(@Nullable String value) {
    externalId = value;
    return this;
  }

  public EventDraftBuilder visibility(@Nullable Visibility value) {
    visibility = value;
    return this;
  }

  public EventDraftBuilder addressedTo(@Nullable List<String> value) {
    addressedTo = value;
    return this;
  }

  public EventDraftBuilder parentEventId(@Nullable UUID value) {
    parentEventId = value;
    return this;
  }

  public EventDraftBuilder correlationId(@Nullable String value) {
    correlationId = value;
    return this;
  }

  public EventDraftBuilder idempotencyKey(@Nullable String value) {
    idempotencyKey = value;
    return this;
  }

  public EventDraftBuilder metadata(Map<String, Object> value) {
    metadata = value;
    return this;
  }

  public EventDraftBuilder channelData(ChannelData value) {
    channelData = value;
    return this;
  }

  /** Builds and checks. */
  public EventDraft build() {
    return new EventDraft(
        type,
        Checks.require("draft.content", content),
        participantId,
        externalId,
        visibility,
        addressedTo,
        parentEventId,
        correlationId,
        idempotencyKey,
        metadata,
        channelData);
  }
}
