package dev.turnwise.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The number of a key is the same in every process, version and year. */
class KeyHashTest {

  @ParameterizedTest
  @CsvSource({
    "turnwise, room-1, -7264907138922418154",
    "turnwise, __delivery__:room-1, -1224079477096927191",
    "worker, zürich \uD83D\uDE00, -8693505599805700215"
  })
  void isForEver(String namespace, String key, long number) {
    assertThat(KeyHash.of(namespace, key)).isEqualTo(number);
  }

  @Test
  void namespaceAndKeyAreNotMixedUp() {
    assertThat(KeyHash.of("ab", "c")).isNotEqualTo(KeyHash.of("a", "bc"));
    assertThat(KeyHash.of("room", "1")).isNotEqualTo(KeyHash.of("worker", "1"));
  }
}
