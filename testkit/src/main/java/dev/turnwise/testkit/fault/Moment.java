package dev.turnwise.testkit.fault;

/** When a {@link Watch} acts, as seen from the bytes that it waited for. */
public enum Moment {
  /** Before any of them is passed on: after a cut, the other side has never seen them. */
  BEFORE_THEM,

  /**
   * As soon as they were handed to the other side's socket, and before any reply is passed on. The
   * other side may or may not come to read them.
   */
  AFTER_THEM,

  /**
   * When the next bytes arrive from the other side, before any of those is passed on: the other
   * side has acted on what it got, and after a cut nobody is told. On a connection with requests
   * still under way, the bytes may answer an earlier one.
   */
  BEFORE_REPLY
}
