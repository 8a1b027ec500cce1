package dev.turnwise;

import dev.turnwise.channel.Channel;
import dev.turnwise.channel.ChannelRegistry;
import dev.turnwise.channel.DefaultInboundRouter;
import dev.turnwise.channel.InboundRouter;
import dev.turnwise.commit.CommitListener;
import dev.turnwise.commit.Commits;
import dev.turnwise.commit.RoomConfigs;
import dev.turnwise.memory.InMemoryStore;
import dev.turnwise.model.Checks;
import dev.turnwise.observe.FrameworkEvent;
import dev.turnwise.observe.FrameworkEvents;
import dev.turnwise.runtime.Calls;
import dev.turnwise.runtime.Ids;
import dev.turnwise.runtime.Tasks;
import dev.turnwise.runtime.ThreadTasks;
import dev.turnwise.runtime.TimeOrderedIds;
import dev.turnwise.store.ConversationStore;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** Builds a {@link Turnwise}. Not thread-safe. */
public final class TurnwiseBuilder {

  private final List<Channel> channels = new ArrayList<>();
  private @Nullable ConversationStore store;
  private @Nullable String workerId;
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
    opened.init();
    String worker = workerId != null ? workerId : "worker-" + ids.next();
    FrameworkEvents events = new FrameworkEvents(tasks);
    RoomConfigs configs = new RoomConfigs(opened);
    Calls calls = new Calls(tasks);
    AtomicBoolean closed = new AtomicBoolean();
    Writes writes = new Writes(calls, config.commit().commitTimeout(), closed::get);
    Drafts drafts = new Drafts(ids, worker, config.limits(), config.idempotencyExpiry());
    Commits commits =
        Commits.start(
            opened,
            configs,
            CommitListener.NOOP,
            request ->
                events.publish(
                    new FrameworkEvent.OutcomeUnknown(request.roomId(), request.event().id())),
            tasks,
            config.commit());
    CommitDesk desk = new CommitDesk(commits, events, tasks, calls, config.processTimeout());
    RoomDesk rooms = new RoomDesk(opened, registry, configs, events, writes, drafts, ids);
    Housekeeping housekeeping =
        new Housekeeping(opened, configs, events, tasks, config.timerInterval());
    housekeeping.start();
    return new Turnwise(
        new Engine(
            worker,
            opened,
            registry,
            configs,
            commits,
            events,
            new Inbound(opened, registry, router, configs, rooms, desk, drafts),
            rooms,
            new RoomControl(opened, registry, configs, events, writes, drafts),
            new TimelineDesk(opened, configs, desk, drafts, writes),
            writes,
            housekeeping,
            config.shutdownTimeout(),
            keepOpen,
            closed));
  }
}
