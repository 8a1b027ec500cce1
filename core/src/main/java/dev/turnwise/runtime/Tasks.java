package dev.turnwise.runtime;

import java.time.Duration;

/**
 * Everything that core does to time and threads: fork, wait, signal, and read a monotonic clock.
 *
 * <p>Work that is forked here runs on a thread that nobody outside can reach, hence nobody can
 * interrupt it: an interrupt would close the socket of a database session in the middle of a
 * commit. Callers wait for the result through a {@link Promise}; cancelling reaches the work as a
 * message.
 *
 * <p>Implementations are thread-safe.
 */
public interface Tasks {

  /**
   * Runs {@code body} on a short-lived task of its own. An exception that escapes it is logged,
   * never lost.
   */
  void fork(String name, Runnable body);

  /**
   * Runs {@code body} on a task meant to live as long as the engine (a committer, a timer loop).
   */
  void service(String name, Runnable body);

  /** A new signal, not raised. */
  Signal signal();

  /** A new promise, not kept. */
  <T> Promise<T> promise();

  /** Time since an arbitrary origin; never goes back, is not related to any wall clock. */
  Duration now();
}
