package dev.turnwise.commit;

import dev.turnwise.error.CallInterruptedException;
import dev.turnwise.error.EngineClosedException;
import dev.turnwise.error.OverloadedException;
import dev.turnwise.error.ProcessTimeoutException;
import dev.turnwise.hook.GateHooks;
import dev.turnwise.hook.SideEffects;
import dev.turnwise.lock.RoomLockManager;
import dev.turnwise.model.RoomEvent;
import dev.turnwise.observe.FrameworkEvent;
import dev.turnwise.observe.FrameworkEvents;
import dev.turnwise.result.InboundResult;
import dev.turnwise.result.PendingResult;
import dev.turnwise.runtime.Promise;
import dev.turnwise.runtime.Tasks;
import dev.turnwise.store.ConversationStore;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;

/**
 * Where messages wait to be committed, and callers for their result.
 *
 * <p>A message joins its room's queue; {@link Committer}s empty the queues. Callers of one room are
 * served in the order in which they came; a caller that gives up before its statement is sent
 * leaves nothing behind. Thread-safe.
 */
public final class Commits {

  /**
   * What committers work with.
   *
   * @param store where they commit
   * @param configs what the worker remembers of rooms
   * @param locks commit locks of gated rooms
   * @param hooks application code that decides
   * @param events where they tell what happens
   * @param listener hears of what is committed
   * @param effects takes what hooks leave besides their decision, once their event is stored
   */
  public record Surroundings(
      ConversationStore store,
      RoomConfigs configs,
      RoomLockManager locks,
      GateHooks hooks,
      FrameworkEvents events,
      CommitListener listener,
      BiConsumer<RoomEvent, SideEffects> effects) {}

  private final ConcurrentMap<String, RoomQueue> queues = new ConcurrentHashMap<>();
  private final ReadyRooms ready = new ReadyRooms();
  private final AtomicInteger waiting = new AtomicInteger();

  /** Tasks that may still answer requests: committers, and those that serve gated rooms. */
  private final AtomicInteger running = new AtomicInteger();

  private final Promise<Boolean> stopped;
  private final Tasks tasks;
  private final CommitConfig config;
  private final Settlement settlement;
  private final GatedRooms gated;
  private volatile boolean closed;

  private Commits(Surroundings around, Tasks tasks, CommitConfig config) {
    this.tasks = tasks;
    this.config = config;
    this.stopped = tasks.promise();
    this.settlement =
        new Settlement(
            around.store(),
            around.listener(),
            room -> queues.remove(room.roomId(), room),
            this::countOff,
            pending -> around.events().publish(uncertain(pending.request())),
            around.effects());
    this.gated =
        new GatedRooms(
            around.store(),
            around.configs(),
            around.locks(),
            new GateDecisions(around.hooks()),
            settlement,
            around.events(),
            tasks,
            config,
            running::incrementAndGet,
            this::ended);
  }

  private static FrameworkEvent uncertain(CommitRequest request) {
    return new FrameworkEvent.OutcomeUnknown(request.roomId(), request.event().id());
  }

  /** Starts committers. */
  public static Commits start(Surroundings around, Tasks tasks, CommitConfig config) {
    Commits commits = new Commits(around, tasks, config);
    commits.running.set(config.committers());
    for (int i = 1; i <= config.committers(); i++) {
      Committer committer =
          new Committer(
              around.store(),
              around.configs(),
              commits.settlement,
              commits.gated,
              commits.ready,
              tasks,
              config);
      tasks.service("turnwise-committer-" + i, () -> commits.serve(committer));
    }
    return commits;
  }

  private void serve(Committer committer) {
    try {
      committer.run();
    } finally {
      ended();
    }
  }

  private void ended() {
    if (running.decrementAndGet() == 0) {
      stopped.keep(true);
    }
  }

  /**
   * Commits a request and waits for its result.
   *
   * @param deadline moment of {@link Tasks#now} until which it may wait to be sent
   * @param limit the configured time behind that deadline, for the message
   * @throws ProcessTimeoutException if it was not sent by then; nothing was stored
   * @throws OverloadedException if too much is waiting in this worker
   * @throws EngineClosedException if the engine closes before it is sent
   */
  public CommitResult commit(CommitRequest request, Duration deadline, Duration limit) {
    PendingCommit pending = new PendingCommit(request, deadline, limit, tasks);
    enqueue(pending);
    try {
      return await(pending);
    } catch (CallInterruptedException interrupted) {
      takeBack(pending);
      throw interrupted;
    }
  }

  private CommitResult await(PendingCommit pending) {
    while (true) {
      Duration until =
          switch (pending.state()) {
            case PendingCommit.State.Sent(var at) -> at.plus(config.commitTimeout());
            // It may be sent right now: look again when its answer would be overdue.
            case PendingCommit.State.Waiting() ->
                min(pending.deadline(), tasks.now().plus(config.commitTimeout()));
            case PendingCommit.State.Cancelled() -> throw pending.timedOut();
          };
      Duration left = until.minus(tasks.now());
      Optional<CommitResult> result =
          left.isPositive() ? pending.result().await(left) : pending.result().peek();
      if (result.isPresent()) {
        return result.get();
      }
      Optional<CommitResult> givenUp = giveUpIfDue(pending);
      if (givenUp.isPresent()) {
        return givenUp.get();
      }
    }
  }

  private Optional<CommitResult> giveUpIfDue(PendingCommit pending) {
    Duration now = tasks.now();
    if (pending.state() instanceof PendingCommit.State.Sent(var at)) {
      return now.compareTo(at.plus(config.commitTimeout())) < 0
          ? Optional.empty()
          : Optional.of(CommitResult.Done.of(unknown(pending)));
    }
    if (now.compareTo(pending.deadline()) >= 0 && takeBack(pending)) {
      throw pending.timedOut();
    }
    return Optional.empty();
  }

  /** Cancels a request that has not been sent; its committer will drop it. */
  private boolean takeBack(PendingCommit pending) {
    boolean taken = pending.cancel();
    if (taken) {
      countOff(pending);
    }
    return taken;
  }

  private void countOff(PendingCommit pending) {
    if (pending.countOff()) {
      waiting.decrementAndGet();
    }
  }

  private static Duration min(Duration a, Duration b) {
    return a.compareTo(b) <= 0 ? a : b;
  }

  private static InboundResult.Unknown unknown(PendingCommit pending) {
    PendingResult completion = atMost -> pending.result().await(atMost).map(Commits::resultOrThrow);
    return new InboundResult.Unknown(pending.request().event().id(), completion);
  }

  private static InboundResult resultOrThrow(CommitResult result) {
    return switch (result) {
      case CommitResult.Done(var inbound, var touched) -> inbound;
      case CommitResult.Failed(var failure) -> throw failure;
    };
  }

  private void enqueue(PendingCommit pending) {
    if (closed) {
      throw new EngineClosedException();
    }
    if (waiting.incrementAndGet() > config.maxWaiting()) {
      waiting.decrementAndGet();
      throw new OverloadedException("the commit queue", "commit.max_waiting", config.maxWaiting());
    }
    join(pending);
    if (closed && takeBack(pending)) {
      // It came while the committers were leaving; none of them will see it.
      throw new EngineClosedException();
    }
  }

  private void join(PendingCommit pending) {
    String roomId = pending.request().roomId();
    while (true) {
      RoomQueue room = queues.computeIfAbsent(roomId, RoomQueue::new);
      switch (room.add(pending)) {
        case QUEUED -> {
          return;
        }
        case SCHEDULE -> {
          if (!ready.add(room)) {
            settlement.abandon(room);
          }
          return;
        }
        case RETIRED -> queues.remove(roomId, room);
      }
    }
  }

  /** Requests that wait for a statement or for its answer. */
  public int pending() {
    return waiting.get();
  }

  /** Rooms with something waiting or in work; 0 at rest. */
  public int busyRooms() {
    return queues.size();
  }

  /**
   * Takes no new requests, lets what is on its way come to its end, and answers the rest.
   * Idempotent.
   *
   * @param atMost how long to wait for statements on their way
   */
  public void close(Duration atMost) {
    closed = true;
    gated.close();
    ready.close();
    stopped.await(atMost);
    for (RoomQueue room : List.copyOf(queues.values())) {
      settlement.abandon(room);
    }
  }
}
