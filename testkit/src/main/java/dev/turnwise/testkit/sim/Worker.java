package dev.turnwise.testkit.sim;

import dev.turnwise.Turnwise;
import dev.turnwise.runtime.Promise;
import java.time.Duration;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A simulated process with an engine, and how clients reach it. */
final class Worker {

  static final Duration FOR_EVER = Duration.ofDays(100_000);

  /** What a client learns of a call. */
  sealed interface Answer<T> {
    record Returned<T>(T value) implements Answer<T> {}

    record Threw<T>(RuntimeException failure) implements Answer<T> {}

    /** The worker ended before it answered. */
    record WorkerGone<T>() implements Answer<T> {}
  }

  /** A call on its way. */
  record Asked<T>(SimTask task, Promise<Answer<T>> answer) {
    /** Waits for as long as it takes: what is never answered shows when the run comes to no end. */
    Answer<T> await() {
      return answer.await(FOR_EVER).orElseThrow();
    }
  }

  private final Scheduler scheduler;
  private final SimulatedTasks tasks;
  private final boolean hooked;
  private @Nullable Turnwise engine;
  private boolean leaving;

  Worker(Scheduler scheduler, SimulatedTasks tasks, boolean hooked) {
    this.scheduler = scheduler;
    this.tasks = tasks;
    this.hooked = hooked;
  }

  String name() {
    return process().name();
  }

  SimProcess process() {
    return tasks.process();
  }

  SimulatedTasks tasks() {
    return tasks;
  }

  boolean isHooked() {
    return hooked;
  }

  /** Whether clients should turn to it. */
  boolean isServing() {
    return engine != null && !leaving && !process().isCrashed();
  }

  void start(Supplier<Turnwise> build) {
    engine = build.get();
  }

  void noteLeaving() {
    leaving = true;
  }

  Turnwise engine() {
    if (engine == null) {
      throw new IllegalStateException(name() + " has not started");
    }
    return engine;
  }

  /** Asks the engine on a task of the worker; {@code client} hears of the answer, or of the end. */
  <T> Asked<T> ask(SimulatedTasks client, String what, Function<Turnwise, T> call) {
    return run(client, what, () -> call.apply(engine()));
  }

  /** The same for code that needs no engine yet. */
  <T> Asked<T> run(SimulatedTasks client, String what, Supplier<T> call) {
    Promise<Answer<T>> promise = client.promise();
    SimTask task = scheduler.fork(process(), what, () -> promise.keep(answer(call)));
    Runnable gone =
        () -> client.fork("notice of a crash", () -> promise.keep(new Answer.WorkerGone<>()));
    if (process().isCrashed()) {
      gone.run();
    } else {
      process().atCrash(gone);
    }
    return new Asked<>(task, promise);
  }

  private static <T> Answer<T> answer(Supplier<T> call) {
    try {
      return new Answer.Returned<>(call.get());
    } catch (RuntimeException failure) {
      return new Answer.Threw<>(failure);
    }
  }
}
