package dev.turnwise.model;

import static dev.turnwise.model.ChannelCategory.INTELLIGENCE;
import static dev.turnwise.model.ChannelCategory.TRANSPORT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.turnwise.error.InvalidInputException;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Who may see what. */
class VisibilityTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          all          | sms1 | TRANSPORT    | true
          all          | ai1  | INTELLIGENCE | true
          none         | sms1 | TRANSPORT    | false
          none         | ai1  | INTELLIGENCE | false
          transport    | sms1 | TRANSPORT    | true
          transport    | ai1  | INTELLIGENCE | false
          intelligence | sms1 | TRANSPORT    | false
          intelligence | ai1  | INTELLIGENCE | true
          sms1         | sms1 | TRANSPORT    | true
          sms1         | sms2 | TRANSPORT    | false
          sms1         | sms  | TRANSPORT    | false
          sms1         | sms11| TRANSPORT    | false
          sms1         | SMS1 | TRANSPORT    | false
          sms1,ai1     | sms1 | TRANSPORT    | true
          sms1,ai1     | ai1  | INTELLIGENCE | true
          sms1,ai1     | ai2  | INTELLIGENCE | false
          sms1,ai1     | s1   | TRANSPORT    | false
          a,b,c        | b    | TRANSPORT    | true
          a,b,c        | c    | TRANSPORT    | true
          system       | system | TRANSPORT  | true
          """)
  void theTruthTable(String scope, String channelId, ChannelCategory category, boolean visible) {
    assertThat(Visibility.parse(scope).allows(channelId, category)).isEqualTo(visible);
    assertThat(new Visibility(scope).allows(channelId, category)).isEqualTo(visible);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      ignoreLeadingAndTrailingWhitespace = false,
      value = {
        " all |all",
        "a, b|a,b",
        " a ,, b ,|a,b",
        "a,a,b,a|a,b",
        "b,a|b,a",
        "a,|a",
        "\tintelligence|intelligence"
      })
  void scopesAreCanonical(String scope, String canonical) {
    assertThat(Visibility.parse(scope).scope()).isEqualTo(canonical);
    assertThat(Visibility.parse(scope))
        .isEqualTo(Visibility.parse(canonical))
        .hasToString(canonical);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", " ", ",", " , ,", "all,", "a,all", "none,b", "transport,intelligence"})
  void scopesThatCouldBeMisreadAreRefused(String scope) {
    assertThatThrownBy(() -> Visibility.parse(scope))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageStartingWith("visibility ");
  }

  @Test
  void channelsCanBeNamedOneByOne() {
    assertThat(Visibility.of("sms1", "ai1").scope()).isEqualTo("sms1,ai1");
    assertThat(Visibility.of("sms1").allows("sms1", TRANSPORT)).isTrue();
    assertThatThrownBy(() -> Visibility.of("a,b")).isInstanceOf(InvalidInputException.class);
    assertThatThrownBy(() -> Visibility.of("all")).isInstanceOf(InvalidInputException.class);
    assertThatThrownBy(Visibility::of).isInstanceOf(InvalidInputException.class);
  }

  @Test
  void constantsAreWhatTheirNamesSay() {
    assertThat(Visibility.ALL.allows("x", INTELLIGENCE)).isTrue();
    assertThat(Visibility.NONE.allows("x", INTELLIGENCE)).isFalse();
    assertThat(Visibility.parse("transport")).isSameAs(Visibility.TRANSPORT);
    assertThat(Visibility.parse("intelligence")).isSameAs(Visibility.INTELLIGENCE);
  }

  @Test
  void atMostAThousandChannelsCanBeNamed() {
    assertThat(Visibility.parse(ids(1000)).allows("c999", TRANSPORT)).isTrue();
    assertThatThrownBy(() -> Visibility.parse(ids(1001)))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("1 to 1000");
  }

  private static String ids(int count) {
    return IntStream.range(0, count).mapToObj(i -> "c" + i).collect(Collectors.joining(","));
  }
}
