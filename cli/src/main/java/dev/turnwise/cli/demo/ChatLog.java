package dev.turnwise.cli.demo;

import java.util.List;

/**
 * One chat log, which becomes one room.
 *
 * @param name file name without its ending
 * @param lines at least one, numbered from 0
 */
record ChatLog(String name, List<LogLine> lines) {
  ChatLog {
    lines = List.copyOf(lines);
  }
}
