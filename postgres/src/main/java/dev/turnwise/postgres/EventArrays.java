package dev.turnwise.postgres;

import dev.turnwise.json.TurnwiseJson;
import dev.turnwise.model.RoomEvent;
import dev.turnwise.store.Append;
import dev.turnwise.store.IdempotencyClaim;
import java.sql.SQLException;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Many appends as one array for each column. A column that no event fills is sent as a null array,
 * which costs next to nothing; most are like that most of the time.
 */
final class EventArrays {

  private static final HexFormat HEX = HexFormat.of();

  private EventArrays() {}

  static void bind(Call call, List<Append> appends) throws SQLException {
    RoomEvent[] events = appends.stream().map(Append::event).toArray(RoomEvent[]::new);
    bindKeys(call, appends);
    call.texts("ids", column(events, event -> event.id().toString()))
        .texts("types", column(events, event -> event.type().name()))
        .texts("statuses", column(events, event -> event.status().name()))
        .texts("blocked_bys", column(events, RoomEvent::blockedBy))
        .texts("source_channel_ids", column(events, event -> event.source().channelId()))
        .texts("source_channel_types", column(events, event -> event.source().channelType().name()))
        .texts("source_directions", column(events, event -> event.source().direction().name()))
        .texts("participant_ids", column(events, event -> event.source().participantId()))
        .texts("external_ids", column(events, event -> event.source().externalId()))
        .texts("providers", column(events, event -> event.source().provider()))
        .texts("provider_message_ids", column(events, event -> event.source().providerMessageId()))
        .texts("raw_payloads", column(events, event -> event.source().rawPayload()))
        .texts("contents", column(events, event -> TurnwiseJson.write(event.content())))
        .texts("visibilities", column(events, event -> event.visibility().scope()))
        .texts("addressed_tos", column(events, event -> TextArrays.literal(event.addressedTo())))
        .texts("parent_event_ids", column(events, event -> textOrNull(event.parentEventId())))
        .texts("root_event_ids", column(events, event -> textOrNull(event.rootEventId())))
        .numbers("chain_depths", numbers(events, event -> (long) event.chainDepth()))
        .texts("correlation_ids", column(events, RoomEvent::correlationId))
        .texts("idempotency_keys", column(events, RoomEvent::idempotencyKey))
        .texts("metadatas", column(events, event -> EventRows.json(event.metadata())))
        .texts("channel_datas", column(events, event -> EventRows.json(event.channelData())))
        .texts("targetses", column(events, event -> TextArrays.literal(event.targets())))
        .texts("committed_bys", column(events, RoomEvent::committedBy));
  }

  private static void bindKeys(Call call, List<Append> appends) throws SQLException {
    int size = appends.size();
    byte @Nullable [] @Nullable [] hashes = null;
    @Nullable String @Nullable [] payloads = null;
    @Nullable Long @Nullable [] expiries = null;
    byte @Nullable [] @Nullable [] leaders = null;
    byte @Nullable [] leader = null;
    for (int i = 0; i < size; i++) {
      IdempotencyClaim claim = appends.get(i).claim().orElse(null);
      if (appends.get(i).follows()) {
        if (leader != null) {
          leaders = leaders == null ? new byte[size][] : leaders;
          leaders[i] = leader;
        }
        continue;
      }
      leader = claim == null ? null : hash(claim);
      if (claim == null) {
        continue;
      }
      if (hashes == null || payloads == null || expiries == null) {
        hashes = new byte[size][];
        payloads = new String[size];
        expiries = new Long[size];
      }
      hashes[i] = leader;
      payloads[i] = claim.payloadHash();
      expiries[i] = expiryMicros(claim);
    }
    call.blobs("key_hashes", hashes)
        .blobs("leader_hashes", leaders)
        .texts("payload_hashes", payloads)
        .numbers("expires_us", expiries);
  }

  static byte[] hash(IdempotencyClaim claim) {
    return HEX.parseHex(claim.key().hash());
  }

  static long expiryMicros(IdempotencyClaim claim) {
    return TimeUnit.MICROSECONDS.convert(claim.expiresAfter());
  }

  private static @Nullable String textOrNull(@Nullable Object value) {
    return value == null ? null : value.toString();
  }

  private static @Nullable String @Nullable [] column(
      RoomEvent[] events, Function<RoomEvent, @Nullable String> value) {
    @Nullable String @Nullable [] column = null;
    for (int i = 0; i < events.length; i++) {
      String one = value.apply(events[i]);
      if (one != null) {
        column = column == null ? new String[events.length] : column;
        column[i] = one;
      }
    }
    return column;
  }

  private static Long[] numbers(RoomEvent[] events, Function<RoomEvent, Long> value) {
    Long[] column = new Long[events.length];
    for (int i = 0; i < events.length; i++) {
      column[i] = value.apply(events[i]);
    }
    return column;
  }
}
