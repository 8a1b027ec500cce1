package dev.turnwise.json;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.turnwise.error.InvalidInputException;
import dev.turnwise.model.AiChannelData;
import dev.turnwise.model.ChannelData;
import dev.turnwise.model.ChannelDirection;
import dev.turnwise.model.ChannelType;
import dev.turnwise.model.CompositeContent;
import dev.turnwise.model.EventContent;
import dev.turnwise.model.EventSource;
import dev.turnwise.model.EventType;
import dev.turnwise.model.GenericChannelData;
import dev.turnwise.model.Limits;
import dev.turnwise.model.RecordSamples;
import dev.turnwise.model.RoomEvent;
import dev.turnwise.model.RoomEventBuilder;
import dev.turnwise.model.TextContent;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Sizes are those of the UTF-8 JSON, exact to the byte. */
class SizeCheckTest {
  static Stream<String> texts() {
    return Stream.of("a", "\u0001", "\"", "\u00e9", "\u20ac", "\ud83d\udc4d", "\n");
  }

  @ParameterizedTest
  @MethodSource("texts")
  void contentMayBeAsLargeAsTheLimitAndNotAByteLarger(String character) {
    EventContent text = new TextContent(character.repeat(2000));
    for (EventContent content : List.of(text, new CompositeContent(List.of(text, text)))) {
      int size = size(content);
      RoomEvent event = event().content(content).build();
      assertAccepted(Limits.DEFAULT.withMaxContentBytes(size), event);
      assertRefused(
          Limits.DEFAULT.withMaxContentBytes(size - 1),
          event,
          "event.content is "
              + size
              + " bytes long (limit: "
              + (size - 1)
              + " bytes, limits.max_content_bytes): ");
    }
  }

  @ParameterizedTest
  @MethodSource("texts")
  void metadataAndChannelDataToo(String character) {
    Map<String, Object> data = Map.of(character, List.of(character.repeat(500), 1, true, 0.5));
    int size = size(data);
    assertAccepted(Limits.DEFAULT.withMaxMetadataBytes(size), event().metadata(data).build());
    assertRefused(
        Limits.DEFAULT.withMaxMetadataBytes(size - 1),
        event().metadata(data).build(),
        "event.metadata is "
            + size
            + " bytes long (limit: "
            + (size - 1)
            + " bytes, limits.max_metadata_bytes)");
    for (ChannelData channelData :
        List.of(
            new GenericChannelData(data),
            new AiChannelData(character.repeat(500), null, null, null))) {
      int bytes = size(channelData);
      RoomEvent event = event().channelData(channelData).build();
      assertAccepted(Limits.DEFAULT.withMaxMetadataBytes(bytes), event);
      assertRefused(
          Limits.DEFAULT.withMaxMetadataBytes(bytes - 1),
          event,
          "event.channel_data is " + bytes + " bytes long");
    }
  }

  @ParameterizedTest
  @MethodSource("texts")
  void rawPayloadsCountAsPlainText(String character) {
    String payload = character.repeat(500);
    int size = payload.getBytes(StandardCharsets.UTF_8).length;
    EventSource source =
        new EventSource(
            "c", ChannelType.SMS, ChannelDirection.INBOUND, null, null, null, null, payload);
    RoomEvent event = event().source(source).build();
    assertAccepted(Limits.DEFAULT.withMaxRawPayloadBytes(size), event);
    assertRefused(
        Limits.DEFAULT.withMaxRawPayloadBytes(size - 1),
        event,
        "event.source.raw_payload is " + size + " bytes long");
  }

  @Test
  void theDefaultsAreTheDocumentedOnes() {
    assertAccepted(
        Limits.DEFAULT, event().content(new TextContent("x".repeat(262_144 - 25))).build());
    assertRefused(
        Limits.DEFAULT,
        event().content(new TextContent("x".repeat(262_144 - 24))).build(),
        "event.content is 262145 bytes long");
  }

  private static void assertAccepted(Limits limits, RoomEvent event) {
    assertThatCode(() -> TurnwiseJson.check(limits, event)).doesNotThrowAnyException();
  }

  private static void assertRefused(Limits limits, RoomEvent event, String message) {
    assertThatThrownBy(() -> TurnwiseJson.check(limits, event))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageStartingWith(message);
  }

  private static int size(Object value) {
    return TurnwiseJson.writeBytes(value).length;
  }

  private static RoomEventBuilder event() {
    return RoomEvent.builder()
        .id(RecordSamples.ID)
        .roomId("r")
        .type(EventType.MESSAGE)
        .source(EventSource.of("c", ChannelType.SMS, ChannelDirection.INBOUND))
        .content(new TextContent("x"))
        .createdAt(RecordSamples.TIME);
  }
}
