package dev.turnwise.testkit.history;

import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.Map;

/**
 * Writes a history, one line a record, each handed to the operating system before {@link #append}
 * returns.
 *
 * <p>A record goes out in one write, so a writer that is killed tears the last line at most, which
 * {@link HistoryReader} accepts. Nothing is forced to the disk: the file survives the process, not
 * the machine. Append an {@link Invoke} before its offer is sent, else a killed observer leaves
 * events that nobody offered. A file that cannot be written is a {@link HistoryFileException} from
 * any method. Thread-safe.
 */
public final class HistoryWriter implements AutoCloseable {
  private final Path file;
  private final OutputStream out;
  private final long started = System.nanoTime();

  private HistoryWriter(Path file, OutputStream out) {
    this.file = file;
    this.out = out;
  }

  /**
   * Starts a history, replacing what the file held.
   *
   * @param about free facts about the run for the header
   */
  public static HistoryWriter create(Path file, Map<String, String> about) {
    try {
      // A plain stream and no channel: an interrupt of one writing thread would close a channel
      // under all the others.
      HistoryWriter writer = new HistoryWriter(file, new FileOutputStream(file.toFile()));
      writer.write(HistoryJson.line(HistoryHeader.of(about)));
      return writer;
    } catch (IOException e) {
      throw HistoryFileException.writing(file, e);
    }
  }

  /** The observer's clock: nanoseconds since this history was started. */
  public long now() {
    return System.nanoTime() - started;
  }

  /** Appends one record. */
  public void append(HistoryRecord entry) {
    write(HistoryJson.line(entry));
  }

  @Override
  public void close() {
    try {
      out.close();
    } catch (IOException e) {
      throw HistoryFileException.writing(file, e);
    }
  }

  private synchronized void write(byte[] line) {
    try {
      out.write(line);
    } catch (IOException e) {
      throw HistoryFileException.writing(file, e);
    }
  }
}
