package dev.turnwise.testkit.history;

import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/**
 * Reads a history record by record, without holding the file in memory.
 *
 * <p>A broken line stops it with a {@link HistoryFormatException} that names the line. The one
 * exception is a last line without its line end that is no whole JSON: there the writer was
 * stopped, and {@link #notes()} tells so after the last record. Blank lines are passed over. A line
 * may have 64 MiB. A file that cannot be read is a {@link HistoryFileException} from any method.
 * Not thread-safe.
 */
public final class HistoryReader implements Iterator<HistoryRecord>, AutoCloseable {
  private static final int MAX_LINE_BYTES = 64 << 20;

  private final Path file;
  private final Lines lines;
  private final HistoryHeader header;
  private final List<String> notes = new ArrayList<>();
  private @Nullable HistoryRecord next;

  private HistoryReader(Path file, InputStream in) {
    this.file = file;
    this.lines = new Lines(file.toString(), in, MAX_LINE_BYTES);
    this.header = readHeader();
    this.next = read();
  }

  /** Opens the file and reads its header. */
  public static HistoryReader open(Path file) {
    InputStream in;
    try {
      in = new FileInputStream(file.toFile());
    } catch (IOException e) {
      throw HistoryFileException.reading(file, e);
    }
    try {
      return new HistoryReader(file, in);
    } catch (RuntimeException e) {
      closeAfter(e, in);
      throw e;
    }
  }

  /** The first line. */
  public HistoryHeader header() {
    return header;
  }

  /** What a reader of the report should know about the file; complete after the last record. */
  public List<String> notes() {
    return List.copyOf(notes);
  }

  /** How much of the file has been read, in bytes; for a display of progress. */
  public long bytesRead() {
    return lines.bytesRead();
  }

  @Override
  public boolean hasNext() {
    return next != null;
  }

  @Override
  public HistoryRecord next() {
    HistoryRecord current = next;
    if (current == null) {
      throw new NoSuchElementException("the history has ended");
    }
    next = read();
    return current;
  }

  @Override
  public void close() {
    try {
      lines.close();
    } catch (IOException e) {
      throw HistoryFileException.reading(file, e);
    }
  }

  private HistoryHeader readHeader() {
    byte[] line = nextLine();
    return HistoryJson.header(line == null ? new byte[0] : line, file.toString(), 1);
  }

  private @Nullable HistoryRecord read() {
    byte[] line = nextLine();
    if (line == null) {
      return null;
    }
    if (!lines.terminated() && !HistoryJson.isWhole(line)) {
      notes.add(
          "line %d is torn after %d bytes and was left out: the writer was stopped in it"
              .formatted(lines.number(), line.length));
      return null;
    }
    return HistoryJson.entry(line, file.toString(), lines.number());
  }

  private byte @Nullable [] nextLine() {
    try {
      return lines.next();
    } catch (IOException e) {
      throw HistoryFileException.reading(file, e);
    }
  }

  private static void closeAfter(RuntimeException failure, InputStream in) {
    try {
      in.close();
    } catch (IOException e) {
      failure.addSuppressed(e);
    }
  }
}
