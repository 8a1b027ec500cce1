package dev.turnwise.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.turnwise.error.InvalidInputException;
import dev.turnwise.model.RecordSamples.Component;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Rules that every record of the model keeps, checked on whatever records there are. */
class RecordRulesTest {
  private static final Set<String> RESTRICTED_ALPHABET =
      Set.of("ChannelType.name", "Position.epoch");

  static Stream<Component> components() {
    return RecordSamples.components();
  }

  static Stream<Component> texts() {
    return components().filter(c -> c.component().getType() == String.class);
  }

  static Stream<Component> freeTexts() {
    return texts().filter(c -> !RESTRICTED_ALPHABET.contains(c.toString()));
  }

  static Stream<Component> textLists() {
    return components().filter(c -> isGeneric(c, List.class, String.class));
  }

  static Stream<Component> jsonMaps() {
    return components().filter(c -> isGeneric(c, Map.class, Object.class));
  }

  static Stream<Component> containers() {
    return components()
        .filter(c -> Set.of(List.class, Map.class).contains(c.component().getType()));
  }

  static Stream<Component> references() {
    return components().filter(c -> !c.component().getType().isPrimitive());
  }

  @Test
  void theWalkFindsTheModel() {
    assertThat(RecordSamples.records())
        .contains(Room.class, RoomEvent.class, TextContent.class, InboundMessage.class)
        .hasSizeGreaterThan(30);
    assertThat(texts()).hasSizeGreaterThan(60);
    assertThat(textLists()).hasSizeGreaterThan(8);
    assertThat(jsonMaps()).hasSizeGreaterThan(9);
  }

  @ParameterizedTest
  @MethodSource("texts")
  void everyTextRefusesWhatNoStoreCanKeep(Component text) {
    assertRefused(text, "a\u0000b", "U+0000 at position 1");
    assertRefused(text, "a\ud83d", "U+D83D at position 1");
    assertRefused(text, "\ude00a", "U+DE00 at position 0");
    assertRefused(text, "\ude00\ud83d", "U+DE00 at position 0");
  }

  @ParameterizedTest
  @MethodSource("textLists")
  void everyListOfTextsRefusesWhatNoStoreCanKeep(Component list) {
    assertRefused(list, List.of("fine", "a\u0000"), list.snakeName() + "[1]");
    assertRefused(list, List.of("a\ud83d", "fine"), list.snakeName() + "[0]");
    assertRefused(list, Arrays.asList("fine", null), list.snakeName() + "[1] is missing");
  }

  @ParameterizedTest
  @MethodSource("jsonMaps")
  void everyMapRefusesWhatNoStoreCanKeepAndNamesThePath(Component map) {
    String name = pathOf(map);
    assertRefused(map, Map.of("order", Map.of("note", "a\u0000")), name + ".order.note");
    assertRefused(map, Map.of("order", List.of("x", "a\ud83d")), name + ".order[1]");
    assertRefused(map, Map.of("a\u0000", "x"), name + "['aU+0000']");
    assertRefused(map, Map.of("order", Map.of("a\ud83d", "x")), name + ".order['aU+D83D']");
  }

  @ParameterizedTest
  @MethodSource("freeTexts")
  void everyTextKeepsWhatPeopleWriteUnchanged(Component text) {
    for (String written :
        List.of(
            "\ud83d\udc69\u200d\ud83d\udc69\u200d\ud83d\udc67",
            "\u05e9\u05dc\u05d5\u05dd\u202e\u0645\u0631\u062d\u0628\u0627",
            "e\u0301\u0327",
            "\uff14\uff12")) {
      assertThat(text.of(text.ownerWith(written))).isEqualTo(written);
    }
  }

  @ParameterizedTest
  @MethodSource("references")
  void nullIsAcceptedExactlyWhereTheTypeSaysSo(Component component) {
    Set<String> neededByAnother = Set.of("RoomEvent.blockedBy", "Participant.identityId");
    if (component.isNullable() && !neededByAnother.contains(component.toString())) {
      assertThatCode(() -> component.ownerWith(null)).doesNotThrowAnyException();
    } else {
      assertRefused(component, null, "is missing");
    }
  }

  @ParameterizedTest
  @MethodSource("containers")
  void whatTheCallerDoesLaterChangesNothing(Component container) {
    Object given = mutable(container);
    Object owner = container.ownerWith(given);
    Object before = copy(container.of(owner));
    switch (given) {
      case List<?> list -> list.clear();
      case Map<?, ?> map -> map.clear();
      default -> throw new AssertionError(given);
    }
    assertThat(container.of(owner)).isEqualTo(before);
  }

  @ParameterizedTest
  @MethodSource("containers")
  void nobodyCanChangeWhatARecordHolds(Component container) {
    switch (container.of(RecordSamples.full(container.owner()))) {
      case List<?> list -> {
        assertThatThrownBy(list::removeLast).isInstanceOf(UnsupportedOperationException.class);
        assertThatThrownBy(list::clear).isInstanceOf(UnsupportedOperationException.class);
      }
      case Map<?, ?> map -> {
        assertThatThrownBy(map::clear).isInstanceOf(UnsupportedOperationException.class);
        assertThatThrownBy(() -> map.entrySet().iterator().next().setValue(null))
            .isInstanceOf(UnsupportedOperationException.class);
      }
      default -> throw new AssertionError(container);
    }
  }

  @ParameterizedTest
  @MethodSource("jsonMaps")
  void innerDataIsIsolatedAndImmutableToo(Component map) {
    List<Object> innerList = new ArrayList<>(List.of(1));
    Map<String, Object> innerMap = new HashMap<>(Map.of("list", innerList));
    Map<?, ?> kept = (Map<?, ?>) map.of(map.ownerWith(new HashMap<>(Map.of("inner", innerMap))));
    innerList.add(2);
    innerMap.put("more", 3);
    assertThat(kept).isEqualTo(Map.of("inner", Map.of("list", List.of(1))));
    Map<?, ?> keptInner = (Map<?, ?>) kept.values().iterator().next();
    assertThatThrownBy(keptInner::clear).isInstanceOf(UnsupportedOperationException.class);
    List<?> keptList = (List<?>) keptInner.values().iterator().next();
    assertThatThrownBy(keptList::clear).isInstanceOf(UnsupportedOperationException.class);
  }

  private static void assertRefused(Component component, @Nullable Object value, String... parts) {
    assertThatThrownBy(() -> component.ownerWith(value))
        .isInstanceOf(InvalidInputException.class)
        .message()
        .contains(parts)
        .matches(m -> m.chars().allMatch(c -> c >= ' ' && !Character.isSurrogate((char) c)))
        .satisfiesAnyOf(
            m -> assertThat(m).contains(pathOf(component)),
            m ->
                assertThat(m)
                    .startsWith(
                        RecordSamples.snake(component.owner().getSimpleName()).substring(1)));
  }

  /** Generic channel data is its values: nothing stands between it and them. */
  private static String pathOf(Component component) {
    return component.toString().equals("GenericChannelData.values")
        ? "channel_data"
        : component.snakeName();
  }

  private static Object mutable(Component container) {
    return copy(container.of(RecordSamples.full(container.owner())));
  }

  private static Object copy(Object container) {
    return switch (container) {
      case List<?> list -> new ArrayList<>(list);
      case Map<?, ?> map -> new LinkedHashMap<>(map);
      default -> throw new AssertionError(container);
    };
  }

  private static boolean isGeneric(Component c, Class<?> raw, Class<?> lastArgument) {
    Type type = c.component().getGenericType();
    return type instanceof ParameterizedType generic
        && generic.getRawType() == raw
        && generic.getActualTypeArguments()[generic.getActualTypeArguments().length - 1]
            == lastArgument;
  }
}
