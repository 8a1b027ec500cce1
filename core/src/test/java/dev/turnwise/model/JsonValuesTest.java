package dev.turnwise.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.turnwise.error.InvalidInputException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What JSON-like data may hold, and the form in which it is kept. */
class JsonValuesTest {
  static final List<Arguments> NORMAL_FORMS =
      List.of(
          Arguments.of(7L, 7),
          Arguments.of(2147483647L, 2147483647),
          Arguments.of(2147483648L, 2147483648L),
          Arguments.of(BigInteger.valueOf(-2147483648L), -2147483648),
          Arguments.of(BigInteger.valueOf(Long.MIN_VALUE), Long.MIN_VALUE),
          Arguments.of(BigInteger.TWO.pow(63), BigInteger.TWO.pow(63)),
          Arguments.of(1.5f, 1.5),
          Arguments.of(0.1f, 0.1),
          Arguments.of(-0.0, 0.0),
          Arguments.of(-0.0f, 0.0),
          Arguments.of(1e300, 1e300),
          Arguments.of(new BigDecimal("0.1"), 0.1),
          Arguments.of(new BigDecimal("1.50"), 1.5),
          Arguments.of(new BigDecimal("0.0"), 0.0),
          Arguments.of(new BigDecimal("5"), 5),
          Arguments.of(new BigDecimal("5E+3"), 5000),
          Arguments.of(
              new BigDecimal("0.10000000000000000001"), new BigDecimal("0.10000000000000000001")),
          Arguments.of(new BigDecimal("1E-400"), new BigDecimal("1E-400")));

  static final List<Object> FOREIGN =
      List.of(
          UUID.randomUUID(),
          Instant.EPOCH,
          RoomStatus.ACTIVE,
          'c',
          (short) 1,
          (byte) 1,
          new AtomicInteger(1),
          Set.of(1),
          new int[] {1});

  static final List<Number> ABSURD =
      List.of(
          new BigDecimal("1e1000000000"),
          new BigDecimal("1e-1000000000"),
          new BigDecimal("1e1000"),
          new BigDecimal(BigInteger.TEN.pow(1001), 5),
          BigInteger.TEN.pow(1001));

  @ParameterizedTest
  @FieldSource("NORMAL_FORMS")
  void numbersHaveOneForm(Number given, Number kept) {
    assertThat(copy(given)).isEqualTo(kept).hasSameClassAs(kept);
  }

  @ParameterizedTest
  @FieldSource("FOREIGN")
  void otherTypesAreRefused(Object foreign) {
    assertThatThrownBy(() -> copy(List.of(foreign)))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageStartingWith("event.metadata.x[0] is a " + foreign.getClass().getName());
  }

  @ParameterizedTest
  @FieldSource("ABSURD")
  void numbersThatNoMemoryHoldsAreRefusedAtOnce(Number number) {
    assertThatThrownBy(() -> copy(number))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining(
            "event.metadata.x is a number with too many digits (limit: 1000 digits)");
  }

  @Test
  void thousandDigitsAreKept() {
    BigInteger whole = BigInteger.TEN.pow(1000).subtract(BigInteger.ONE);
    assertThat(copy(whole)).isEqualTo(whole);
    assertThat(copy(new BigDecimal(whole, 1000))).isEqualTo(new BigDecimal(whole, 1000));
  }

  @Test
  void onlyFiniteNumbersAreAccepted() {
    for (Number number :
        List.of(Double.NaN, Double.POSITIVE_INFINITY, Float.NEGATIVE_INFINITY, Float.NaN)) {
      assertThatThrownBy(() -> copy(number))
          .isInstanceOf(InvalidInputException.class)
          .hasMessage(
              "event.metadata.x is " + number + ": use a finite number, JSON knows no other");
    }
  }

  static Stream<Arguments> nestings() {
    return Stream.of(
        Arguments.of("maps", (Nesting) inner -> new HashMap<>(Map.of("a", inner))),
        Arguments.of("lists", (Nesting) inner -> new ArrayList<>(List.of(inner))));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("nestings")
  void thirtyTwoLevelsAreAcceptedAnd33Refused(String name, Nesting nesting) {
    Object value = 1;
    for (int level = 1; level < 32; level++) {
      value = nesting.wrap(value);
    }
    Object deepest = value;
    assertThat(JsonValues.copyOf("m", Map.of("x", deepest))).isEqualTo(Map.of("x", deepest));
    assertThatThrownBy(() -> JsonValues.copyOf("m", Map.of("x", nesting.wrap(deepest))))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("is nested too deeply (limit: 32 levels)");
  }

  @Test
  void whatWasCheckedOnceStillCountsItsLevels() {
    Object value = 1;
    for (int level = 1; level < 32; level++) {
      value = Map.of("a", value);
    }
    Map<String, Object> checked = JsonValues.copyOf("m", Map.of("x", value));
    assertThatThrownBy(() -> JsonValues.copyOf("m", Map.of("y", checked)))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("is nested too deeply");
    assertThatThrownBy(() -> JsonValues.copyOf("m", Map.of("y", List.of(checked))))
        .isInstanceOf(InvalidInputException.class);
  }

  @Test
  void dataThatContainsItselfIsRefusedAsTooDeep() {
    Map<String, Object> self = new HashMap<>();
    self.put("self", self);
    assertThatThrownBy(() -> JsonValues.copyOf("m", self))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("is nested too deeply");
  }

  @Test
  void whatWasCopiedOnceIsNotCopiedAgain() {
    Map<String, Object> once = JsonValues.copyOf("m", RecordSamples.json());
    assertThat(JsonValues.copyOf("m", once)).isSameAs(once);
    Map<String, Object> around = JsonValues.copyOf("m", Map.of("inner", once));
    assertThat(around.get("inner")).isSameAs(once);
    assertThat(JsonValues.copyOf("m", Map.of())).isSameAs(JsonValues.empty());
  }

  @Test
  void keysKeepTheirOrderAndNullsAreKept() {
    Map<String, Object> given = new LinkedHashMap<>();
    given.put("z", null);
    given.put("a", 1);
    given.put("m", new ArrayList<>(Arrays.asList(null, 1)));
    Map<String, Object> kept = JsonValues.copyOf("m", given);
    assertThat(kept)
        .isEqualTo(given)
        .hasSameHashCodeAs(given)
        .hasToString("{z=null, a=1, m=[null, 1]}");
    assertThat(kept.keySet()).containsExactly("z", "a", "m");
    assertThat(kept).containsKey("z").containsEntry("z", null);
  }

  @Test
  void keysAreStrings() {
    Map<Object, Object> odd = Map.of(1, 2);
    assertThatThrownBy(() -> copy(odd))
        .isInstanceOf(InvalidInputException.class)
        .hasMessage("event.metadata.x has a key that is not a string: use strings as keys");
    Map<Object, Object> nullKey = new HashMap<>();
    nullKey.put(null, 1);
    assertThatThrownBy(() -> copy(nullKey)).isInstanceOf(InvalidInputException.class);
  }

  @Test
  void oddKeysAreQuotedInPaths() {
    assertThatThrownBy(
            () -> JsonValues.copyOf("m", Map.of("a.b\n", List.of(Map.of("c", Double.NaN)))))
        .hasMessageStartingWith("m['a.bU+000A'][0].c is NaN");
  }

  private static @Nullable Object copy(Object value) {
    return JsonValues.copyOf("event.metadata", Map.of("x", value)).get("x");
  }

  interface Nesting {
    Object wrap(Object inner);
  }
}
