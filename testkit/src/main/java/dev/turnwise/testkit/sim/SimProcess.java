package dev.turnwise.testkit.sim;

import java.util.ArrayList;
import java.util.List;

/**
 * A process of a simulation: tasks that stop, go on and end together. Touched only by whoever has
 * the baton.
 */
final class SimProcess {

  /** How a process stands. */
  sealed interface State {
    record Running() implements State {}

    /** Nothing of it runs until this moment; its clock goes on. */
    record Paused(long untilNanos) implements State {}

    /** Nothing of it will ever run again. */
    record Crashed() implements State {}
  }

  private static final State RUNNING = new State.Running();

  private final String name;
  private final List<Runnable> atCrash = new ArrayList<>();
  private State state = RUNNING;

  SimProcess(String name) {
    this.name = name;
  }

  String name() {
    return name;
  }

  State state() {
    return state;
  }

  boolean isRunning() {
    return state instanceof State.Running;
  }

  boolean isCrashed() {
    return state instanceof State.Crashed;
  }

  /** Runs once, at the crash, in the task that causes it. */
  void atCrash(Runnable action) {
    atCrash.add(action);
  }

  void pauseUntil(long nanos) {
    state = new State.Paused(nanos);
  }

  void resume() {
    state = RUNNING;
  }

  void crash() {
    state = new State.Crashed();
    atCrash.forEach(Runnable::run);
  }
}
