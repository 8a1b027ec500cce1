package dev.turnwise.testkit.sim;

import dev.turnwise.Turnwise;
import dev.turnwise.TurnwiseConfig;
import dev.turnwise.lock.RoomLockManager;
import dev.turnwise.model.ChannelDirection;
import dev.turnwise.model.ChannelType;
import dev.turnwise.observe.FrameworkEvent;
import dev.turnwise.runtime.Ids;
import dev.turnwise.store.ConversationStore;
import dev.turnwise.store.Route;
import dev.turnwise.testkit.fake.FakeChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

/** Everything that the tasks of one simulated run share. */
final class World {

  /** Channels of rooms that exist from the start. */
  static final List<String> CHANNELS = List.of("phone", "web");

  /** The channel whose first message opens a room, and the one conversation that it has. */
  static final String LINE = "line";

  static final String CONVERSATION = "conversation";

  private final Plan plan;
  private final Scheduler scheduler;
  private final ConversationStore shared;
  private final SimulatedStore store;
  private final UnaryOperator<ConversationStore> view;
  private final Function<SimulatedTasks, RoomLockManager> locks;
  private final SimulatedLocks lockServer;
  private final Recorder recorder;
  private final Tallied tallied;
  private final SimulatedTasks client;
  private final List<Worker> workers = new ArrayList<>();
  private int processes;
  private final Set<String> acting = new LinkedHashSet<>();

  World(
      Plan plan,
      Scheduler scheduler,
      ConversationStore shared,
      SimulatedStore store,
      UnaryOperator<ConversationStore> view,
      Function<SimulatedTasks, RoomLockManager> locks,
      SimulatedLocks lockServer,
      Recorder recorder,
      Tallied tallied,
      SimulatedTasks client) {
    this.plan = plan;
    this.scheduler = scheduler;
    this.shared = shared;
    this.store = store;
    this.view = view;
    this.locks = locks;
    this.lockServer = lockServer;
    this.recorder = recorder;
    this.tallied = tallied;
    this.client = client;
  }

  Plan plan() {
    return plan;
  }

  Scheduler scheduler() {
    return scheduler;
  }

  /** The store without trouble and without scheduling points: what is really so. */
  ConversationStore shared() {
    return shared;
  }

  SimulatedStore store() {
    return store;
  }

  SimulatedLocks lockServer() {
    return lockServer;
  }

  Recorder recorder() {
    return recorder;
  }

  Tallied tallied() {
    return tallied;
  }

  /** The process of callers, readers and operators, which never fails. */
  SimulatedTasks client() {
    return client;
  }

  /** Starts a worker; as often as it takes, since a real one may not come up either. */
  void startWorker(String name, boolean hooked) {
    for (int attempt = 1; ; attempt++) {
      SimProcess process = new SimProcess(attempt == 1 ? name : name + "." + attempt);
      Worker worker = new Worker(scheduler, new SimulatedTasks(scheduler, process), hooked);
      int number = ++processes;
      Worker.Asked<Boolean> started = worker.run(client, "start", () -> start(worker, number));
      if (started.await() instanceof Worker.Answer.Returned) {
        workers.add(worker);
        return;
      }
      // Half an engine: what a process takes with it when it exits.
      scheduler.crash(process);
    }
  }

  private boolean start(Worker worker, int number) {
    worker.start(
        () -> {
          var builder =
              Turnwise.builder()
                  .store(view.apply(store.as(worker.process())))
                  .lockManager(locks.apply(worker.tasks()))
                  .workerId(worker.name())
                  .tasks(worker.tasks())
                  .ids(ids(number))
                  .config(config())
                  .channel(FakeChannel.named(LINE).going(ChannelDirection.INBOUND));
          for (String channel : CHANNELS) {
            builder.channel(
                new FakeChannel(
                    channel, ChannelType.SMS, ChannelDirection.BIDIRECTIONAL, null, null));
          }
          if (worker.isHooked()) {
            builder.hook(new Moderation(worker, scheduler, tallied).hook());
          }
          return builder.build();
        });
    Turnwise engine = worker.engine();
    engine.on(FrameworkEvent.GatesRerun.class, rerun -> tallied.reach(Reached.GATES_RERUN));
    engine.on(FrameworkEvent.HookTimedOut.class, late -> tallied.reach(Reached.HOOK_TIMED_OUT));
    return true;
  }

  private TurnwiseConfig config() {
    return TurnwiseConfig.DEFAULT
        .withCommit(plan.commit())
        .withProcessTimeout(plan.processTimeout())
        .withTimerInterval(Duration.ofSeconds(20));
  }

  /** Ids that are the same in each run of a seed, and sort like real ones. */
  private static Ids ids(int process) {
    return new Ids() {
      private int made;

      @Override
      public UUID next() {
        made++;
        return new UUID(((long) made << 16) | 0x7000, 0x8000000000000000L | process);
      }
    };
  }

  /** Workers to which clients may turn. */
  List<Worker> serving() {
    return workers.stream().filter(Worker::isServing).toList();
  }

  /** Rooms that exist from the start. */
  List<String> rooms() {
    return IntStream.rangeClosed(1, plan.rooms()).mapToObj(i -> "room-" + i).toList();
  }

  /** All workers that ever came up. */
  List<Worker> workers() {
    return workers;
  }

  /** Runs somebody outside the workers, for whom the run waits. */
  void act(String name, Runnable body) {
    acting.add(name);
    client.fork(
        name,
        () -> {
          try {
            body.run();
          } finally {
            acting.remove(name);
          }
        });
  }

  /** Those outside the workers who have still something to do. */
  Set<String> acting() {
    return Collections.unmodifiableSet(acting);
  }

  /** The room of the conversation, once it is there. */
  Optional<String> routedRoom() {
    return shared.routedRoom(new Route(null, LINE, CONVERSATION));
  }
}
