package dev.turnwise.cli.demo;

import java.util.Locale;

/** What can be wrong with a replayed room. The wire names are keys of the report. */
enum Flaw {
  /** An event whose index another one has as well. */
  DUPLICATE_INDICES,
  /** An index below the end without an event. */
  GAPS,
  /**
   * An event behind one that happened later: of the same speaker, or offered after this one was
   * acknowledged.
   */
  OUT_OF_ORDER,
  /** A line that was acknowledged and is not there, or not where it was acknowledged to be. */
  ACKNOWLEDGED_LOST,
  /** An event of a line that another event stands for already. */
  STORED_TWICE,
  /**
   * An answer that does not hang on the event of the line it answers, or an event that answers
   * nothing and has a parent.
   */
  WRONG_PARENTS,
  /**
   * An event that says something else than its line as the hooks leave it, or in another name, or
   * is blocked where its line is not.
   */
  ALTERED,
  /** An event that no line accounts for. */
  UNEXPECTED;

  private final String wire = name().toLowerCase(Locale.ROOT);

  /** The key in JSON. */
  String wire() {
    return wire;
  }
}
