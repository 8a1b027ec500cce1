package dev.turnwise.testkit.history;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.turnwise.error.ErrorCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HistoryFileTest {
  private static final String HEADER = "{\"turnwise_history\":1}\n";
  private static final String REFUSED =
      "{\"kind\":\"refused\",\"op\":1,\"reason\":\"closed\",\"at_nanos\":5}\n";
  private static final UUID ID = new UUID(1, 2);

  @TempDir Path folder;

  @Test
  void everyKindComesBackAsItWasWritten() {
    List<HistoryRecord> records =
        List.of(
            new Invoke(1, "w1", "älice 🎈", "room\n1", "key", "digest", 1),
            new Invoke(2, "w1", "bob", "r", null, null, 2),
            new Invoke(3, "w1", "bob", "r", null, null, "says", 2),
            new Outcome.Ok(1, 0, ID, 3),
            new Outcome.Ok(1, 0, ID, "says", 3),
            new Outcome.Blocked(2, 1, ID, "hook", "says", 4),
            new Outcome.Duplicate(3, 1, ID, true, "says", 5),
            new Outcome.Blocked(2, 1, ID, "hook", 4),
            new Outcome.Blocked(2, 1, ID, null, 4),
            new Outcome.Duplicate(3, 1, ID, true, 5),
            new Outcome.Refused(4, "closed", 6),
            new Outcome.Unknown(5, Long.MAX_VALUE),
            new Fault(Fault.Type.CONTINUE, "w1", 8),
            new RoomFact.Read(
                "reader", "r", -1, List.of(new RoomFact.SeenEvent(0, ID)), true, 9, 10),
            new RoomFact.Removed("r", 7, 11),
            new RoomFact.Final(
                "r",
                List.of(
                    new RoomFact.FinalEvent(0, ID, "key", 1L, "delivered"),
                    new RoomFact.FinalEvent(1, ID, null, null, "blocked"),
                    new RoomFact.FinalEvent(2, ID, null, null, "blocked", "says"))),
            new RoomFact.Counters("r", 0, -1));
    Path file = folder.resolve("all.jsonl");
    try (HistoryWriter writer = HistoryWriter.create(file, Map.of("seed", "42"))) {
      records.forEach(writer::append);
    }

    try (HistoryReader reader = HistoryReader.open(file)) {
      assertThat(reader.header()).isEqualTo(new HistoryHeader(1, Map.of("seed", "42")));
      assertThat(reader).toIterable().containsExactlyElementsOf(records);
      assertThat(reader.notes()).isEmpty();
      assertThat(reader.bytesRead()).isEqualTo(file.toFile().length());
    }
    assertThat(kinds(HistoryRecord.class))
        .as("kinds that this test does not know")
        .allSatisfy(kind -> assertThat(records).hasAtLeastOneElementOfType(kind));
  }

  @Test
  void whatIsAppendedIsInTheFileBeforeTheWriterIsClosed() throws IOException {
    Path file = folder.resolve("open.jsonl");
    try (HistoryWriter writer = HistoryWriter.create(file, Map.of())) {
      writer.append(new Outcome.Unknown(1, writer.now()));

      assertThat(Files.readAllLines(file)).hasSize(2);
    }
  }

  @Test
  void aWriterKilledAnywhereInItsLastLineLosesThatLineAlone() throws IOException {
    Path whole = folder.resolve("whole.jsonl");
    List<HistoryRecord> records = SimulatedRun.of(3, 40);
    HistoryRecord last =
        new RoomFact.Final(
            "r", List.of(new RoomFact.FinalEvent(0, ID, "kéy 🎈", 12L, "delivered")));
    try (HistoryWriter writer = HistoryWriter.create(whole, Map.of())) {
      records.forEach(writer::append);
    }
    int from = (int) Files.size(whole);
    byte[] bytes = Arrays.copyOf(Files.readAllBytes(whole), from + HistoryJson.line(last).length);
    System.arraycopy(HistoryJson.line(last), 0, bytes, from, bytes.length - from);

    for (int cut = from + 1; cut < bytes.length; cut++) {
      Path torn = Files.write(folder.resolve("torn.jsonl"), Arrays.copyOf(bytes, cut));
      boolean onlyItsEndIsMissing = cut == bytes.length - 1;
      try (HistoryReader reader = HistoryReader.open(torn)) {
        List<HistoryRecord> read = new ArrayList<>();
        reader.forEachRemaining(read::add);
        if (onlyItsEndIsMissing) {
          assertThat(read).hasSize(records.size() + 1).endsWith(last);
        } else {
          assertThat(read).as("cut at %d", cut).isEqualTo(records);
          assertThat(reader.notes())
              .singleElement()
              .asString()
              .startsWith("line " + (records.size() + 2) + " is torn after " + (cut - from));
        }
      }
    }
  }

  @Test
  void theReportTellsOfATornLine() throws IOException {
    Path file = write(HEADER + "{\"kind\":\"final\",\"room\":\"r\",\"events\":[]}\n{\"kind\":\"fi");

    CheckReport report = HistoryChecker.check(file);

    assertThat(report.notes()).singleElement().asString().startsWith("line 3 is torn");
    assertThat(report.verdict()).isEqualTo(CheckReport.Verdict.OK);
  }

  @Test
  void writersOnManyThreadsNeverMixTheirLines() throws Exception {
    Path file = folder.resolve("many.jsonl");
    int threads = 8;
    int each = 500;
    CountDownLatch start = new CountDownLatch(threads);
    try (HistoryWriter writer = HistoryWriter.create(file, Map.of());
        ExecutorService pool = Executors.newFixedThreadPool(threads)) {
      List<Future<Object>> done =
          IntStream.range(0, threads)
              .mapToObj(
                  thread ->
                      pool.<Object>submit(
                          () -> {
                            start.countDown();
                            start.await();
                            for (int i = 0; i < each; i++) {
                              writer.append(new Outcome.Unknown(thread * each + i, writer.now()));
                            }
                            return thread;
                          }))
              .toList();
      for (Future<Object> future : done) {
        future.get();
      }
    }

    try (HistoryReader reader = HistoryReader.open(file)) {
      assertThat(reader)
          .toIterable()
          .extracting(entry -> ((Outcome.Unknown) entry).op())
          .containsExactlyInAnyOrderElementsOf(
              IntStream.range(0, threads * each).mapToObj(op -> (long) op).toList());
    }
  }

  @Test
  void anInterruptedThreadLeavesTheWriterUsable() throws IOException {
    Path file = folder.resolve("interrupted.jsonl");
    try (HistoryWriter writer = HistoryWriter.create(file, Map.of())) {
      Thread.currentThread().interrupt();
      writer.append(new Outcome.Unknown(1, 1));
      assertThat(Thread.interrupted()).isTrue();
      writer.append(new Outcome.Unknown(2, 2));
    }

    assertThat(Files.readAllLines(file)).hasSize(3);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{\"kind\":\"refused\",\"op\":1,          | is not one JSON object",
        "not json                                 | is not one JSON object",
        "  [1]                                    | is not one JSON object",
        "null                                     | is not one JSON object",
        "{\"op\":1}                               | has no record kind",
        "{\"kind\":\"unknown\",\"op\":1,\"at_nanos\":1} {} | is not one JSON object",
        "{\"kind\":\"unknown\",\"op\":1}          | no good value in at_nanos",
        "{\"kind\":\"unknown\",\"op\":\"1\",\"at_nanos\":1} | no good value in op",
        "{\"kind\":\"unknown\",\"op\":1.5,\"at_nanos\":1}   | no good value in op",
        "{\"kind\":\"unknown\",\"op\":1,\"op\":2,\"at_nanos\":1} | is not one JSON object",
        "{\"kind\":\"unknown\",\"op\":1,\"at_nanos\":-1}    | at_nanos is -1",
        "{\"kind\":\"ok\",\"op\":1,\"index\":-1,\"event_id\":\"00000000-0000-0001-0000-000000000002\",\"at_nanos\":1} | index is -1",
        "{\"kind\":\"ok\",\"op\":1,\"index\":0,\"event_id\":\"x\",\"at_nanos\":1} | no good value in event_id",
        "{\"kind\":\"ok\",\"op\":1,\"index\":0,\"at_nanos\":1} | event_id is missing",
        "{\"kind\":\"fault\",\"type\":\"hit\",\"process\":\"w\",\"at_nanos\":1} | no good value in type",
        "{\"kind\":\"final\",\"room\":\"r\",\"events\":[{\"index\":\"x\"}]} | no good value in events[0].index",
        "{\"kind\":\"invoke\",\"op\":1,\"process\":\"w\",\"caller\":\"\",\"room\":\"r\",\"at_nanos\":1} | caller is empty",
        "{\"kind\":\"invoke\",\"op\":1,\"process\":\"w\",\"caller\":\"c\",\"room\":\"r\",\"kye\":\"k\",\"at_nanos\":1} | unknown field 'kye'",
      })
  void aBrokenLineIsNamedWithItsNumberAndItsFault(String line, String problem) throws IOException {
    Path file = write(HEADER + REFUSED + line + "\n" + REFUSED);

    assertThatExceptionOfType(HistoryFormatException.class)
        .isThrownBy(() -> HistoryChecker.check(file))
        .satisfies(e -> assertThat(e.line()).isEqualTo(3))
        .satisfies(e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_INPUT))
        .withMessageContaining("history.jsonl line 3 ")
        .withMessageContaining(problem);
  }

  @Test
  void aLineThatIsNotUtf8IsRefused() throws IOException {
    byte[] bytes = (HEADER + REFUSED.replace("closed", "cl?sed") + REFUSED).getBytes(UTF_8);
    bytes[(HEADER + REFUSED).indexOf('?') + 1 + HEADER.length()] = (byte) 0xC3;
    Path file = Files.write(folder.resolve("history.jsonl"), bytes);

    assertThatExceptionOfType(HistoryFormatException.class)
        .isThrownBy(() -> HistoryChecker.check(file))
        .withMessageContaining("line 2 is not one JSON object");
  }

  @Test
  void anUnknownKindIsRefusedEvenInAnUnfinishedLineAndNamesTheVersion() throws IOException {
    Path file = write(HEADER + "{\"kind\":\"delivery\",\"op\":1}");

    assertThatExceptionOfType(HistoryFormatException.class)
        .isThrownBy(() -> HistoryChecker.check(file))
        .withMessageContaining("unknown record kind 'delivery'")
        .withMessageContaining("history version 1")
        .withMessageContaining("invoke, ok, blocked");
  }

  @Test
  void aLaterVersionIsRefusedWithBothVersions() throws IOException {
    Path file = write("{\"turnwise_history\":2,\"clock\":\"other\"}\n");

    assertThatExceptionOfType(HistoryFormatException.class)
        .isThrownBy(() -> HistoryReader.open(file))
        .withMessageContaining("names history version 2")
        .withMessageContaining("reads version 1");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "\n\n", "{\"turnwise_hist", "{\"turnwise_history\":\"1\"}\n", "{}\n"})
  void aFileWithoutHeaderIsRefused(String content) throws IOException {
    Path file = write(content);

    assertThatExceptionOfType(HistoryFormatException.class)
        .isThrownBy(() -> HistoryReader.open(file))
        .withMessageContaining("line 1 is not the header of a history");
  }

  @Test
  void blankLinesAndForeignLineEndsArePassedOver() throws IOException {
    Path file = write(HEADER.replace("\n", "\r\n") + "\r\n  \n" + REFUSED.replace("\n", "\r\n"));

    try (HistoryReader reader = HistoryReader.open(file)) {
      assertThat(reader).toIterable().containsExactly(new Outcome.Refused(1, "closed", 5));
    }
  }

  @Test
  void linesLongerThanTheBufferAreRead() {
    List<RoomFact.FinalEvent> events =
        IntStream.range(0, 3000)
            .mapToObj(
                i -> new RoomFact.FinalEvent(i, new UUID(3, i), "key-" + i, null, "delivered"))
            .toList();
    Path file = folder.resolve("long.jsonl");
    try (HistoryWriter writer = HistoryWriter.create(file, Map.of())) {
      writer.append(new RoomFact.Final("r", events));
      writer.append(new RoomFact.Counters("r", 3000, 2999));
    }

    try (HistoryReader reader = HistoryReader.open(file)) {
      assertThat(reader.next()).isEqualTo(new RoomFact.Final("r", events));
      assertThat(reader.next()).isEqualTo(new RoomFact.Counters("r", 3000, 2999));
      assertThat(reader.hasNext()).isFalse();
    }
  }

  @Test
  void aFileThatIsNotThereAndAFolderAreNamed() {
    assertThatExceptionOfType(HistoryFileException.class)
        .isThrownBy(() -> HistoryReader.open(folder.resolve("none.jsonl")))
        .withMessageContaining("none.jsonl does not exist");
    assertThatExceptionOfType(HistoryFileException.class)
        .isThrownBy(() -> HistoryReader.open(folder))
        .withMessageContaining("is a folder");
    assertThatExceptionOfType(HistoryFileException.class)
        .isThrownBy(() -> HistoryWriter.create(folder.resolve("no/where.jsonl"), Map.of()))
        .withMessageContaining("cannot be written");
  }

  private Path write(String content) throws IOException {
    return Files.writeString(folder.resolve("history.jsonl"), content);
  }

  private static List<Class<?>> kinds(Class<?> kind) {
    Class<?>[] subclasses = kind.getPermittedSubclasses();
    return subclasses == null
        ? List.of(kind)
        : Arrays.stream(subclasses).flatMap(each -> kinds(each).stream()).toList();
  }
}
