package dev.turnwise.commit;

import dev.turnwise.error.CallInterruptedException;
import dev.turnwise.error.EngineClosedException;
import dev.turnwise.error.OverloadedException;
import dev.turnwise.error.ProcessTimeoutException;
import dev.turnwise.result.InboundResult;
import dev.turnwise.result.PendingResult;
import dev.turnwise.runtime.Promise;
import dev.turnwise.runtime.Tasks;
import dev.turnwise.store.CommitStore;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Where messages wait to be committed, and callers for their result.
 *
 * <p>A message joins its room's queue; {@link Committer}s empty the queues. Callers of one room are
 * served in the order in which they came; a caller that gives up before its statement is sent
 * leaves nothing behind. Thread-safe.
 */
public final class Commits {

  /** Told about requests, for framework events; must be quick. */
  public interface Watcher {
    /** The answer of this request's commit was lost; its worker goes on asking. */
    void uncertain(CommitRequest request);
  }

  private final ConcurrentMap<String, RoomQueue> queues = new ConcurrentHashMap<>();
  private final ReadyRooms ready = new ReadyRooms();
  private final AtomicInteger waiting = new AtomicInteger();
  private final AtomicInteger running = new AtomicInteger();
  private final Promise<Boolean> stopped;
  private final Tasks tasks;
  private final CommitConfig config;
  private final Settlement settlement;
  private volatile boolean closed;

  private Commits(
      CommitStore store,
      CommitListener listener,
      Watcher watcher,
      Tasks tasks,
      CommitConfig config) {
    this.tasks = tasks;
    this.config = config;
    this.stopped = tasks.promise();
    this.settlement =
        new Settlement(
            store,
            listener,
            room -> queues.remove(room.roomId(), room),
            this::countOff,
            pending -> watcher.uncertain(pending.request()));
  }

  /** Starts committers on {@code store}. */
  public static Commits start(
      CommitStore store,
      RoomConfigs configs,
      CommitListener listener,
      Watcher watcher,
      Tasks tasks,
      CommitConfig config) {
    Commits commits = new Commits(store, listener, watcher, tasks, config);
    commits.running.set(config.committers());
    for (int i = 1; i <= config.committers(); i++) {
      Committer committer =
          new Committer(store, configs, commits.settlement, commits.ready, tasks, config);
      tasks.service("turnwise-committer-" + i, () -> commits.serve(committer));
    }
    return commits;
  }

  private void serve(Committer committer) {
    try {
      committer.run();
    } finally {
      if (running.decrementAndGet() == 0) {
        stopped.keep(true);
      }
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
    PendingCommit pending = new PendingCommit(request, tasks);
    enqueue(pending);
    try {
      return await(pending, deadline, limit);
    } catch (CallInterruptedException interrupted) {
      takeBack(pending);
      throw interrupted;
    }
  }

  private CommitResult await(PendingCommit pending, Duration deadline, Duration limit) {
    while (true) {
      Duration until =
          switch (pending.state()) {
            case PendingCommit.State.Sent(var at) -> at.plus(config.commitTimeout());
            // It may be sent right now: look again when its answer would be overdue.
            case PendingCommit.State.Waiting() ->
                min(deadline, tasks.now().plus(config.commitTimeout()));
            case PendingCommit.State.Cancelled() -> throw timedOut(pending.request(), limit);
          };
      Duration left = until.minus(tasks.now());
      Optional<CommitResult> result =
          left.isPositive() ? pending.result().await(left) : pending.result().peek();
      if (result.isPresent()) {
        return result.get();
      }
      Optional<CommitResult> givenUp = giveUpIfDue(pending, deadline, limit);
      if (givenUp.isPresent()) {
        return givenUp.get();
      }
    }
  }

  private Optional<CommitResult> giveUpIfDue(
      PendingCommit pending, Duration deadline, Duration limit) {
    Duration now = tasks.now();
    if (pending.state() instanceof PendingCommit.State.Sent(var at)) {
      return now.compareTo(at.plus(config.commitTimeout())) < 0
          ? Optional.empty()
          : Optional.of(CommitResult.Done.of(unknown(pending)));
    }
    if (now.compareTo(deadline) >= 0 && takeBack(pending)) {
      throw timedOut(pending.request(), limit);
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

  private static ProcessTimeoutException timedOut(CommitRequest request, Duration limit) {
    return new ProcessTimeoutException(
        "a message to room '" + request.roomId() + "'", "wait for the commit", limit);
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
    ready.close();
    stopped.await(atMost);
    for (RoomQueue room : List.copyOf(queues.values())) {
      settlement.abandon(room);
    }
  }
}
