package dev.turnwise.testkit.fault;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class PgFrontendTest {
  private static final int VERSION_3_2 = 3 << 16 | 2;

  private int roundTrips;
  private int unreadable;
  private final PgFrontend frontend = new PgFrontend(() -> roundTrips++, () -> unreadable++);

  @Test
  void countsTheSameHoweverTheBytesOfOneMessageAreSplit() {
    start();
    for (byte b : message('Q', "select 'S' from \"Q\"").array()) {
      frontend.accept(ByteBuffer.wrap(new byte[] {b}));
    }
    assertThat(roundTrips).isEqualTo(1);
  }

  @Test
  void countsASyncButNotWhatLeadsUpToIt() {
    start();
    frontend.accept(message('P', "insert"));
    frontend.accept(message('B', "SSSS"));
    frontend.accept(message('E', ""));
    assertThat(roundTrips).isZero();

    frontend.accept(message('S', ""));

    assertThat(roundTrips).isEqualTo(1);
  }

  @Test
  void countsAQueryThatMoreFollowsInTheSameChunkTogetherWithIt() {
    start();
    frontend.accept(joined(message('Q', "BEGIN"), message('P', "insert"), message('S', "")));

    assertThat(roundTrips).isEqualTo(1);
  }

  @Test
  void countsAQueryOnceTheLastOfItHasCome() {
    start();
    ByteBuffer query = message('Q', "select 1");
    frontend.accept(query.slice(0, 10));
    assertThat(roundTrips).isZero();

    frontend.accept(query.slice(10, query.limit() - 10));

    assertThat(roundTrips).isEqualTo(1);
  }

  @Test
  void countsNothingOfTheLoginNorTheEnd() {
    frontend.accept(untyped(80_877_104, ""));
    frontend.accept(untyped(80_877_103, ""));
    start();
    frontend.accept(message('p', "SSSSQQQQ"));
    frontend.accept(message('X', ""));

    assertThat(roundTrips).isZero();
    assertThat(unreadable).isZero();
  }

  @Test
  void tellsOnceThatItCannotReadOn() {
    frontend.accept(untyped(2 << 16, "long ago"));
    frontend.accept(message('S', ""));

    assertThat(unreadable).isEqualTo(1);
    assertThat(roundTrips).isZero();
  }

  private void start() {
    frontend.accept(untyped(VERSION_3_2, "user\0SQ\0\0"));
  }

  private static ByteBuffer untyped(int code, String content) {
    byte[] bytes = content.getBytes(StandardCharsets.US_ASCII);
    return ByteBuffer.allocate(8 + bytes.length)
        .putInt(8 + bytes.length)
        .putInt(code)
        .put(bytes)
        .flip();
  }

  private static ByteBuffer message(char type, String content) {
    byte[] bytes = content.getBytes(StandardCharsets.US_ASCII);
    return ByteBuffer.allocate(5 + bytes.length)
        .put((byte) type)
        .putInt(4 + bytes.length)
        .put(bytes)
        .flip();
  }

  private static ByteBuffer joined(ByteBuffer... parts) {
    ByteBuffer all = ByteBuffer.allocate(1_000);
    for (ByteBuffer part : parts) {
      all.put(part);
    }
    return all.flip();
  }
}
