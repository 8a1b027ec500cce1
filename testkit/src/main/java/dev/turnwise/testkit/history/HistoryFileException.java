package dev.turnwise.testkit.history;

import dev.turnwise.error.ErrorCode;
import dev.turnwise.error.TurnwiseException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** A history file cannot be opened, read or written. */
public final class HistoryFileException extends TurnwiseException {
  private static final long serialVersionUID = 1L;

  private HistoryFileException(String file, String problem, String remedy, IOException cause) {
    super(
        ErrorCode.CONFIGURATION,
        "history file " + file + " " + problem + ": " + remedy,
        Map.of("file", file, "problem", problem, "remedy", remedy),
        cause);
  }

  static HistoryFileException reading(Path file, IOException cause) {
    if (Files.isDirectory(file)) {
      return new HistoryFileException(file.toString(), "is a folder", "name a file in it", cause);
    }
    if (cause instanceof FileNotFoundException && Files.notExists(file)) {
      return new HistoryFileException(
          file.toString(), "does not exist", "check the path, or write a history first", cause);
    }
    return new HistoryFileException(
        file.toString(), "cannot be read", "check its permissions and its disk", cause);
  }

  static HistoryFileException writing(Path file, IOException cause) {
    if (Files.isDirectory(file)) {
      return new HistoryFileException(file.toString(), "is a folder", "name a file in it", cause);
    }
    return new HistoryFileException(
        file.toString(),
        "cannot be written",
        "check that its folder exists, may be written and has space left",
        cause);
  }
}
