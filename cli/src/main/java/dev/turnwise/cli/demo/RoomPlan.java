package dev.turnwise.cli.demo;

import java.util.List;
import java.util.stream.IntStream;

/**
 * A log and the room that it is replayed into.
 *
 * @param roomId id of the room, new in every run
 */
record RoomPlan(String roomId, ChatLog log) {
  private static final int NAME_CHARS = 100;

  /** Rooms of their own for these logs; {@code run} keeps runs on one database apart. */
  static List<RoomPlan> of(String run, List<ChatLog> logs) {
    return IntStream.range(0, logs.size())
        .mapToObj(
            i ->
                new RoomPlan(
                    "demo-%s-%d-%s".formatted(run, i, plain(logs.get(i).name())), logs.get(i)))
        .toList();
  }

  List<LogLine> lines() {
    return log.lines();
  }

  private static String plain(String name) {
    String plain = name.replaceAll("[^A-Za-z0-9._-]", "_");
    return plain.substring(0, Math.min(NAME_CHARS, plain.length()));
  }
}
