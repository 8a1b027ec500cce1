package dev.turnwise.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.turnwise.error.InvalidInputException;
import dev.turnwise.model.ChannelBinding;
import dev.turnwise.model.InboundMessage;
import dev.turnwise.model.RecordSamples;
import dev.turnwise.model.RoomEvent;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is not exactly right is refused, with its path and before it can hurt. */
class StrictReadingTest {
  private static final String NEST =
      "{\"type\":\"edit\",\"target_event_id\":\"" + RecordSamples.ID + "\",\"new_content\":";

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          {"type":"hologram"}                             | content.type is unknown: 'hologram' (limit: one of [text, rich,
          {"type":"TextContent","text":"x"}               | content.type is unknown: 'TextContent'
          {"type":"Text","text":"x"}                      | content.type is unknown: 'Text'
          {"text":"x"}                                    | content.type is missing
          {"type":"text","text":"x","colour":"red"}       | content.colour is not known here (limit: [language, text]
          {"type":"text","text":"x","a\\u0000\\u001b":1}  | content['aU+0000U+001B'] is not known here
          {"type":"text","text":5}                        | content.text is '5': give a string
          {"type":"text","text":true}                     | content.text is 'true': give a string
          {"type":"text","text":["x"]}                    | content.text is missing, or of another type: give a string
          {"type":"text"}                                 | content.text is missing
          {"type":"text","text":null}                     | content.text is missing
          {"type":"text","text":"a\\u0000"}               | content.text contains U+0000 at position 1
          {"type":"text","text":"\\ud83d"}                | content.text contains a lone surrogate, U+D83D
          {"type":"text","text":"x","text":"y"}           | content repeats a key at line 1
          {"type":"text","text":"x"                       | content
          {"type":"text","text":"x"} {}                   | content is not valid JSON at line 1
          {"type":"text","text":"x"}x                     | content is not valid JSON at line 1
          [{"type":"text","text":"x"}]                    | content
          "text"                                          | content
          null                                            | content is null
          nonsense                                        | content is not valid JSON at line 1, column 1
          {"type":"location","latitude":1}                | content
          {"type":"location","latitude":1e999,"longitude":1} | content.latitude is Infinity
          {"type":"location","latitude":"1","longitude":1} | content.latitude is
          {"type":"location","latitude":91,"longitude":1} | content.latitude is 91.0 (limit: -90.0 to 90.0)
          {"type":"media","url":"u","mime_type":"m","size_bytes":1.5} | content.size_bytes
          {"type":"media","url":"u","mime_type":"m","size_bytes":99999999999999999999} | content.size_bytes
          {"type":"media","url":"u","mime_type":"m","size_bytes":1e1000000000} | content.size_bytes
          {"type":"delete","target_event_id":"1-1-1-1-1","delete_type":"admin"} | content.target_event_id is '1-1-1-1-1': give a UUID
          {"type":"delete","target_event_id":"0198c2a4-7b1e-7c3d-8f00-0123456789ab","delete_type":"root"} | content.delete_type is 'root': give one of [sender, system, admin]
          {"type":"delete","target_event_id":"0198c2a4-7b1e-7c3d-8f00-0123456789ab","delete_type":2} | content.delete_type is
          {"type":"composite","parts":[]}                 | content.parts.size is 0
          {"type":"composite","parts":[{"type":"text","text":"x"},{"type":"text","text":"a\\u0000"}]} | content.parts[1].text contains U+0000
          {"type":"composite","parts":[{"type":"text","text":"x"},null]} | content.parts[1] is missing
          {"type":"composite","parts":[{"type":"odd"}]}   | content.parts[0].type is unknown: 'odd'
          {"type":"system","code":"c","message":"m","data":{"a":{"b":"\\u0000"}}} | content.data.a.b contains U+0000
          {"type":"system","code":"c","message":"m","data":{"a":1e1000000000}} | content.data.a is a number with too many digits
          {"type":"rich","text":"x","buttons":[{"label":"","value":"v"}]} | content.buttons[0].label is empty
          """)
  void wrongContentIsRefusedUnderItsPath(String json, String message) {
    assertThatThrownBy(() -> TurnwiseJson.readContent(json))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageStartingWith(message)
        .message()
        .doesNotContain("\u0000", "\u001b", "\n", "jackson", "java.");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"index", "id", "room_id", "type", "source", "content", "created_at", "visibility"})
  void anEventWithoutItsFactsIsRefused(String property) {
    String json = TurnwiseJson.write(RecordSamples.full(RoomEvent.class));
    String without = json.replace("\"" + property + "\":", "\"" + property + "_\":");
    assertThatThrownBy(() -> TurnwiseJson.readEvent(without))
        .isInstanceOf(InvalidInputException.class);
  }

  @Test
  void whatARecordInsideARecordRefusesHasTheWholePath() {
    String event = TurnwiseJson.write(RecordSamples.full(RoomEvent.class));
    assertThatThrownBy(
            () -> TurnwiseJson.readEvent(event.replace("\"sample-provider\"", "\"a\\u0000\"")))
        .hasMessageStartingWith("event.source.provider contains U+0000");
    assertThatThrownBy(() -> TurnwiseJson.readEvent(event.replace("\"custom:pager\"", "\"pager\"")))
        .hasMessageStartingWith("event.source.channel_type is 'pager'");
    assertThatThrownBy(() -> TurnwiseJson.readEvent(event.replace("\"sample-scope\"", "\"all,x\"")))
        .hasMessageStartingWith("event.visibility is the reserved word 'all'");
    assertThatThrownBy(
            () -> TurnwiseJson.readEvent(event.replace("\"sample-toNumber\"", "\"\\ud83d\"")))
        .hasMessageStartingWith("event.channel_data.to_number contains a lone surrogate");
    String binding = TurnwiseJson.write(RecordSamples.full(ChannelBinding.class));
    assertThatThrownBy(
            () ->
                TurnwiseJson.read(
                    "binding", binding.replace("\"burst\":3", "\"burst\":0"), ChannelBinding.class))
        .hasMessageStartingWith("binding.");
  }

  @Test
  void timesAndDurationsAreIso() {
    String message = TurnwiseJson.write(RecordSamples.full(InboundMessage.class));
    assertThatThrownBy(
            () ->
                TurnwiseJson.read(
                    "message",
                    message.replace("2026-03-04T05:06:07.123456Z", "yesterday"),
                    InboundMessage.class))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageStartingWith("message.timestamp is 'yesterday': give a time such as");
  }

  @ParameterizedTest
  @ValueSource(ints = {4, 5})
  void sixLevelsOfContentAreRefusedOnReadingToo(int wraps) {
    String json = NEST.repeat(wraps) + "{\"type\":\"text\",\"text\":\"x\"}" + "}".repeat(wraps);
    if (wraps == 4) {
      assertThat(TurnwiseJson.readContent(json).depth()).isEqualTo(5);
    } else {
      assertThatThrownBy(() -> TurnwiseJson.readContent(json))
          .isInstanceOf(InvalidInputException.class)
          .hasMessageContaining("makes content 6 levels deep (limit: 5 levels)");
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {100, 100_000})
  void deepNestingIsRefusedBeforeItFillsTheStack(int levels) {
    String lists = "{\"a\":" + "[".repeat(levels) + "]".repeat(levels) + "}";
    assertThatThrownBy(() -> TurnwiseJson.readMap("metadata", lists))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("64 levels");
    String contents = NEST.repeat(levels);
    assertThatThrownBy(() -> TurnwiseJson.readContent(contents))
        .isInstanceOf(InvalidInputException.class);
  }

  @Test
  void dataMayBeThirtyTwoLevelsDeepInTheDeepestContent() {
    String data = "{\"a\":".repeat(31) + "{}" + "}".repeat(31);
    String json =
        NEST.repeat(4)
            + "{\"type\":\"system\",\"code\":\"c\",\"message\":\"m\",\"data\":"
            + data
            + "}"
            + "}".repeat(4);
    assertThat(TurnwiseJson.readContent(json).depth()).isEqualTo(5);
    String composite =
        "{\"type\":\"composite\",\"parts\":[".repeat(4)
            + "{\"type\":\"system\",\"code\":\"c\",\"message\":\"m\",\"data\":"
            + data
            + "}"
            + "]}".repeat(4);
    assertThat(TurnwiseJson.readContent(composite).depth()).isEqualTo(5);
    assertThatThrownBy(
            () -> TurnwiseJson.readMap("metadata", "{\"a\":".repeat(32) + "{}" + "}".repeat(32)))
        .hasMessageContaining("is nested too deeply (limit: 32 levels)");
  }

  @Test
  void numbersOfAbsurdLengthAreRefused() {
    assertThatThrownBy(() -> TurnwiseJson.readMap("metadata", "{\"a\":" + "9".repeat(1101) + "}"))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("1100 characters a number");
    assertThatThrownBy(() -> TurnwiseJson.readMap("metadata", "{\"a\":" + "9".repeat(1050) + "}"))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("metadata.a is a number with too many digits");
  }

  @Test
  void stringsOfAbsurdLengthAreRefused() {
    String json = "{\"a\":\"" + "x".repeat(Mappers.MAX_STRING_CHARS + 1) + "\"}";
    assertThatThrownBy(() -> TurnwiseJson.readMap("metadata", json))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("characters a string");
  }

  @Test
  void brokenUtf8IsRefused() {
    byte[] broken = "{\"a\":\"x?\"}".getBytes(StandardCharsets.US_ASCII);
    broken[7] = (byte) 0xff;
    assertThatThrownBy(() -> TurnwiseJson.read("metadata", broken, Object.class))
        .isInstanceOf(InvalidInputException.class);
  }

  @Test
  void constantsAreReadInAnyCase() {
    String json = TurnwiseJson.write(RecordSamples.full(RoomEvent.class));
    assertThat(TurnwiseJson.readEvent(json.replace("\"blocked\"", "\"BLOCKED\"")))
        .isEqualTo(RecordSamples.full(RoomEvent.class));
  }
}
