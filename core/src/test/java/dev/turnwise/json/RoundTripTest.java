package dev.turnwise.json;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnwise.model.ChannelData;
import dev.turnwise.model.EventContent;
import dev.turnwise.model.JsonValues;
import dev.turnwise.model.RecordSamples;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What was written reads as it was. */
class RoundTripTest {
  private static final int RANDOM_MAPS = 500;

  static Stream<Object> samples() {
    return RecordSamples.records()
        .flatMap(type -> Stream.of(RecordSamples.full(type), RecordSamples.sparse(type)));
  }

  static Stream<EventContent> contents() {
    return samples().filter(EventContent.class::isInstance).map(EventContent.class::cast);
  }

  static Stream<ChannelData> channelData() {
    return samples().filter(ChannelData.class::isInstance).map(ChannelData.class::cast);
  }

  @ParameterizedTest
  @MethodSource("samples")
  void everyRecordOfTheModel(Object sample) {
    String json = TurnwiseJson.write(sample);
    assertThat((Object) TurnwiseJson.read("it", json, sample.getClass())).isEqualTo(sample);
    byte[] bytes = TurnwiseJson.writeBytes(sample);
    assertThat((Object) TurnwiseJson.read("it", bytes, sample.getClass())).isEqualTo(sample);
  }

  @ParameterizedTest
  @MethodSource("contents")
  void everyContentByItsTypeAlone(EventContent content) {
    assertThat(TurnwiseJson.readContent(TurnwiseJson.write(content))).isEqualTo(content);
  }

  @ParameterizedTest
  @MethodSource("contents")
  void contentKeepsItsTypeInsidePlainListsAndMaps(EventContent content) {
    String json = TurnwiseJson.write(content);
    assertThat(TurnwiseJson.write(List.of(content))).isEqualTo("[" + json + "]");
    assertThat(TurnwiseJson.write(Map.of("x", content))).isEqualTo("{\"x\":" + json + "}");
  }

  @Test
  void allVariantsOfContentAreAmongTheSamples() {
    assertThat(contents().map(Object::getClass).distinct())
        .hasSize(EventContent.class.getPermittedSubclasses().length);
    assertThat(channelData().map(Object::getClass).distinct())
        .hasSize(ChannelData.class.getPermittedSubclasses().length);
  }

  @ParameterizedTest
  @MethodSource("channelData")
  void everyChannelDataByItsTypeAlone(ChannelData data) {
    assertThat(TurnwiseJson.readChannelData(TurnwiseJson.write(data))).isEqualTo(data);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void randomDataInNormalForm(long seed) {
    Random random = new Random(seed);
    for (int i = 0; i < RANDOM_MAPS; i++) {
      Map<String, Object> data = JsonValues.copyOf("m", randomMap(random, 4));
      String json = TurnwiseJson.write(data);
      assertThat(TurnwiseJson.readMap("m", json)).as(json).isEqualTo(data);
      assertThat(SizeCheck.bound(data)).as(json).isGreaterThanOrEqualTo(utf8(json));
    }
  }

  private static Map<String, @Nullable Object> randomMap(Random random, int depth) {
    Map<String, @Nullable Object> map = new LinkedHashMap<>();
    int size = random.nextInt(4);
    for (int i = 0; i < size; i++) {
      map.put(randomText(random), randomValue(random, depth));
    }
    return map;
  }

  private static @Nullable Object randomValue(Random random, int depth) {
    return switch (random.nextInt(depth > 0 ? 12 : 10)) {
      case 0 -> null;
      case 1 -> random.nextBoolean();
      case 2 -> random.nextInt();
      case 3 -> random.nextLong();
      case 4 -> new BigInteger(random.nextInt(3000), random);
      case 5 -> random.nextDouble() * Math.pow(10, random.nextInt(600) - 300);
      case 6 -> random.nextGaussian();
      case 7 -> new BigDecimal(new BigInteger(200, random), random.nextInt(900));
      case 8 -> random.nextFloat();
      case 9 -> randomText(random);
      case 10 -> randomMap(random, depth - 1);
      default -> {
        List<@Nullable Object> list = new ArrayList<>();
        for (int i = random.nextInt(4); i > 0; i--) {
          list.add(randomValue(random, depth - 1));
        }
        yield list;
      }
    };
  }

  private static String randomText(Random random) {
    StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(8); i > 0; i--) {
      int[] alphabet = {
        'a', '"', '\\', '\n', 1, 0x7f, 0xe9, 0x5d0, 0x200d, 0x2028, 0xffff, 0x1f469
      };
      text.appendCodePoint(alphabet[random.nextInt(alphabet.length)]);
    }
    return text.toString();
  }

  private static int utf8(String json) {
    return json.getBytes(StandardCharsets.UTF_8).length;
  }
}
