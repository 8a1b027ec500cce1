package dev.turnwise.postgres;

import dev.turnwise.error.CallInterruptedException;
import dev.turnwise.error.StoreUnavailableException;
import dev.turnwise.runtime.Tasks;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The way of one caller, whose turn it is in this process, to a key at the server: try, else wait
 * there, else begin again until the time is up.
 *
 * <p>Runs on the caller's thread, which waits in such a way that an interrupt reaches no session.
 * One use.
 */
final class Acquisition {

  /** How often a caller tries again that waits for a session, or for the server to come back. */
  private static final Duration RETRY = Duration.ofMillis(100);

  /**
   * How long past the deadline an answer is awaited, as it leaves less to clean up than giving up.
   */
  private static final Duration GRACE = Duration.ofMillis(100);

  private final LockRequest request;
  private final Turn turn;
  private final SharedSession session;
  private final ExclusivePool pool;
  private final LockFailures failures;
  private final Tasks tasks;

  /** Whether a session ends the turn, once it is through with what was abandoned. */
  private boolean turnHandedOn;

  Acquisition(
      LockRequest request,
      Turn turn,
      SharedSession session,
      ExclusivePool pool,
      LockFailures failures,
      Tasks tasks) {
    this.request = request;
    this.turn = turn;
    this.session = session;
    this.pool = pool;
    this.failures = failures;
    this.tasks = tasks;
  }

  /** Tries once, and ends the turn unless the key is granted. */
  LockAnswer tryOnce() {
    return endingTheTurnUnlessGranted(this::take);
  }

  /** Waits until the deadline, and ends the turn unless the key is granted. */
  LockAnswer await() {
    return endingTheTurnUnlessGranted(this::tryAndWait);
  }

  private LockAnswer endingTheTurnUnlessGranted(Supplier<LockAnswer> asking) {
    boolean granted = false;
    try {
      LockAnswer answer = asking.get();
      granted = answer instanceof LockAnswer.Granted;
      return answer;
    } finally {
      if (!granted && !turnHandedOn) {
        turn.end();
      }
    }
  }

  private LockAnswer tryAndWait() {
    while (true) {
      LockAnswer answer = take();
      if (answer instanceof LockAnswer.NotGranted && isTimeLeft()) {
        answer = queue();
      }
      if (!isTimeLeft() || !isPassing(answer)) {
        return answer;
      }
      if (answer instanceof LockAnswer.Failed) {
        pause(tasks, request.remaining());
      }
    }
  }

  /** Whether asking again may have another result. */
  private static boolean isPassing(LockAnswer answer) {
    return switch (answer) {
      case LockAnswer.Granted _ -> false;
      case LockAnswer.NotGranted _ -> true;
      case LockAnswer.Failed(StoreUnavailableException _) -> true;
      case LockAnswer.Failed _ -> false;
    };
  }

  private boolean isTimeLeft() {
    return request.remaining().isPositive();
  }

  private LockAnswer take() {
    Attempt<LockAnswer> attempt = new Attempt<>(tasks);
    session.post(new SessionRequest.Take(request.hash(), turn, attempt));
    // Abandoned until an answer is seen.
    turnHandedOn = true;
    Optional<LockAnswer> answer = attempt.awaitOrAbandon(request.remaining().plus(GRACE));
    turnHandedOn = answer.isEmpty();
    return answer.orElseGet(() -> new LockAnswer.Failed(failures.silent()));
  }

  private LockAnswer queue() {
    ServerWait wait = new ServerWait(request.hash(), request.deadline(), turn, tasks);
    pool.enqueue(wait);
    try {
      return await(wait);
    } catch (CallInterruptedException interrupted) {
      if (turnHandedOn) {
        pool.withdraw(wait);
        throw interrupted;
      }
      return abandon(wait).orElseThrow(() -> interrupted);
    }
  }

  private LockAnswer await(ServerWait wait) {
    while (true) {
      Duration patience = request.remaining().plus(GRACE);
      if (!patience.isPositive()) {
        return abandon(wait).orElseGet(LockAnswer.NotGranted::new);
      }
      Optional<LockAnswer> answer = wait.attempt().await(min(RETRY, patience));
      if (answer.isPresent()) {
        return answer.get();
      }
      if (isTimeLeft() && pool.stepAside(wait)) {
        LockAnswer own = take();
        if (!(own instanceof LockAnswer.NotGranted)) {
          pool.withdraw(wait);
          return own;
        }
        pool.stepBack(wait);
      }
    }
  }

  /** Gives up, unless the answer was quicker. */
  private Optional<LockAnswer> abandon(ServerWait wait) {
    Optional<LockAnswer> quicker = wait.attempt().abandon();
    if (quicker.isEmpty()) {
      turnHandedOn = true;
      pool.abandon(wait);
    }
    return quicker;
  }

  /** Waits for nothing in particular. */
  static void pause(Tasks tasks, Duration atMost) {
    tasks.promise().await(min(RETRY, atMost));
  }

  private static Duration min(Duration one, Duration other) {
    return one.compareTo(other) < 0 ? one : other;
  }
}
