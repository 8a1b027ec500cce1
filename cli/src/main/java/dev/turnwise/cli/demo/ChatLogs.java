package dev.turnwise.cli.demo;

import dev.turnwise.error.InvalidInputException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * Finds and reads chat logs: files, folders of files, or the log that ships with the command line.
 */
final class ChatLogs {
  private static final String SHIPPED = "2016-12-19_20";
  private static final String ENDING = ".jsonl";

  /** A log is held in memory, several times over; this one would be no chat any more. */
  private static final int MAX_BYTES = 64 * 1024 * 1024;

  private ChatLogs() {}

  /** The log that ships with the command line. */
  static ChatLog shipped() {
    try (InputStream in = ChatLogs.class.getResourceAsStream(SHIPPED + ENDING)) {
      if (in == null) {
        throw new IllegalStateException(SHIPPED + ENDING + " is missing from the jar");
      }
      return parse(SHIPPED + ENDING, SHIPPED, in.readAllBytes());
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  /**
   * Reads these files, and the files {@code *.jsonl} of these folders in the order of their names.
   *
   * @throws InvalidInputException naming the file, the line and what is wrong with it
   */
  static List<ChatLog> read(List<Path> inputs) {
    List<ChatLog> logs = new ArrayList<>();
    for (Path input : inputs) {
      for (Path file : Files.isDirectory(input) ? filesIn(input) : List.of(input)) {
        logs.add(readFile(file));
      }
    }
    return logs;
  }

  private static List<Path> filesIn(Path folder) {
    try (Stream<Path> entries = Files.list(folder)) {
      List<Path> files =
          entries
              .filter(each -> each.toString().endsWith(ENDING) && Files.isRegularFile(each))
              .sorted()
              .toList();
      if (files.isEmpty()) {
        throw new InvalidInputException(
            "--input " + folder,
            "holds no file *" + ENDING,
            null,
            "name a folder of chat logs, or the files");
      }
      return files;
    } catch (IOException failure) {
      throw unreadable(folder, failure);
    }
  }

  private static ChatLog readFile(Path file) {
    if (Files.notExists(file)) {
      throw new InvalidInputException(
          "--input " + file,
          "does not exist",
          null,
          "name a chat log (*" + ENDING + ") or a folder of them");
    }
    try {
      if (Files.size(file) > MAX_BYTES) {
        throw new InvalidInputException(
            "--input " + file,
            "is too large",
            MAX_BYTES + " bytes",
            "split the log into several files");
      }
      String fileName = file.getFileName().toString();
      String name =
          fileName.endsWith(ENDING)
              ? fileName.substring(0, fileName.length() - ENDING.length())
              : fileName;
      return parse(file.toString(), name, Files.readAllBytes(file));
    } catch (IOException failure) {
      throw unreadable(file, failure);
    }
  }

  private static ChatLog parse(String source, String name, byte[] bytes) {
    List<LogLine> lines = new ArrayList<>();
    int end = contentEnd(bytes);
    int start = 0;
    while (start < end) {
      int stop = start;
      while (stop < end && bytes[stop] != '\n') {
        stop++;
      }
      String where = source + " line " + (lines.size() + 1);
      lines.add(LogLineForm.read(where, lines.size(), Arrays.copyOfRange(bytes, start, stop)));
      start = stop + 1;
    }
    if (lines.isEmpty()) {
      throw new InvalidInputException(
          source, "is empty", null, "name a chat log with at least one line");
    }
    return new ChatLog(name, lines);
  }

  /** Blank lines count only between others, where they are an error like any broken line. */
  private static int contentEnd(byte[] bytes) {
    int end = bytes.length;
    while (end > 0 && bytes[end - 1] <= ' ' && bytes[end - 1] >= 0) {
      end--;
    }
    return end;
  }

  private static InvalidInputException unreadable(Path path, IOException cause) {
    return new InvalidInputException(
        "--input " + path, "cannot be read", null, "check its permissions and its disk", cause);
  }
}
