package dev.turnwise.testkit.history;

import dev.turnwise.error.ErrorCode;
import dev.turnwise.error.TurnwiseException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A line that is no record of a history; names the line, what is wrong with it and the remedy. */
public final class HistoryFormatException extends TurnwiseException {
  private static final long serialVersionUID = 1L;

  private final long line;

  HistoryFormatException(
      String source, long line, String problem, String remedy, @Nullable Throwable cause) {
    super(
        ErrorCode.INVALID_INPUT,
        source + " line " + line + " " + problem + ": " + remedy,
        Map.of("source", source, "line", line, "problem", problem, "remedy", remedy),
        cause);
    this.line = line;
  }

  /** Number of the line, from 1. */
  public long line() {
    return line;
  }
}
