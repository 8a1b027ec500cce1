package dev.turnwise.testkit.history;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class LinesTest {
  @Test
  void aLineOfTheLimitIsReadAndALongerOneIsRefusedByNumber() throws IOException {
    try (Lines lines = lines("12345678\n123456789\n", 8)) {
      assertThat(lines.next()).asString(UTF_8).isEqualTo("12345678");
      assertThatExceptionOfType(HistoryFormatException.class)
          .isThrownBy(lines::next)
          .withMessageContaining("line 2 is longer than 8 bytes")
          .withMessageContaining("several records");
    }
  }

  @Test
  void blankLinesCountAsLinesAndAnUnfinishedEndIsTold() throws IOException {
    try (Lines lines = lines("\n \nfirst\n\nlast", 8)) {
      assertThat(lines.next()).asString(UTF_8).isEqualTo("first");
      assertThat(lines.number()).isEqualTo(3);
      assertThat(lines.terminated()).isTrue();
      assertThat(lines.next()).asString(UTF_8).isEqualTo("last");
      assertThat(lines.number()).isEqualTo(5);
      assertThat(lines.terminated()).isFalse();
      assertThat(lines.next()).isNull();
    }
  }

  private static Lines lines(String text, int maxLineBytes) {
    return new Lines("test", new ByteArrayInputStream(text.getBytes(UTF_8)), maxLineBytes);
  }
}
