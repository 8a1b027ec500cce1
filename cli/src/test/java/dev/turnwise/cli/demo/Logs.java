package dev.turnwise.cli.demo;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Small chat logs. */
final class Logs {
  private Logs() {}

  /**
   * Lines of these speakers, one each in their order; a number behind a slash is the line that it
   * answers.
   */
  static ChatLog of(String... speakers) {
    List<LogLine> lines =
        IntStream.range(0, speakers.length)
            .mapToObj(
                i -> {
                  String[] parts = speakers[i].split("/", 2);
                  Integer parent = parts.length == 1 ? null : Integer.valueOf(parts[1]);
                  LogLine.Kind kind =
                      parts[0].equals(LogLine.SYSTEM) ? LogLine.Kind.SYSTEM : LogLine.Kind.MESSAGE;
                  return new LogLine(i, kind, parts[0], "text of " + i, parent);
                })
            .toList();
    return new ChatLog("log", lines);
  }

  /** Writes the lines with an end of line each. */
  static Path write(Path file, String... lines) throws IOException {
    return Files.writeString(
        file,
        IntStream.range(0, lines.length)
            .mapToObj(i -> lines[i] + "\n")
            .collect(Collectors.joining()));
  }

  /** A message as it stands in a file. */
  static String message(int number, String sender, String text, Integer... repliesTo) {
    return "{\"line\": %d, \"time\": \"04:14\", \"kind\": \"message\", \"sender\": \"%s\", \"text\": \"%s\", \"replies_to\": %s}"
        .formatted(number, sender, text, List.of(repliesTo));
  }
}
