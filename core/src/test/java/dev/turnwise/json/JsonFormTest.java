package dev.turnwise.json;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnwise.model.ChannelData;
import dev.turnwise.model.ChannelDirection;
import dev.turnwise.model.ChannelType;
import dev.turnwise.model.CompositeContent;
import dev.turnwise.model.DeleteContent;
import dev.turnwise.model.DeleteType;
import dev.turnwise.model.EventContent;
import dev.turnwise.model.EventSource;
import dev.turnwise.model.EventType;
import dev.turnwise.model.GenericChannelData;
import dev.turnwise.model.JsonValues;
import dev.turnwise.model.Position;
import dev.turnwise.model.RecordSamples;
import dev.turnwise.model.RichContent;
import dev.turnwise.model.RoomEvent;
import dev.turnwise.model.RoomTimers;
import dev.turnwise.model.SmsChannelData;
import dev.turnwise.model.TextContent;
import dev.turnwise.model.Visibility;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The form itself, which stored data depends on. */
class JsonFormTest {
  @Test
  void anEventAsItIsStored() {
    RoomEvent event =
        RoomEvent.builder()
            .id(RecordSamples.ID)
            .roomId("r1")
            .index(7)
            .type(EventType.MESSAGE)
            .source(EventSource.of("sms1", ChannelType.SMS, ChannelDirection.INBOUND))
            .content(new TextContent("hi \ud83d\udc4d", "en"))
            .addressedTo(List.of())
            .createdAt(RecordSamples.TIME)
            .metadata(Map.of("n", 1))
            .build();
    assertThat(TurnwiseJson.write(event))
        .isEqualTo(
            """
            {"id":"0198c2a4-7b1e-7c3d-8f00-0123456789ab","room_id":"r1","index":7,"type":"message",\
            "status":"pending","source":{"channel_id":"sms1","channel_type":"sms",\
            "direction":"inbound"},"content":{"type":"text","text":"hi \ud83d\udc4d","language":"en"},\
            "visibility":"all","addressed_to":[],"chain_depth":0,\
            "created_at":"2026-03-04T05:06:07.123456Z","metadata":{"n":1},"channel_data":{},\
            "delivery_results":{}}""");
  }

  @Test
  void aDeleteSaysWhatKindOfContentAndWhatKindOfDeleteItIs() {
    assertThat(TurnwiseJson.write(new DeleteContent(RecordSamples.ID, DeleteType.ADMIN, null)))
        .isEqualTo(
            """
            {"type":"delete","target_event_id":"0198c2a4-7b1e-7c3d-8f00-0123456789ab",\
            "delete_type":"admin"}""");
  }

  @Test
  void smallValuesAreStrings() {
    assertThat(TurnwiseJson.write(new Position("e1", 7))).isEqualTo("\"e1:7\"");
    assertThat(TurnwiseJson.write(Visibility.of("a", "b"))).isEqualTo("\"a,b\"");
    assertThat(TurnwiseJson.write(new RoomTimers(Duration.ofMinutes(90), null)))
        .isEqualTo("{\"inactive_after\":\"PT1H30M\"}");
  }

  @Test
  void nullsInDataAreKeptAndAbsentPropertiesAreNot() {
    Map<String, @Nullable Object> data = new LinkedHashMap<>();
    data.put("z", null);
    data.put("a", true);
    assertThat(TurnwiseJson.write(JsonValues.copyOf("m", data)))
        .isEqualTo("{\"z\":null,\"a\":true}");
    assertThat(TurnwiseJson.write(new TextContent("x")))
        .isEqualTo("{\"type\":\"text\",\"text\":\"x\"}");
  }

  @ParameterizedTest
  @CsvSource({
    "1.0E7, 10000000.0",
    "1.5E10, 15000000000.0",
    "1.0E-5, 0.000010",
    "0.1, 0.1",
    "-2.5E-7, -0.00000025"
  })
  void numbersHaveNoExponentAndStayDecimal(double value, String json) {
    assertThat(TurnwiseJson.write(Map.of("x", value))).isEqualTo("{\"x\":" + json + "}");
  }

  @Test
  void largeDecimalsAreWrittenInFull() {
    assertThat(
            TurnwiseJson.write(
                JsonValues.copyOf("m", Map.of("x", new BigDecimal("1E-30").add(BigDecimal.ONE)))))
        .isEqualTo("{\"x\":1.000000000000000000000000000001}");
  }

  @Test
  void listsThatMeanNothingWhenEmptyMayBeAbsent() {
    assertThat(TurnwiseJson.readContent("{\"type\":\"rich\",\"text\":\"x\"}"))
        .isEqualTo(new RichContent("x", null));
    assertThat(TurnwiseJson.readContent("{\"type\":\"system\",\"code\":\"c\",\"message\":\"m\"}"))
        .extracting("data")
        .isEqualTo(Map.of());
  }

  @Test
  void theTypeMayStandAnywhere() {
    assertThat(
            TurnwiseJson.readContent(
                "{\"parts\":[{\"text\":\"x\",\"type\":\"text\"}],\"type\":\"composite\"}"))
        .isEqualTo(new CompositeContent(List.of((EventContent) new TextContent("x"))));
  }

  @Test
  void genericChannelDataIsAPlainMapUnlessThatCouldBeMisread() {
    assertThat(TurnwiseJson.write(new GenericChannelData(Map.of("a", 1)))).isEqualTo("{\"a\":1}");
    assertThat(TurnwiseJson.write(ChannelData.none())).isEqualTo("{}");
    ChannelData posing = new GenericChannelData(Map.of("type", "sms", "from_number", "1"));
    assertThat(TurnwiseJson.readChannelData(TurnwiseJson.write(posing))).isEqualTo(posing);
    ChannelData complete =
        new GenericChannelData(
            Map.of("type", "sms", "from_number", "1", "to_number", "2", "segments", 1));
    assertThat(TurnwiseJson.readChannelData(TurnwiseJson.write(complete))).isEqualTo(complete);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"type\":\"fax\",\"pages\":3}",
        "{\"type\":\"sms\",\"from_number\":\"1\",\"to_number\":\"2\",\"segments\":1,\"carrier\":\"x\"}",
        "{\"type\":\"sms\",\"from_number\":\"1\",\"to_number\":\"2\",\"segments\":\"many\"}",
        "{\"type\":\"sms\",\"from_number\":\"1\",\"to_number\":\"2\",\"segments\":0}",
        "{\"type\":\"sms\",\"from_number\":\"1\"}",
        "{\"type\":7}",
        "{\"type\":\"generic\",\"values\":[1]}",
        "{\"type\":\"generic\",\"values\":{},\"more\":null}",
        "{\"pages\":[1,{\"a\":null}]}"
      })
  void unknownChannelDataSurvivesAsItCame(String json) {
    ChannelData data = TurnwiseJson.readChannelData(json);
    assertThat(data).isEqualTo(new GenericChannelData(TurnwiseJson.readMap("m", json)));
    assertThat(TurnwiseJson.readChannelData(TurnwiseJson.write(data))).isEqualTo(data);
  }

  @Test
  void knownChannelDataIsTyped() {
    assertThat(
            TurnwiseJson.readChannelData(
                "{\"segments\":2,\"to_number\":\"2\",\"type\":\"sms\",\"from_number\":\"1\"}"))
        .isEqualTo(new SmsChannelData("1", "2", 2, null));
  }
}
