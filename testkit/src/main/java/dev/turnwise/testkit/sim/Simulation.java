package dev.turnwise.testkit.sim;

import dev.turnwise.lock.RoomLockManager;
import dev.turnwise.memory.InMemoryStore;
import dev.turnwise.store.ConversationStore;
import dev.turnwise.testkit.history.CheckReport;
import dev.turnwise.testkit.history.HistoryChecker;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * One run of several engines over one store, in an order that a seed decides, and the proof that it
 * kept every promise.
 *
 * <p>The seed also decides the run's shape: rooms, workers with and without hooks, callers,
 * operators, readers; crashes, pauses, lost locks; requests and answers that get lost. The same
 * seed gives the same run, step by step, on every machine.
 */
public final class Simulation {

  /** Far more than any run needs that comes to an end. */
  private static final long MAX_STEPS = 400_000;

  private static final Instant EPOCH = Instant.parse("2026-01-01T00:00:00Z");

  /** How the locks are reached; a test may put others in their place. */
  interface LockChoice {
    RoomLockManager locks(SimulatedTasks worker, SimulatedLocks server);
  }

  private final long seed;
  private UnaryOperator<Plan> planning = plan -> plan;
  private BiFunction<ConversationStore, Scheduler, ConversationStore> weakening =
      (store, scheduler) -> store;
  private UnaryOperator<ConversationStore> view = store -> store;
  private LockChoice lockChoice = (worker, server) -> server.as(worker);
  private @Nullable Consumer<String> trace;

  private Simulation(long seed) {
    this.seed = seed;
  }

  /** The run of a seed. */
  public static SimulationReport run(long seed) {
    return of(seed).run();
  }

  /** The run of a seed again, with each of its steps in words. */
  public static SimulationReport replay(long seed, Consumer<String> trace) {
    Simulation simulation = of(seed);
    simulation.trace = trace;
    return simulation.run();
  }

  static Simulation of(long seed) {
    return new Simulation(seed);
  }

  Simulation planned(UnaryOperator<Plan> change) {
    planning = change;
    return this;
  }

  /** Runs on a store from which a safeguard is missing. */
  Simulation weakened(BiFunction<ConversationStore, Scheduler, ConversationStore> weakness) {
    weakening = weakness;
    return this;
  }

  /** Has each worker see the store through something that lies to it. */
  Simulation seenThrough(UnaryOperator<ConversationStore> lens) {
    view = lens;
    return this;
  }

  Simulation locking(LockChoice choice) {
    lockChoice = choice;
    return this;
  }

  /** Runs it; a run that gets stuck is a report with a breach, too. */
  SimulationReport run() {
    Choices choices = new Choices(seed);
    Plan plan = planning.apply(Plan.of(choices.split()));
    Scheduler scheduler = new Scheduler(choices.split(), plan.pace(), MAX_STEPS, trace);
    Recorder recorder = new Recorder();
    Tallied tallied = new Tallied();
    SimProcess server = new SimProcess("server");
    SimulatedTasks client = new SimulatedTasks(scheduler, new SimProcess("client"));
    ConversationStore shared =
        weakening.apply(new InMemoryStore(() -> EPOCH.plusNanos(scheduler.nowNanos())), scheduler);
    SimulatedLocks locks = new SimulatedLocks(scheduler, server, choices.split(), tallied);
    World world =
        new World(
            plan,
            scheduler,
            shared,
            new SimulatedStore(shared, scheduler, server, plan.trouble(), choices.split(), tallied),
            view,
            worker -> lockChoice.locks(worker, locks),
            locks,
            recorder,
            tallied,
            client);
    try {
      scheduler.run(client.process(), new Play(world, choices.split()));
    } catch (SimulationStuckException stuck) {
      recorder.breach(SimulationRule.COMES_TO_REST, String.valueOf(stuck.getMessage()));
    }
    for (Throwable failure : scheduler.failures()) {
      if (!(failure instanceof SimulationStuckException)) {
        recorder.breach(SimulationRule.ONLY_TYPED_FAILURES, inWords(failure));
      }
    }
    CheckReport checked = HistoryChecker.check(recorder.history().iterator());
    List<Breach> breaches = new ArrayList<>(recorder.breaches());
    breaches.addAll(SimulationReport.of(checked));
    return new SimulationReport(
        seed,
        scheduler.step(),
        scheduler.traceHash(),
        recorder.history(),
        checked,
        breaches,
        tallied.counts());
  }

  private static String inWords(Throwable failure) {
    StringBuilder words = new StringBuilder("a task ended with " + failure);
    for (StackTraceElement frame : failure.getStackTrace()) {
      words.append("\n      at ").append(frame);
    }
    return words.toString();
  }
}
