package dev.turnwise.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.turnwise.error.InvalidInputException;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Where single values stop being acceptable, and what the refusal says. */
class ChecksTest {
  @Test
  void anIdHasOneTo255Characters() {
    assertThat(Checks.requireId("f", "x".repeat(255))).hasSize(255);
    assertThat(Checks.requireId("f", " ")).isEqualTo(" ");
    assertRefused(
        () -> Checks.requireId("message.sender_id", "x".repeat(256)),
        "message.sender_id is 256 characters long (limit: 255 characters): shorten it, or use a hash"
            + " of it");
    assertRefused(() -> Checks.requireId("f", ""), "f is empty: give at least one character");
    assertRefused(() -> Checks.requireId("f", null), "f is missing: set it");
  }

  @Test
  void aKeyHasOneTo4096CharactersAndIsTakenAsGiven() {
    String longest = "k".repeat(4096);
    assertThat(Checks.requireKey("f", longest)).isSameAs(longest);
    assertRefused(
        () -> Checks.requireKey("f", longest + "k"),
        "f is 4097 characters long (limit: 4096 characters): shorten it, or use a hash of it");
    assertRefused(() -> Checks.requireKey("f", ""), "f is empty: give at least one character");
    assertThat(Checks.requireKey("f", "4")).isNotEqualTo(Checks.requireKey("f", "\uff14"));
    assertThat(Checks.requireKey("f", "a ")).isNotEqualTo(Checks.requireKey("f", "a"));
    assertThat(Checks.requireKey("f", "e\u0301")).isNotEqualTo(Checks.requireKey("f", "\u00e9"));
    assertThat(Checks.requireKey("f", "\n\t ")).isEqualTo("\n\t ");
  }

  @ParameterizedTest
  @ValueSource(strings = {"all", "none", "transport", "intelligence", "system"})
  void aChannelIdIsNoReservedWord(String word) {
    assertRefused(
        () -> Checks.requireChannelId("channel_id", word),
        "channel_id is the reserved word '" + word + "': choose another id");
    assertThat(Checks.requireChannelId("f", word + "1")).isEqualTo(word + "1");
    assertThat(Checks.requireId("f", word)).isEqualTo(word);
  }

  @Test
  void onlyAnEventSourceMayNameTheFramework() {
    assertThat(Checks.requireSourceChannelId("f", "system")).isEqualTo("system");
    assertThatThrownBy(() -> Checks.requireSourceChannelId("f", "all"))
        .isInstanceOf(InvalidInputException.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {" a", "a ", "\ta", "a\u2003", "a\n"})
  void aChannelIdHasNoBlankAtItsEnds(String id) {
    assertThatThrownBy(() -> Checks.requireChannelId("channel_id", id))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("channel_id begins or ends with a blank")
        .hasMessageNotContaining("\n");
    assertThat(Checks.requireId("f", id)).isEqualTo(id);
  }

  @Test
  void aChannelIdHasNoComma() {
    assertRefused(
        () -> Checks.requireChannelId("channel_id", "a,b"),
        "channel_id contains a comma: 'a,b': leave commas out, they separate channels in a visibility");
    assertThat(Checks.requireChannelId("f", "a b")).isEqualTo("a b");
  }

  @Test
  void offendingCharactersAreNamedAndNeverShown() {
    assertRefused(
        () -> Checks.requireText("event.metadata.note", "ab\u0000"),
        "event.metadata.note contains U+0000 at position 2: remove the character, no store can keep"
            + " it");
    assertRefused(
        () -> Checks.requireText("f", "\ud83d"),
        "f contains a lone surrogate, U+D83D at position 0: remove the character, no store can keep"
            + " it");
    assertThat(Checks.requireText("f", "\ud83d\ude00")).isEqualTo("\ud83d\ude00");
    assertThat(Checks.requireText("f", "\u0001\u001f\ufffe")).hasSize(3);
    assertThat(Checks.requireText("f", "")).isEmpty();
  }

  @Test
  void absentStaysAbsent() {
    assertThat(Checks.optionalId("f", null)).isNull();
    assertThat(Checks.optionalChannelId("f", null)).isNull();
    assertThat(Checks.optionalKey("f", null)).isNull();
    assertThat(Checks.optionalText("f", null)).isNull();
    assertThat(Checks.optionalIds("f", null)).isNull();
    assertThat(Checks.optionalTime("f", null)).isNull();
    assertThat(Checks.optionalPositive("f", null)).isNull();
    assertThat(Checks.optionalNotNegative("f", null)).isNull();
    assertThatThrownBy(() -> Checks.optionalId("f", "")).isInstanceOf(InvalidInputException.class);
    assertThatThrownBy(() -> Checks.optionalNotNegative("f", -1L))
        .isInstanceOf(InvalidInputException.class);
  }

  @Test
  void rangesIncludeBothEnds() {
    assertThat(Checks.requireRange("f", 1L, 1, 3)).isEqualTo(1);
    assertThat(Checks.requireRange("f", 3L, 1, 3)).isEqualTo(3);
    assertRefused(
        () -> Checks.requireRange("f", 4L, 1, 3),
        "f is 4 (limit: 1 to 3): choose a value in that range");
    assertThatThrownBy(() -> Checks.requireRange("f", 0L, 1, 3))
        .isInstanceOf(InvalidInputException.class);
    assertThat(Checks.requireRange("f", 1.0, 1.0, 3.0)).isEqualTo(1.0);
    for (double outside : new double[] {0.99, 3.01, Double.NaN, Double.POSITIVE_INFINITY}) {
      assertThatThrownBy(() -> Checks.requireRange("f", outside, 1.0, 3.0))
          .isInstanceOf(InvalidInputException.class);
    }
  }

  @Test
  void timesAreCutToMicrosecondsWithinTheYearsThatIsoKnows() {
    assertThat(Checks.requireTime("f", Instant.parse("2026-01-01T00:00:00.123456789Z")))
        .isEqualTo("2026-01-01T00:00:00.123456Z");
    assertThat(Checks.requireTime("f", Instant.parse("1969-12-31T23:59:59.999999999Z")))
        .isEqualTo("1969-12-31T23:59:59.999999Z");
    assertThatCode(() -> Checks.requireTime("f", Instant.parse("9999-12-31T23:59:59.999999999Z")))
        .doesNotThrowAnyException();
    for (Instant outside :
        List.of(
            Instant.parse("+10000-01-01T00:00:00Z"),
            Instant.parse("0000-12-31T23:59:59Z"),
            Instant.MIN,
            Instant.MAX)) {
      assertThatThrownBy(() -> Checks.requireTime("f", outside))
          .isInstanceOf(InvalidInputException.class);
    }
  }

  @Test
  void durationsArePositiveAndBounded() {
    assertThat(Checks.requirePositive("f", Duration.ofMillis(1))).isEqualTo(Duration.ofMillis(1));
    assertThat(Checks.requirePositive("f", Duration.ofDays(36_500))).hasDays(36_500);
    for (Duration outside :
        List.of(
            Duration.ZERO,
            Duration.ofMillis(-1),
            Duration.ofNanos(999_999),
            Duration.ofDays(36_500).plusNanos(1),
            Duration.ofSeconds(Long.MAX_VALUE),
            Duration.ofSeconds(Long.MIN_VALUE))) {
      assertThatThrownBy(() -> Checks.requirePositive("f", outside))
          .isInstanceOf(InvalidInputException.class)
          .hasMessageContaining("(limit: PT0.001S to PT876000H)");
    }
  }

  @Test
  void listsOfIdsAreBounded() {
    assertThat(Checks.requireIds("f", Collections.nCopies(1000, "x"))).hasSize(1000);
    assertRefused(
        () -> Checks.requireIds("f", Collections.nCopies(1001, "x")),
        "f.size is 1001 (limit: 0 to 1000): choose a value in that range");
    assertThatThrownBy(() -> Checks.requireIds("event.targets", List.of("a", "")))
        .hasMessage("event.targets[1] is empty: give at least one character");
  }

  private static void assertRefused(ThrowingCallable call, String message) {
    assertThatThrownBy(call).isInstanceOf(InvalidInputException.class).hasMessage(message);
  }
}
