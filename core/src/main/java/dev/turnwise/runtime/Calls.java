package dev.turnwise.runtime;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Runs a call on a task of its own, so that its caller can stop waiting, or be interrupted, without
 * hurting it.
 */
public final class Calls {

  private sealed interface Ended<T> {
    record Returned<T>(T value) implements Ended<T> {}

    record Threw<T>(Throwable failure) implements Ended<T> {}
  }

  private final Tasks tasks;

  public Calls(Tasks tasks) {
    this.tasks = tasks;
  }

  /**
   * Runs {@code call} and waits for it, at most this long; afterwards it goes on, and its result is
   * ignored.
   *
   * @return its result, or empty if the time passed
   * @throws RuntimeException what the call threw
   * @throws dev.turnwise.error.CallInterruptedException if the waiting thread was interrupted
   */
  public <T> Optional<T> call(String name, Duration atMost, Supplier<T> call) {
    Promise<Ended<T>> promise = tasks.promise();
    tasks.fork(name, () -> promise.keep(run(name, call)));
    return promise.await(atMost).map(Calls::resultOrThrow);
  }

  private static <T> Ended<T> run(String name, Supplier<T> call) {
    try {
      // An empty answer must not look like one that is late.
      return new Ended.Returned<>(
          Objects.requireNonNull(call.get(), () -> name + " returned null"));
    } catch (RuntimeException | Error failure) {
      return new Ended.Threw<>(failure);
    }
  }

  private static <T> T resultOrThrow(Ended<T> ended) {
    return switch (ended) {
      case Ended.Returned<T>(T value) -> value;
      case Ended.Threw<T>(Throwable failure) -> {
        if (failure instanceof RuntimeException unchecked) {
          throw unchecked;
        }
        throw (Error) failure;
      }
    };
  }
}
