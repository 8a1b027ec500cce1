package dev.turnwise.testkit.sim;

import dev.turnwise.store.ChangeOutcome;
import dev.turnwise.store.RoomChange;
import dev.turnwise.testkit.history.Fault;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** What befalls workers, at steps that the seed picks. */
final class Chaos {

  /** Somewhat more than most runs have. */
  private static final int MOST_STEPS = 1_000;

  private final World world;
  private final Scheduler scheduler;
  private final Choices choices;
  private int replacements;

  Chaos(World world, Choices choices) {
    this.world = world;
    this.scheduler = world.scheduler();
    this.choices = choices;
  }

  void run() {
    List<Consumer<Worker>> blows = new ArrayList<>();
    Plan plan = world.plan();
    blows.addAll(Collections.nCopies(plan.crashes(), this::crash));
    blows.addAll(Collections.nCopies(plan.pauses(), this::pause));
    blows.addAll(Collections.nCopies(plan.lockLosses(), this::loseLocks));
    blows.addAll(Collections.nCopies(plan.leaves(), this::leave));
    blows.addAll(Collections.nCopies(plan.lockLosses() / 2, this::clearGates));
    int apart = MOST_STEPS / Math.max(blows.size(), 1);
    while (!blows.isEmpty()) {
      scheduler.awaitSteps(choices.between(1, apart));
      Consumer<Worker> blow = blows.remove(choices.below(blows.size()));
      victim().ifPresent(blow);
    }
  }

  private Optional<Worker> victim() {
    List<Worker> serving = world.serving();
    return serving.isEmpty() ? Optional.empty() : Optional.of(choices.of(serving));
  }

  private void crash(Worker worker) {
    world.tallied().reach(Reached.CRASH);
    world.recorder().fault(Fault.Type.KILL, worker.name());
    scheduler.crash(worker.process());
    replace(worker);
  }

  private void replace(Worker gone) {
    scheduler.awaitSteps(choices.between(1, 100));
    world.startWorker("replacement-" + ++replacements, gone.isHooked());
    world.tallied().reach(Reached.REPLACED);
  }

  private void pause(Worker worker) {
    Duration time =
        choices.of(
            choices.between(Duration.ofMillis(1), Duration.ofSeconds(1)),
            choices.between(Duration.ofSeconds(1), Duration.ofSeconds(60)));
    if (!worker.process().isRunning()) {
      return;
    }
    world.tallied().reach(Reached.PAUSE);
    world.recorder().fault(Fault.Type.STOP, worker.name());
    scheduler.pause(worker.process(), time);
    world.lockServer().pausedFor(worker.process(), time);
  }

  private void loseLocks(Worker worker) {
    world.recorder().fault(Fault.Type.TERMINATE, worker.name());
    world.lockServer().terminate(worker.process());
  }

  /**
   * What another worker does that takes all those with hooks for dead, though they only stand
   * still.
   */
  private void clearGates(Worker any) {
    for (String room : world.rooms()) {
      if (world.shared().change(new RoomChange.SetGate(room, false))
          instanceof ChangeOutcome.Changed) {
        world.tallied().reach(Reached.GATE_CLEARED);
      }
    }
  }

  /** Only while somebody else serves, so that callers have where to go. */
  private void leave(Worker worker) {
    if (world.serving().size() < 2) {
      return;
    }
    world.tallied().reach(Reached.LEFT);
    worker.noteLeaving();
    Play.close(world, worker);
  }
}
