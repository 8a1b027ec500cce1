package dev.turnwise.commit;

import dev.turnwise.runtime.Promise;
import dev.turnwise.runtime.Tasks;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;

/**
 * A request in its room's queue, and what its caller may still do about it.
 *
 * <pre>
 *        ┌── certainly not stored, goes again ──┐
 *        ▼                                      │
 *     Waiting ──────────────────────────────▶ Sent ──▶ (the promise is kept)
 *        └──────▶ Cancelled
 * </pre>
 *
 * Whether a caller gives up or a committer sends is decided by one compare-and-set, so "nothing was
 * stored" is never said of a request whose statement is on its way.
 */
final class PendingCommit {

  /** Where a request stands. */
  sealed interface State {
    /** Nothing is on its way; the caller may take the request back. */
    record Waiting() implements State {}

    /** Its statement is on its way since this moment of the monotonic clock. */
    record Sent(Duration at) implements State {}

    /** Taken back by its caller. */
    record Cancelled() implements State {}
  }

  private static final State WAITING = new State.Waiting();

  private final CommitRequest request;
  private final Promise<CommitResult> result;
  private final AtomicReference<State> state = new AtomicReference<>(WAITING);
  private final AtomicBoolean counted = new AtomicBoolean(true);

  // Only the committer that has the room touches these; a room's hand-over orders their accesses.
  private boolean inDoubt;
  private boolean solo;
  private int attempts;
  private int doubts;

  PendingCommit(CommitRequest request, Tasks tasks) {
    this.request = request;
    this.result = tasks.promise();
    this.solo = request.mutation().isPresent();
  }

  CommitRequest request() {
    return request;
  }

  Promise<CommitResult> result() {
    return result;
  }

  State state() {
    return state.get();
  }

  boolean isCancelled() {
    return state.get() instanceof State.Cancelled;
  }

  /** Takes the request back; false if it is too late. */
  boolean cancel() {
    return state.compareAndSet(WAITING, new State.Cancelled());
  }

  /**
   * Notes that it counts as waiting no more; true for the first who says so. A caller may take it
   * back in the moment in which it is answered, and it must not be counted off twice.
   */
  boolean countOff() {
    return counted.compareAndSet(true, false);
  }

  /** Claims the request for a statement; false if its caller has taken it back. */
  boolean send(Duration now) {
    return state.compareAndSet(WAITING, new State.Sent(now)) || state.get() instanceof State.Sent;
  }

  /** Notes that its statement certainly stored nothing. */
  void unsend() {
    inDoubt = false;
    state.set(WAITING);
  }

  /** Whether an earlier statement may have stored it, or may still do so. */
  boolean isInDoubt() {
    return inDoubt;
  }

  /** Notes that an answer is missing; returns how often that was so. */
  int doubt() {
    inDoubt = true;
    return ++doubts;
  }

  /** Whether it must have a statement of its own. */
  boolean isSolo() {
    return solo;
  }

  void goSolo() {
    solo = true;
  }

  /** Counts an attempt that led nowhere; returns how many there were. */
  int failedAttempt() {
    return ++attempts;
  }
}
