package dev.turnwise.postgres;

import dev.turnwise.runtime.Signal;
import dev.turnwise.runtime.Tasks;
import java.time.Duration;

/**
 * A caller's wait for a key at the server: queued for a session, then under way in it. Thread-safe.
 *
 * <p>If the caller gives up while it is under way, somebody cancels the session's statement. Until
 * that has stopped the session does nothing else: a cancel that comes late must not hit the
 * statement of another caller.
 */
final class ServerWait {

  private final long key;
  private final Duration deadline;
  private final Turn turn;
  private final Attempt<LockAnswer> attempt;
  private final Signal statementOver;
  private final Signal cancelOver;

  /**
   * @param deadline on the clock of {@code tasks}
   * @param turn of the caller; passes to the session if the caller gives up while it is under way
   */
  ServerWait(long key, Duration deadline, Turn turn, Tasks tasks) {
    this.key = key;
    this.deadline = deadline;
    this.turn = turn;
    this.attempt = new Attempt<>(tasks);
    this.statementOver = tasks.signal();
    this.cancelOver = tasks.signal();
  }

  long key() {
    return key;
  }

  Duration deadline() {
    return deadline;
  }

  Turn turn() {
    return turn;
  }

  Attempt<LockAnswer> attempt() {
    return attempt;
  }

  /** Said by the session, whose statement has ended one way or another. */
  Signal statementOver() {
    return statementOver;
  }

  /** Said by who cancels, when no cancel is under way any more. */
  Signal cancelOver() {
    return cancelOver;
  }
}
