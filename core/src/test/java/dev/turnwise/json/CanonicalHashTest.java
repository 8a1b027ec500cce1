package dev.turnwise.json;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnwise.model.ChannelDirection;
import dev.turnwise.model.ChannelType;
import dev.turnwise.model.EventContent;
import dev.turnwise.model.EventSource;
import dev.turnwise.model.EventType;
import dev.turnwise.model.RecordSamples;
import dev.turnwise.model.RoomEvent;
import dev.turnwise.model.SystemContent;
import dev.turnwise.model.TextContent;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Two messages have the same hash exactly when they are the same message. */
class CanonicalHashTest {
  private static final TextContent TEXT = new TextContent("hello");
  private static final String HEX =
      sha256(
          """
          {"addressed_to":["ai"],"content":{"type":"text","text":"hello"},\
          "parent_event_id":"0198c2a4-7b1e-7c3d-8f00-0123456789ab","participant_id":"p",\
          "type":"message"}""");
  private static final String HEX_SPARSE =
      sha256(
          """
          {"content":{"type":"text","text":"hello"},"type":"message"}""");

  @Test
  void theHashIsTheOneThatStoredKeysHave() {
    assertThat(hex(EventType.MESSAGE, TEXT, "p", List.of("ai"), RecordSamples.ID)).isEqualTo(HEX);
    assertThat(hex(EventType.MESSAGE, TEXT, null, null, null)).isEqualTo(HEX_SPARSE);
  }

  @Test
  void theOrderOfKeysMakesNoDifference() {
    Map<String, Object> inner = new LinkedHashMap<>(Map.of("y", 1L));
    inner.put("x", 2.0f);
    Map<String, Object> one = new LinkedHashMap<>(Map.of("b", inner));
    one.put("a", 1);
    Map<String, Object> innerToo = new LinkedHashMap<>(Map.of("x", 2.0));
    innerToo.put("y", 1);
    Map<String, Object> other = new LinkedHashMap<>(Map.of("a", 1));
    other.put("b", innerToo);
    byte[] bytes = TurnwiseJson.canonicalBytes(new SystemContent("c", "m", one));
    assertThat(bytes).isEqualTo(TurnwiseJson.canonicalBytes(new SystemContent("c", "m", other)));
    assertThat(new String(bytes, StandardCharsets.UTF_8))
        .isEqualTo(
            "{\"type\":\"system\",\"code\":\"c\",\"data\":{\"a\":1,\"b\":{\"x\":2.0,\"y\":1}},\"message\":\"m\"}");
  }

  @Test
  void everyPartOfTheMessageMakesADifference() {
    List<String> hashes =
        List.of(
            hex(EventType.MESSAGE, TEXT, "p", List.of("ai"), RecordSamples.ID),
            hex(EventType.REACTION, TEXT, "p", List.of("ai"), RecordSamples.ID),
            hex(EventType.MESSAGE, new TextContent("hello "), "p", List.of("ai"), RecordSamples.ID),
            hex(
                EventType.MESSAGE,
                new TextContent("hello", "en"),
                "p",
                List.of("ai"),
                RecordSamples.ID),
            hex(EventType.MESSAGE, TEXT, "q", List.of("ai"), RecordSamples.ID),
            hex(EventType.MESSAGE, TEXT, null, List.of("ai"), RecordSamples.ID),
            hex(EventType.MESSAGE, TEXT, "p", List.of(), RecordSamples.ID),
            hex(EventType.MESSAGE, TEXT, "p", null, RecordSamples.ID),
            hex(EventType.MESSAGE, TEXT, "p", List.of("ai"), new UUID(1, 1)),
            hex(EventType.MESSAGE, TEXT, "p", List.of("ai"), null));
    assertThat(hashes).doesNotHaveDuplicates().allMatch(hash -> hash.length() == 64);
  }

  @Test
  void anEventsHashIsThatOfItsParts() {
    EventSource source = EventSource.of("sms1", ChannelType.SMS, ChannelDirection.INBOUND);
    RoomEvent event =
        RoomEvent.builder()
            .id(UUID.randomUUID())
            .roomId("r")
            .type(EventType.MESSAGE)
            .source(source.withParticipantId("p"))
            .content(TEXT)
            .addressedTo(List.of("ai"))
            .parentEventId(RecordSamples.ID)
            .createdAt(RecordSamples.TIME)
            .build();
    assertThat(HexFormat.of().formatHex(TurnwiseJson.canonicalHash(event))).isEqualTo(HEX);
    RoomEvent stored = event.withIndex(5, RecordSamples.TIME.plusSeconds(1));
    assertThat(TurnwiseJson.canonicalHash(stored.withMetadata(Map.of("seen", true))))
        .isEqualTo(TurnwiseJson.canonicalHash(event));
  }

  private static String hex(
      EventType type,
      EventContent content,
      @Nullable String participantId,
      @Nullable List<String> addressedTo,
      @Nullable UUID parentEventId) {
    return HexFormat.of()
        .formatHex(
            TurnwiseJson.canonicalHash(type, content, participantId, addressedTo, parentEventId));
  }

  private static String sha256(String json) {
    try {
      byte[] bytes = json.getBytes(StandardCharsets.UTF_8);
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError(e);
    }
  }
}
