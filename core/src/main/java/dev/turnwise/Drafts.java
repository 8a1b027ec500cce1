package dev.turnwise;

import dev.turnwise.channel.Channel;
import dev.turnwise.error.InvalidInputException;
import dev.turnwise.json.TurnwiseJson;
import dev.turnwise.model.ChannelDirection;
import dev.turnwise.model.EventContent;
import dev.turnwise.model.EventDraft;
import dev.turnwise.model.EventSource;
import dev.turnwise.model.EventStatus;
import dev.turnwise.model.EventType;
import dev.turnwise.model.InboundMessage;
import dev.turnwise.model.Limits;
import dev.turnwise.model.RoomEvent;
import dev.turnwise.model.SystemContent;
import dev.turnwise.model.TextContent;
import dev.turnwise.model.Visibility;
import dev.turnwise.runtime.Ids;
import dev.turnwise.store.IdempotencyClaim;
import dev.turnwise.store.IdempotencyKey;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Makes complete events of what channels and hosts hand in. */
final class Drafts {

  private static final EventContent NO_CONTENT = new TextContent("");

  private final Ids ids;
  private final String workerId;
  private final Limits limits;
  private final Duration idempotencyExpiry;

  Drafts(Ids ids, String workerId, Limits limits, Duration idempotencyExpiry) {
    this.ids = ids;
    this.workerId = workerId;
    this.limits = limits;
    this.idempotencyExpiry = idempotencyExpiry;
  }

  /** The draft with what the message carries for the engine, where the channel left it open. */
  static EventDraft completed(EventDraft draft, InboundMessage message) {
    return draft.toBuilder()
        .addressedTo(draft.addressedTo() != null ? draft.addressedTo() : message.addressedTo())
        .parentEventId(
            draft.parentEventId() != null ? draft.parentEventId() : message.parentEventId())
        .correlationId(
            draft.correlationId() != null ? draft.correlationId() : message.correlationId())
        .idempotencyKey(
            draft.idempotencyKey() != null ? draft.idempotencyKey() : message.idempotencyKey())
        .build();
  }

  static EventSource inboundSource(Channel channel, EventDraft draft, InboundMessage message) {
    return new EventSource(
        channel.id(),
        channel.type(),
        ChannelDirection.INBOUND,
        draft.participantId(),
        draft.externalId(),
        channel.providerName(),
        message.providerMessageId(),
        message.rawPayload());
  }

  static EventSource hostSource(Channel channel, EventDraft draft) {
    return new EventSource(
        channel.id(),
        channel.type(),
        ChannelDirection.OUTBOUND,
        draft.participantId(),
        draft.externalId(),
        channel.providerName(),
        null,
        null);
  }

  /**
   * An event ready for the commit queue.
   *
   * @throws dev.turnwise.error.InvalidInputException if it is too large
   */
  RoomEvent event(String roomId, EventSource source, EventDraft draft) {
    RoomEvent event =
        RoomEvent.builder()
            .id(ids.next())
            .roomId(roomId)
            .type(draft.type())
            .status(EventStatus.PENDING)
            .source(source)
            .content(draft.content())
            .visibility(Objects.requireNonNullElse(draft.visibility(), Visibility.ALL))
            .addressedTo(draft.addressedTo())
            .parentEventId(draft.parentEventId())
            .correlationId(draft.correlationId())
            .idempotencyKey(draft.idempotencyKey())
            .createdAt(Instant.EPOCH)
            .metadata(draft.metadata())
            .channelData(draft.channelData())
            .committedBy(workerId)
            .build();
    TurnwiseJson.check(limits, event);
    return event;
  }

  /**
   * Checks what a host wants to put in place of a stored event's parts.
   *
   * @throws dev.turnwise.error.InvalidInputException if it is too large
   */
  void requireFits(String roomId, EventUpdate update) {
    EventDraft draft =
        EventDraft.of(update.content().orElse(NO_CONTENT))
            .withMetadata(update.metadata().orElse(Map.of()));
    event(roomId, update.source().orElse(EventSource.system()), draft);
  }

  /**
   * Checks metadata that is no event's.
   *
   * @throws InvalidInputException if it is too large
   */
  void requireFits(String field, Map<String, Object> metadata) {
    int size = TurnwiseJson.writeBytes(metadata).length;
    if (size > limits.maxMetadataBytes()) {
      throw new InvalidInputException(
          field,
          "takes " + size + " bytes as JSON",
          limits.maxMetadataBytes() + " bytes",
          "store less, or raise limits.max_metadata_bytes");
    }
  }

  /** A marker that the engine itself puts into a timeline. */
  RoomEvent marker(
      String roomId, EventType type, String code, String message, Map<String, Object> data) {
    return RoomEvent.builder()
        .id(ids.next())
        .roomId(roomId)
        .type(type)
        .status(EventStatus.DELIVERED)
        .source(EventSource.system())
        .content(new SystemContent(code, message, data))
        .createdAt(Instant.EPOCH)
        .committedBy(workerId)
        .build();
  }

  Optional<IdempotencyClaim> claim(@Nullable IdempotencyKey key, RoomEvent event) {
    return Optional.ofNullable(key)
        .map(
            present ->
                new IdempotencyClaim(
                    present,
                    HexFormat.of().formatHex(TurnwiseJson.canonicalHash(event)),
                    idempotencyExpiry));
  }
}
