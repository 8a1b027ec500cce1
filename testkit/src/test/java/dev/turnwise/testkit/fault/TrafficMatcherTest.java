package dev.turnwise.testkit.fault;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.Random;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TrafficMatcherTest {
  @ParameterizedTest
  @CsvSource({
    "key, the key is here, true",
    "key, the kex ky ke, false",
    "aab, aaab, true",
    "abab, abaabab, true",
    "ananas, anananas, true",
    "aa, a-a-a, false"
  })
  void findsTextHoweverItIsSplit(String pattern, String text, boolean found) {
    for (int split = 0; split <= text.length(); split++) {
      Predicate<ByteBuffer> predicate = TrafficMatcher.containing(pattern).newPredicate();

      boolean first = predicate.test(ascii(text.substring(0, split)));
      boolean second = !first && predicate.test(ascii(text.substring(split)));

      assertThat(first || second).as("split at %s", split).isEqualTo(found);
    }
  }

  @Test
  void findsWhatStringFindsByteForByte() {
    var random = new Random(11);
    for (int round = 0; round < 2_000; round++) {
      String pattern = randomText(random, 1 + random.nextInt(5));
      String text = randomText(random, random.nextInt(30));
      Predicate<ByteBuffer> predicate = TrafficMatcher.containing(pattern).newPredicate();

      boolean found = false;
      for (int i = 0; i < text.length() && !found; i++) {
        found = predicate.test(ascii(text.substring(i, i + 1)));
      }

      assertThat(found).as("%s in %s", pattern, text).isEqualTo(text.contains(pattern));
    }
  }

  @Test
  void keepsConnectionsApart() {
    TrafficMatcher matcher = TrafficMatcher.containing("ab");
    Predicate<ByteBuffer> one = matcher.newPredicate();
    Predicate<ByteBuffer> two = matcher.newPredicate();

    assertThat(one.test(ascii("a"))).isFalse();
    assertThat(two.test(ascii("b"))).isFalse();
    assertThat(one.test(ascii("b"))).isTrue();
  }

  private static String randomText(Random random, int length) {
    return random
        .ints(length, 'a', 'c')
        .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
        .toString();
  }

  private static ByteBuffer ascii(String text) {
    return ByteBuffer.wrap(text.getBytes(US_ASCII)).asReadOnlyBuffer();
  }
}
