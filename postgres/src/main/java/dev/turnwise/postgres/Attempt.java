package dev.turnwise.postgres;

import dev.turnwise.error.CallInterruptedException;
import dev.turnwise.runtime.Promise;
import dev.turnwise.runtime.Tasks;
import java.time.Duration;
import java.util.Optional;

/**
 * Something that a caller asked of a session: answered or abandoned, whichever comes first. Whoever
 * comes second learns of it, so that a lock is never obtained for nobody. Thread-safe.
 */
final class Attempt<A> {

  private sealed interface Outcome<A> {
    record Answered<A>(A answer) implements Outcome<A> {}

    record Abandoned<A>() implements Outcome<A> {}
  }

  private final Promise<Outcome<A>> outcome;

  Attempt(Tasks tasks) {
    this.outcome = tasks.promise();
  }

  /** False if the caller is gone; then what was obtained has to be given back. */
  boolean answer(A answer) {
    return outcome.keep(new Outcome.Answered<>(answer));
  }

  boolean isAbandoned() {
    return outcome.peek().orElse(null) instanceof Outcome.Abandoned;
  }

  /** Waits for the answer, at most this long, and then goes on being wanted. */
  Optional<A> await(Duration atMost) {
    return outcome.await(atMost).flatMap(Attempt::answerOf);
  }

  /** Gives up, unless the answer was quicker. */
  Optional<A> abandon() {
    return outcome.keep(new Outcome.Abandoned<>())
        ? Optional.empty()
        : outcome.peek().flatMap(Attempt::answerOf);
  }

  /**
   * Waits for the answer, at most this long, and then gives up; empty if it did.
   *
   * @throws CallInterruptedException if it gave up for that reason; an answer that was quicker is
   *     returned, with the thread's interrupt flag set
   */
  Optional<A> awaitOrAbandon(Duration atMost) {
    try {
      Optional<A> answer = await(atMost);
      return answer.isPresent() ? answer : abandon();
    } catch (CallInterruptedException interrupted) {
      Optional<A> answer = abandon();
      if (answer.isEmpty()) {
        throw interrupted;
      }
      return answer;
    }
  }

  private static <A> Optional<A> answerOf(Outcome<A> outcome) {
    return switch (outcome) {
      case Outcome.Answered<A>(A answer) -> Optional.of(answer);
      case Outcome.Abandoned<A>() -> Optional.empty();
    };
  }
}
