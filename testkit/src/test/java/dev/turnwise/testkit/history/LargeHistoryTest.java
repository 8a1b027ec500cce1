package dev.turnwise.testkit.history;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Iterator;
import java.util.UUID;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A million operations fit in an ordinary heap and end; how fast is for a benchmark to say. */
class LargeHistoryTest {
  private static final int ROOMS = 10;
  private static final long OPERATIONS = 1_000_000;
  private static final int PAGE = 10_000;

  @Test
  void aMillionOperationsAreProven() {
    CheckReport report = HistoryChecker.check(history());

    assertThat(report.violated()).isEmpty();
    assertThat(report.acknowledged()).isEqualTo(OPERATIONS);
    assertThat(report.rule(HistoryRule.REAL_TIME_ORDER).checked()).isEqualTo(OPERATIONS);
    assertThat(report.rule(HistoryRule.KEYS_STORED_ONCE).checked()).isEqualTo(OPERATIONS);
  }

  /** Offers overlap four at a time; operation n takes index n / ROOMS of room n % ROOMS. */
  static Iterator<HistoryRecord> history() {
    Stream<HistoryRecord> run =
        LongStream.range(0, OPERATIONS)
            .boxed()
            .flatMap(
                n ->
                    Stream.of(
                        new Invoke(n, "w" + n % 3, "c" + n % 64, room(n), "key-" + n, "p", 10 * n),
                        new Outcome.Ok(n, n / ROOMS, id(n), 10 * n + 35)));
    Stream<HistoryRecord> end =
        LongStream.range(0, OPERATIONS / PAGE)
            .mapToObj(
                page ->
                    new RoomFact.Final(
                        room(page),
                        LongStream.range(page / ROOMS * PAGE, (page / ROOMS + 1) * PAGE)
                            .mapToObj(index -> index * ROOMS + page % ROOMS)
                            .map(
                                n ->
                                    new RoomFact.FinalEvent(
                                        n / ROOMS, id(n), "key-" + n, n, "delivered"))
                            .toList()));
    return Stream.concat(run, end).iterator();
  }

  private static String room(long n) {
    return "room-" + n % ROOMS;
  }

  private static UUID id(long n) {
    return new UUID(9, n);
  }
}
