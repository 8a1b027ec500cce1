package dev.turnwise.testkit.history;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/**
 * Splits a stream into lines of bytes.
 *
 * <p>Bytes and not characters: a decoder would turn the half of a character at a torn end into a
 * replacement character, and nobody would see that something was wrong.
 */
final class Lines implements AutoCloseable {
  private final String source;
  private final InputStream in;
  private final int maxLineBytes;
  private final byte[] buffer = new byte[1 << 16];
  private int from;
  private int to;
  private long number;
  private long bytesRead;
  private boolean terminated;

  Lines(String source, InputStream in, int maxLineBytes) {
    this.source = source;
    this.in = in;
    this.maxLineBytes = maxLineBytes;
  }

  /** The next line that is not blank, without its line end; null after the last. */
  byte @Nullable [] next() throws IOException {
    while (true) {
      byte[] line = nextRaw();
      if (line == null || !isBlank(line)) {
        return line;
      }
    }
  }

  /** Number of the line returned last, from 1. */
  long number() {
    return number;
  }

  /** Whether the line returned last had a line end. */
  boolean terminated() {
    return terminated;
  }

  long bytesRead() {
    return bytesRead;
  }

  @Override
  public void close() throws IOException {
    in.close();
  }

  private byte @Nullable [] nextRaw() throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream(256);
    terminated = false;
    number++;
    while (!terminated && fill()) {
      int end = from;
      while (end < to && buffer[end] != '\n') {
        end++;
      }
      checkLength(line.size() + end - from);
      line.write(buffer, from, end - from);
      terminated = end < to;
      from = terminated ? end + 1 : end;
    }
    return terminated || line.size() > 0 ? line.toByteArray() : null;
  }

  private boolean fill() throws IOException {
    if (from < to) {
      return true;
    }
    from = 0;
    to = Math.max(0, in.read(buffer));
    bytesRead += to;
    return to > 0;
  }

  private void checkLength(int bytes) {
    if (bytes > maxLineBytes) {
      throw new HistoryFormatException(
          source,
          number,
          "is longer than " + maxLineBytes + " bytes",
          "write the final read of a large room in several records",
          null);
    }
  }

  private static boolean isBlank(byte[] line) {
    for (byte b : line) {
      if (b != ' ' && b != '\t' && b != '\r') {
        return false;
      }
    }
    return true;
  }
}
