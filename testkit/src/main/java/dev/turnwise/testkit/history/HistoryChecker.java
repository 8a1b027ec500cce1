package dev.turnwise.testkit.history;

import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.function.LongConsumer;

/**
 * Proves from a history that its rooms kept their promises, rule by rule ({@link HistoryRule}).
 *
 * <p>The proof covers what the history tells: rooms from their first event on, the offers and reads
 * of one observer, and the end as it was read when nothing could arrive any more. A history without
 * a room, or a room without a final read, proves nothing and is a violation. Time grows with n log
 * n, memory with n (a million offers take up to 1 GB of heap). Stateless, thread-safe.
 */
public final class HistoryChecker {
  private HistoryChecker() {}

  /**
   * Checks a history file.
   *
   * @throws HistoryFormatException at a broken line
   * @throws HistoryFileException if the file cannot be read
   */
  public static CheckReport check(Path file) {
    return check(file, bytes -> {});
  }

  /**
   * Checks a history file.
   *
   * @param progress told after each record how many bytes have been read
   */
  public static CheckReport check(Path file, LongConsumer progress) {
    try (HistoryReader reader = HistoryReader.open(file)) {
      Run run = new Run();
      while (reader.hasNext()) {
        run.history.add(reader.next());
        progress.accept(reader.bytesRead());
      }
      return run.report(reader.notes());
    }
  }

  /** Checks records in the order in which they were written. */
  public static CheckReport check(Iterator<? extends HistoryRecord> records) {
    Run run = new Run();
    records.forEachRemaining(run.history::add);
    return run.report(List.of());
  }

  /** One check from the first record to the report. */
  private static final class Run {
    private final Tally tally = new Tally();
    private final RecordedHistory history = new RecordedHistory(tally);
    private final List<RoomCheck> checks =
        List.of(
            new NumberingCheck(),
            new AcknowledgementCheck(),
            new KeyCheck(),
            new DuplicateCheck(),
            new OrderCheck(),
            new ReadCheck());
    private final Totals totals = new Totals();

    CheckReport report(List<String> notes) {
      for (RoomLog log : history.rooms()) {
        RoomHistory room = new RoomHistory(log, history.offers());
        totals.add(room);
        checks.forEach(check -> check.check(room, tally));
      }
      if (history.roomCount() == 0) {
        tally.violated(
            HistoryRule.ROOMS_READ_AT_END, () -> "the history names no room: nothing is proven");
      }
      return totals.report(history.faults(), tally.results(), notes);
    }
  }
}
