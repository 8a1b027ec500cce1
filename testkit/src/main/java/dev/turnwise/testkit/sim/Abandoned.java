package dev.turnwise.testkit.sim;

/**
 * Unwinds the thread of a task that will never run again. An error, so that nothing which expects
 * failures takes it for one. Every further step of such a task throws it again.
 */
final class Abandoned extends Error {
  private static final long serialVersionUID = 1L;

  Abandoned() {
    super("this task was abandoned by its simulation", null, false, false);
  }
}
