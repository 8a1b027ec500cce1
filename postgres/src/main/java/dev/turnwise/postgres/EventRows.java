package dev.turnwise.postgres;

import dev.turnwise.json.TurnwiseJson;
import dev.turnwise.model.ChannelData;
import dev.turnwise.model.ChannelDirection;
import dev.turnwise.model.ChannelType;
import dev.turnwise.model.DeliveryResult;
import dev.turnwise.model.EventSource;
import dev.turnwise.model.EventStatus;
import dev.turnwise.model.EventType;
import dev.turnwise.model.JsonValues;
import dev.turnwise.model.RoomEvent;
import dev.turnwise.model.Visibility;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Events as rows. */
final class EventRows {

  private static final String EMPTY = "{}";

  private EventRows() {}

  /** Reads a row of {@code events} with the column {@code delivery_results} beside it. */
  static RoomEvent read(Row row) throws SQLException {
    return new RoomEvent(
        row.uuid("id"),
        row.text("room_id"),
        row.number("index"),
        row.constant("type", EventType.class),
        row.constant("status", EventStatus.class),
        row.textOrNull("blocked_by"),
        readSource(row),
        TurnwiseJson.readContent(row.text("content")),
        Visibility.parse(row.text("visibility")),
        row.textsOrNull("addressed_to"),
        row.uuidOrNull("parent_event_id"),
        row.uuidOrNull("root_event_id"),
        (int) row.number("chain_depth"),
        row.textOrNull("correlation_id"),
        row.textOrNull("idempotency_key"),
        row.time("created_at"),
        readMap("event.metadata", row.text("metadata")),
        readChannelData(row.text("channel_data")),
        readResults(row.textOrNull("delivery_results")),
        row.textsOrNull("targets"),
        row.textOrNull("committed_by"));
  }

  private static EventSource readSource(Row row) throws SQLException {
    return new EventSource(
        row.text("source_channel_id"),
        new ChannelType(row.text("source_channel_type")),
        row.constant("source_direction", ChannelDirection.class),
        row.textOrNull("participant_id"),
        row.textOrNull("external_id"),
        row.textOrNull("provider"),
        row.textOrNull("provider_message_id"),
        row.textOrNull("raw_payload"));
  }

  private static Map<String, DeliveryResult> readResults(@Nullable String json) {
    if (json == null) {
      return Map.of();
    }
    Map<String, DeliveryResult> results = new LinkedHashMap<>();
    TurnwiseJson.readMap("event.delivery_results", json)
        .forEach(
            (channelId, result) ->
                results.put(
                    channelId,
                    TurnwiseJson.read(
                        "event.delivery_results",
                        TurnwiseJson.write(result),
                        DeliveryResult.class)));
    return results;
  }

  static Map<String, Object> readMap(String field, String json) {
    return json.equals(EMPTY) ? JsonValues.empty() : TurnwiseJson.readMap(field, json);
  }

  private static ChannelData readChannelData(String json) {
    return json.equals(EMPTY) ? ChannelData.none() : TurnwiseJson.readChannelData(json);
  }

  static String json(Map<String, Object> map) {
    return map.isEmpty() ? EMPTY : TurnwiseJson.write(map);
  }

  static String json(ChannelData data) {
    return data.equals(ChannelData.none()) ? EMPTY : TurnwiseJson.write(data);
  }

  /** Gives a statement everything about an event but its index and time. */
  static Call bind(Call call, RoomEvent event) throws SQLException {
    bindChangeable(call, event);
    return call.text("room_id", event.roomId())
        .text("type", event.type().name())
        .text("status", event.status().name())
        .text("blocked_by", event.blockedBy())
        .text("visibility", event.visibility().scope())
        .text("addressed_to", TextArrays.literal(event.addressedTo()))
        .uuid("parent_event_id", event.parentEventId())
        .uuid("root_event_id", event.rootEventId())
        .number("chain_depth", event.chainDepth())
        .text("correlation_id", event.correlationId())
        .text("idempotency_key", event.idempotencyKey())
        .text("channel_data", json(event.channelData()))
        .text("targets", TextArrays.literal(event.targets()))
        .text("committed_by", event.committedBy());
  }

  /** Gives a statement an event's id and what a mutation may change of it. */
  static Call bindChangeable(Call call, RoomEvent event) throws SQLException {
    EventSource source = event.source();
    return call.uuid("id", event.id())
        .text("content", TurnwiseJson.write(event.content()))
        .text("metadata", json(event.metadata()))
        .text("source_channel_id", source.channelId())
        .text("source_channel_type", source.channelType().name())
        .text("source_direction", source.direction().name())
        .text("participant_id", source.participantId())
        .text("external_id", source.externalId())
        .text("provider", source.provider())
        .text("provider_message_id", source.providerMessageId())
        .text("raw_payload", source.rawPayload());
  }
}
