package dev.turnwise;

import dev.turnwise.channel.Channel;
import dev.turnwise.channel.ChannelRegistry;
import dev.turnwise.channel.DefaultInboundRouter;
import dev.turnwise.channel.InboundRouter;
import dev.turnwise.commit.CommitListener;
import dev.turnwise.commit.CommitLock;
import dev.turnwise.commit.Commits;
import dev.turnwise.commit.RoomConfigs;
import dev.turnwise.hook.GateHooks;
import dev.turnwise.hook.Hook;
import dev.turnwise.hook.HookObservers;
import dev.turnwise.hook.HookRegistry;
import dev.turnwise.hook.IdentityHooks;
import dev.turnwise.identity.IdentityResolver;
import dev.turnwise.lock.InMemoryLockManager;
import dev.turnwise.lock.RoomLockManager;
import dev.turnwise.memory.InMemoryStore;
import dev.turnwise.model.Checks;
import dev.turnwise.observe.FrameworkEvents;
import dev.turnwise.runtime.Calls;
import dev.turnwise.runtime.Ids;
import dev.turnwise.runtime.Tasks;
import dev.turnwise.runtime.ThreadTasks;
import dev.turnwise.runtime.TimeOrderedIds;
import dev.turnwise.store.ConversationStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** Builds a {@link Turnwise}. Not thread-safe. */
public final class TurnwiseBuilder {

  private final List<Channel> channels = new ArrayList<>();
  private @Nullable ConversationStore store;
  private @Nullable String workerId;
  private @Nullable RoomLockManager locks;
  private @Nullable IdentityResolver resolver;
  private final List<Hook> hooks = new ArrayList<>();
  private boolean strict;
  private InboundRouter router = new DefaultInboundRouter();
  private TurnwiseConfig config = TurnwiseConfig.DEFAULT;
  private Tasks tasks = new ThreadTasks();
  private Ids ids = new TimeOrderedIds();
  private boolean keepOpen;

  TurnwiseBuilder() {}

  /**
   * Where conversations live; without one, in this process's memory. {@code build()} makes it
   * ready.
   */
  public TurnwiseBuilder store(ConversationStore newStore) {
    store = newStore;
    return this;
  }

  /** Adds a channel; at least its id must be unique in this engine. */
  public TurnwiseBuilder channel(Channel channel) {
    channels.add(channel);
    return this;
  }

  /**
   * Locks for rooms in which hooks decide; without one, locks of this process only, which the
   * start-up warns about when the store is shared. {@code build()} makes it ready.
   */
  public TurnwiseBuilder lockManager(RoomLockManager manager) {
    locks = manager;
    return this;
  }

  /** Adds a hook for all rooms; more can come and go later, see {@link Turnwise#hook(Hook)}. */
  public TurnwiseBuilder hook(Hook hook) {
    hooks.add(hook);
    return this;
  }

  /**
   * Who says which person a sender is; without one, senders are participants of unknown identity.
   */
  public TurnwiseBuilder identityResolver(IdentityResolver newResolver) {
    resolver = newResolver;
    return this;
  }

  /** Refuses to start on what would only be warned about. */
  public TurnwiseBuilder strict() {
    strict = true;
    return this;
  }

  /** How messages find their rooms; by default {@link DefaultInboundRouter}. */
  public TurnwiseBuilder router(InboundRouter newRouter) {
    router = newRouter;
    return this;
  }

  public TurnwiseBuilder config(TurnwiseConfig newConfig) {
    config = newConfig;
    return this;
  }

  /** This worker's name, unique among all that share the store; made up if absent. */
  public TurnwiseBuilder workerId(String id) {
    workerId = Checks.requireId("worker_id", id);
    return this;
  }

  /** Time and tasks, for simulations. */
  public TurnwiseBuilder tasks(Tasks newTasks) {
    tasks = newTasks;
    return this;
  }

  /** Source of ids, for simulations. */
  public TurnwiseBuilder ids(Ids newIds) {
    ids = newIds;
    return this;
  }

  /** Leaves the store open when the engine closes. */
  public TurnwiseBuilder keepOpen() {
    keepOpen = true;
    return this;
  }

  /**
   * Makes the store ready and starts the engine.
   *
   * @throws dev.turnwise.error.ConfigurationException if two channels share an id, or a setting is
   *     out of range
   * @throws dev.turnwise.error.StoreUnavailableException if the store does not answer
   * @throws dev.turnwise.error.SchemaException if the store's schema is too new for this version
   */
  public Turnwise build() {
    ChannelRegistry registry = new ChannelRegistry();
    channels.forEach(registry::register);
    ConversationStore opened = store != null ? store : new InMemoryStore();
    RoomLockManager lockManager = locks != null ? locks : new InMemoryLockManager(tasks);
    StartupChecks.run(opened, lockManager, strict);
    opened.init();
    lockManager.init();
    String worker = workerId != null ? workerId : "worker-" + ids.next();
    FrameworkEvents events = new FrameworkEvents(tasks);
    RoomConfigs configs = new RoomConfigs(opened);
    Calls calls = new Calls(tasks);
    AtomicBoolean closed = new AtomicBoolean();
    Writes writes = new Writes(calls, config.commit().commitTimeout(), closed::get);
    Drafts drafts = new Drafts(ids, worker, config.limits(), config.idempotencyExpiry());
    HookRegistry registered = new HookRegistry();
    HookObservers observers = new HookObservers(events, tasks);
    hooks.forEach(hook -> addFirst(hook, registered, observers));
    // Before the committers start: a store that refuses this worker leaves none behind.
    Workers workers = new Workers(opened, worker, registry, registered);
    Commits commits =
        Commits.start(
            new Commits.Surroundings(
                opened,
                configs,
                lockManager,
                new GateHooks(registered, opened, events, tasks, ids),
                events,
                CommitListener.NOOP,
                new HookEffects(opened, events)),
            tasks,
            config.commit());
    CommitDesk desk = new CommitDesk(commits, events, tasks, calls, config.processTimeout());
    Senders senders =
        new Senders(
            Optional.ofNullable(resolver),
            new IdentityHooks(registered, events, tasks),
            opened,
            events,
            tasks,
            config.identityTimeout());
    RoomDesk rooms = new RoomDesk(opened, registry, configs, events, writes, drafts, ids);
    Housekeeping housekeeping =
        new Housekeeping(opened, configs, workers, events, tasks, config.timerInterval());
    housekeeping.start();
    return new Turnwise(
        new Engine(
            worker,
            opened,
            registry,
            configs,
            commits,
            events,
            new Inbound(opened, registry, router, configs, rooms, desk, senders, drafts),
            rooms,
            new RoomControl(
                opened,
                registry,
                configs,
                events,
                writes,
                drafts,
                new CommitLock(lockManager, configs, config.processTimeout())),
            new TimelineDesk(opened, configs, desk, drafts, writes),
            writes,
            new Hooks(registered, observers, workers),
            lockManager,
            workers,
            housekeeping,
            config.shutdownTimeout(),
            keepOpen,
            closed));
  }

  /** Hooks from before the worker is registered, which therefore tells of them. */
  private static void addFirst(Hook hook, HookRegistry registry, HookObservers observers) {
    if (hook.trigger().isSync()) {
      registry.add(hook, Optional.empty());
    } else {
      observers.add(hook, Optional.empty());
    }
  }
}
