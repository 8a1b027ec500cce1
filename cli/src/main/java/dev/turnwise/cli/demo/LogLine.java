package dev.turnwise.cli.demo;

import org.jspecify.annotations.Nullable;

/**
 * One line of a chat log.
 *
 * @param number its place in the log, from 0
 * @param kind what was logged
 * @param speaker who said it; {@link #SYSTEM} for the log's own lines
 * @param text what was said, possibly empty
 * @param parent number of the earlier line that it answers
 */
record LogLine(int number, Kind kind, String speaker, String text, @Nullable Integer parent) {
  /**
   * Speaker of the log's own lines. A person of that name shares the one order of the two, which
   * asks more of the timeline, never less.
   */
  static final String SYSTEM = "system";

  /** What was logged. */
  enum Kind {
    /** Somebody said something. */
    MESSAGE,
    /** Somebody did something (an IRC {@code /me}). */
    ACTION,
    /** The server told of a join, a quit or a change of name. */
    SYSTEM
  }
}
