package dev.turnwise.commit;

import dev.turnwise.error.DataRejectedException;
import dev.turnwise.error.InvalidInputException;
import dev.turnwise.error.OutcomeUnknownException;
import dev.turnwise.error.RoomBusyException;
import dev.turnwise.error.RoomNotFoundException;
import dev.turnwise.error.TurnwiseException;
import dev.turnwise.lock.RoomLock;
import dev.turnwise.lock.RoomLockManager;
import dev.turnwise.observe.FrameworkEvent;
import dev.turnwise.observe.FrameworkEvents;
import dev.turnwise.runtime.Tasks;
import dev.turnwise.store.CommitBatch;
import dev.turnwise.store.ConversationStore;
import dev.turnwise.store.GateView;
import dev.turnwise.store.HeadConditions;
import dev.turnwise.store.IdempotencyKey;
import dev.turnwise.store.RoomChange;
import dev.turnwise.store.RoomCommit;
import dev.turnwise.store.RoomOutcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Commits rooms in which application code decides: commit lock, fresh look, gates, one statement
 * with {@code next_index} as fence, unlock. Four round trips for everything that waits.
 *
 * <p>Each such room is served on a task of its own, because its hooks may take seconds and must not
 * keep a committer from other rooms. A tenure of the lock is short all the same: after 50 ms of
 * gates what has been decided is committed and the lock goes round.
 *
 * <p>The fence fails only if the lock was really lost, or somebody changed the room without it.
 * Then the lock is taken again and the gates run again, at most twice.
 */
final class GatedRooms {

  private static final Logger LOG = LoggerFactory.getLogger(GatedRooms.class);
  private static final int MAX_RERUNS = 2;
  private static final Duration TENURE = Duration.ofMillis(50);
  private static final Duration FIRST_PAUSE = Duration.ofMillis(5);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(1);

  /** How one tenure of the lock ended. */
  private sealed interface Tenure {
    /** Everybody whose turn it was has an answer, or is back in the queue. */
    record Over() implements Tenure {}

    /** The fence failed: these must be decided again. */
    record Fenced(List<PendingCommit> again) implements Tenure {}
  }

  private final ConversationStore store;
  private final RoomConfigs configs;
  private final RoomLockManager locks;
  private final GateDecisions gates;
  private final Settlement settlement;
  private final FrameworkEvents events;
  private final Tasks tasks;
  private final CommitConfig config;
  private final Runnable onBegin;
  private final Runnable onEnd;
  private volatile boolean closed;

  GatedRooms(
      ConversationStore store,
      RoomConfigs configs,
      RoomLockManager locks,
      GateDecisions gates,
      Settlement settlement,
      FrameworkEvents events,
      Tasks tasks,
      CommitConfig config,
      Runnable onBegin,
      Runnable onEnd) {
    this.store = store;
    this.configs = configs;
    this.locks = locks;
    this.gates = gates;
    this.settlement = settlement;
    this.events = events;
    this.tasks = tasks;
    this.config = config;
    this.onBegin = onBegin;
    this.onEnd = onEnd;
  }

  /** Whether this worker has hooks for the room. */
  boolean needed(String roomId) {
    return gates.needed(roomId);
  }

  /** Stops asking for lost answers. */
  void close() {
    closed = true;
  }

  /** Serves the room until nothing waits, or it needs no lock any more; then hands it on. */
  void serve(RoomQueue room, Consumer<RoomQueue> handOn) {
    onBegin.run();
    tasks.fork(
        "turnwise-gated-room",
        () -> {
          try {
            List<PendingCommit> drawn = room.draw(config.maxBatch());
            if (!drawn.isEmpty()) {
              round(room, drawn);
            }
          } finally {
            handOn.accept(room);
            onEnd.run();
          }
        });
  }

  private void round(RoomQueue room, List<PendingCommit> drawn) {
    List<PendingCommit> current = drawn;
    try {
      for (int run = 0; !current.isEmpty(); run++) {
        if (run > MAX_RERUNS) {
          settlement.fail(
              current,
              new RoomBusyException(room.roomId(), "its commit lock was lost " + run + " times"));
          return;
        }
        if (run > 0) {
          events.publish(new FrameworkEvent.GatesRerun(room.roomId(), run));
        }
        current =
            switch (tenure(room, current)) {
              case Tenure.Over() -> List.of();
              case Tenure.Fenced(var again) -> again;
            };
      }
    } catch (TurnwiseException failure) {
      undecided(room, current, failure);
    } catch (RuntimeException bug) {
      LOG.error("committing to gated room {} failed", room.roomId(), bug);
      settlement.fail(
          current, new OutcomeUnknownException("the message", "an internal error came first", bug));
    }
  }

  /**
   * Lock or room were not to be had: certain for requests that were never sent, nothing new for
   * those in doubt, which a statement from before the gate may have stored; they go again.
   */
  private void undecided(RoomQueue room, List<PendingCommit> pendings, TurnwiseException failure) {
    if (!pendings.getFirst().isInDoubt()) {
      settlement.fail(pendings, failure);
      return;
    }
    try {
      pause(pendings.stream().mapToInt(PendingCommit::doubt).max().orElse(1));
      room.putBack(pendings);
    } catch (OutcomeUnknownException closing) {
      settlement.fail(pendings, closing);
    }
  }

  private Tenure tenure(RoomQueue room, List<PendingCommit> drawn) {
    Duration left = longestLeft(drawn);
    if (!left.isPositive()) {
      // Nothing of these is on its way. Most callers have noticed, but one whose earlier statement
      // was in doubt may have left with a promise.
      drawn.forEach(late -> settlement.fail(List.of(late), late.timedOut()));
      return new Tenure.Over();
    }
    try (RoomLock _ = locks.acquire(CommitLock.key(room.roomId()), left)) {
      GateView view = look(room, drawn);
      if (!view.room().gated()) {
        room.putBack(drawn);
        return new Tenure.Over();
      }
      return decideAndSend(room, drawn, view);
    }
  }

  /** Those in doubt have no deadline: the worker goes on until their answer is definite. */
  private Duration longestLeft(List<PendingCommit> drawn) {
    if (drawn.getFirst().isInDoubt()) {
      return config.commitTimeout();
    }
    Duration latest =
        drawn.stream().map(PendingCommit::deadline).max(Duration::compareTo).orElseThrow();
    return latest.minus(tasks.now());
  }

  /**
   * Room and known keys in one snapshot; sets the room's gate if this worker has hooks for it and
   * it is not set.
   */
  private GateView look(RoomQueue room, List<PendingCommit> drawn) {
    List<IdempotencyKey> keys =
        drawn.stream()
            .flatMap(pending -> pending.request().claim().stream())
            .map(claim -> claim.key())
            .toList();
    GateView view = view(room.roomId(), keys);
    if (view.room().gated() || !gates.needed(room.roomId())) {
      return view;
    }
    store.change(new RoomChange.SetGate(room.roomId(), true));
    return view(room.roomId(), keys);
  }

  private GateView view(String roomId, List<IdempotencyKey> keys) {
    GateView view =
        store.gateView(roomId, keys).orElseThrow(() -> new RoomNotFoundException(roomId));
    configs.remember(view.room());
    return view;
  }

  private Tenure decideAndSend(RoomQueue room, List<PendingCommit> waiting, GateView view) {
    // Doubt from the time before the gate: that statement's version is past, so a look at the ids
    // decides.
    List<PendingCommit> drawn =
        waiting.getFirst().isInDoubt() ? absent(room.roomId(), waiting) : waiting;
    Duration end = tasks.now().plus(TENURE);
    List<RoomBatch.Entry> entries = new ArrayList<>();
    List<PendingCommit> known = new ArrayList<>();
    int decided = 0;
    for (PendingCommit pending : drawn) {
      if (decided > 0 && tasks.now().compareTo(end) >= 0) {
        break;
      }
      decided++;
      if (pending.isCancelled()) {
        continue;
      }
      if (pending
          .request()
          .claim()
          .filter(claim -> view.owned().contains(claim.key()))
          .isPresent()) {
        known.add(pending);
      } else {
        gates.decide(pending, view.room(), settlement).ifPresent(entries::add);
      }
    }
    if (decided < drawn.size()) {
      room.putBack(drawn.subList(decided, drawn.size()));
    }
    List<PendingCommit> again = new ArrayList<>(settlement.repeats(known));
    again.addAll(send(room, new RoomBatch(room, view.room().configVersion(), entries), view));
    return again.isEmpty() ? new Tenure.Over() : new Tenure.Fenced(again);
  }

  /**
   * Whoever ran out of time while a hook was asked has not been moderated by it: such a message
   * must not slip through because this noticed the time before its caller did.
   */
  private boolean mayGo(PendingCommit pending, Duration now) {
    if (!pending.isInDoubt() && now.compareTo(pending.deadline()) >= 0) {
      settlement.fail(List.of(pending), pending.timedOut());
      return false;
    }
    return pending.send(now);
  }

  /** Sends until the answer is definite; those whose fence failed come back. */
  private List<PendingCommit> send(RoomQueue room, RoomBatch decided, GateView view) {
    Duration now = tasks.now();
    RoomBatch batch =
        decided.withEntries(
            decided.entries().stream().filter(entry -> mayGo(entry.pending(), now)).toList());
    if (batch.entries().isEmpty()) {
      return List.of();
    }
    HeadConditions fence =
        HeadConditions.gated(view.room().configVersion(), view.room().nextIndex());
    RoomCommit commit = batch.toCommit(fence);
    for (int doubts = 0; ; ) {
      try {
        return switch (store.commit(CommitBatch.of(commit)).getFirst()) {
          case RoomOutcome.Applied(var placements) -> settlement.settle(batch, placements);
          case RoomOutcome.Unmatched() -> fenced(room, batch, doubts);
          case RoomOutcome.Skipped() ->
              throw new IllegalStateException("one room alone is never skipped");
        };
      } catch (OutcomeUnknownException lost) {
        doubts++;
        batch.pendings().forEach(PendingCommit::doubt);
        settlement.uncertain(batch.pendings());
        pause(doubts);
      } catch (DataRejectedException | InvalidInputException rejected) {
        return isolate(batch, rejected);
      } catch (TurnwiseException unavailable) {
        if (doubts == 0) {
          settlement.fail(batch.pendings(), unavailable);
          return List.of();
        }
        doubts++;
        pause(doubts);
      }
    }
  }

  /**
   * {@code next_index} and the version never go back, so an earlier sending can no longer succeed
   * either.
   */
  private List<PendingCommit> fenced(RoomQueue room, RoomBatch batch, int doubts) {
    List<PendingCommit> again =
        doubts == 0 ? batch.pendings() : absent(room.roomId(), batch.pendings());
    again.forEach(PendingCommit::unsend);
    return again;
  }

  /**
   * Those whose uncertain statement, which can no longer succeed, did not store them; the others
   * get their answer.
   */
  private List<PendingCommit> absent(String roomId, List<PendingCommit> pendings) {
    for (int doubts = 1; ; doubts++) {
      Optional<List<PendingCommit>> absent = settlement.storedEarlier(roomId, pendings);
      if (absent.isPresent()) {
        return absent.get();
      }
      pause(doubts);
    }
  }

  /**
   * One event's data spoiled the statement: decided again, each by itself, so that only the culprit
   * pays.
   */
  private List<PendingCommit> isolate(RoomBatch batch, TurnwiseException rejected) {
    List<PendingCommit> pendings = batch.pendings();
    if (pendings.size() == 1) {
      settlement.fail(pendings, rejected);
      return List.of();
    }
    pendings.forEach(PendingCommit::goSolo);
    pendings.forEach(PendingCommit::unsend);
    batch.queue().putBack(pendings);
    return List.of();
  }

  private void pause(int doubts) {
    if (closed) {
      throw new OutcomeUnknownException(
          "the message", "the engine closed before the store answered", null);
    }
    Duration wanted = FIRST_PAUSE.multipliedBy(1L << Math.min(doubts - 1, 8));
    tasks.signal().await(wanted.compareTo(LONGEST_PAUSE) < 0 ? wanted : LONGEST_PAUSE);
  }
}
