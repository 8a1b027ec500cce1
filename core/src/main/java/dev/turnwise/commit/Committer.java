package dev.turnwise.commit;

import dev.turnwise.error.DataRejectedException;
import dev.turnwise.error.InvalidInputException;
import dev.turnwise.error.OutcomeUnknownException;
import dev.turnwise.error.RoomBusyException;
import dev.turnwise.error.RoomNotFoundException;
import dev.turnwise.error.TurnwiseException;
import dev.turnwise.model.RoomEvent;
import dev.turnwise.result.RefusalReason;
import dev.turnwise.runtime.Signal;
import dev.turnwise.runtime.Tasks;
import dev.turnwise.store.Append;
import dev.turnwise.store.CommitBatch;
import dev.turnwise.store.CommitStore;
import dev.turnwise.store.IdempotencyKey;
import dev.turnwise.store.Mutation;
import dev.turnwise.store.RoomOutcome;
import dev.turnwise.store.RoomSnapshot;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes rooms that have something waiting, decides, and commits everything it took in one
 * statement.
 *
 * <p>The life of a request here: drawn from its room's queue → decided by {@link Gates} from the
 * remembered configuration → sent, conditional on that configuration's version → settled by {@link
 * Settlement}. Whenever the store says for certain that nothing was stored, the request goes back
 * to the front of its queue or to its caller; when the answer is lost, the same ids are sent again
 * until there is one (R12).
 */
final class Committer {

  private static final Logger LOG = LoggerFactory.getLogger(Committer.class);

  /** A room whose configuration changed this often under one request is not going to hold still. */
  private static final int MAX_ATTEMPTS = 20;

  private static final Duration FIRST_PAUSE = Duration.ofMillis(5);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(1);

  private final CommitStore store;
  private final RoomConfigs configs;
  private final Settlement settlement;
  private final ReadyRooms ready;
  private final Tasks tasks;
  private final CommitConfig config;
  private final Signal signal;

  Committer(
      CommitStore store,
      RoomConfigs configs,
      Settlement settlement,
      ReadyRooms ready,
      Tasks tasks,
      CommitConfig config) {
    this.store = store;
    this.configs = configs;
    this.settlement = settlement;
    this.ready = ready;
    this.tasks = tasks;
    this.config = config;
    this.signal = tasks.signal();
  }

  /** Serves rooms until there will be no more. */
  void run() {
    while (true) {
      List<RoomQueue> rooms = ready.take(signal, config.maxRooms());
      if (rooms.isEmpty()) {
        return;
      }
      serve(rooms);
    }
  }

  private void serve(List<RoomQueue> rooms) {
    List<RoomBatch> together = new ArrayList<>();
    Set<IdempotencyKey> keys = new HashSet<>();
    for (RoomQueue room : rooms) {
      RoomBatch batch = prepare(room);
      if (batch.entries().isEmpty()) {
        handOn(room);
      } else if (rooms.size() > 1 && (batch.isSolo() || !addKeys(batch, keys))) {
        room.putBack(batch.pendings());
        handOn(room);
      } else {
        together.add(batch);
      }
    }
    send(together);
    together.forEach(batch -> handOn(batch.queue()));
  }

  /**
   * A key may be claimed once in a statement; a room that repeats another room's key goes by
   * itself.
   */
  private static boolean addKeys(RoomBatch batch, Set<IdempotencyKey> keys) {
    Set<IdempotencyKey> own = new HashSet<>();
    for (RoomBatch.Entry entry : batch.entries()) {
      entry.append().claim().ifPresent(claim -> own.add(claim.key()));
    }
    if (own.stream().anyMatch(keys::contains)) {
      return false;
    }
    keys.addAll(own);
    return true;
  }

  private void handOn(RoomQueue room) {
    if (!room.release()) {
      settlement.retired(room);
    } else if (!ready.add(room)) {
      settlement.abandon(room);
    }
  }

  /** Draws from the queue and decides; what is refused has its answer already. */
  private RoomBatch prepare(RoomQueue room) {
    List<PendingCommit> drawn = room.draw(config.maxBatch());
    if (drawn.isEmpty()) {
      return new RoomBatch(room, 0, List.of());
    }
    try {
      Optional<RoomSnapshot> snapshot = configs.get(room.roomId());
      if (snapshot.isPresent()) {
        return decide(room, freshIfClosed(snapshot.get()), drawn);
      }
      settlement.fail(drawn, new RoomNotFoundException(room.roomId()));
    } catch (TurnwiseException failure) {
      undecided(room, drawn, failure);
    } catch (RuntimeException bug) {
      LOG.error("deciding on messages of room {} failed", room.roomId(), bug);
      settlement.fail(
          drawn, new OutcomeUnknownException("the message", "an internal error came first", bug));
    }
    return new RoomBatch(room, 0, List.of());
  }

  /** A remembered room may have been reopened since; only a fresh look refuses. */
  private RoomSnapshot freshIfClosed(RoomSnapshot remembered) {
    if (remembered.status().acceptsEvents() && !remembered.gated()) {
      return remembered;
    }
    return configs.refresh(remembered.roomId()).orElse(remembered);
  }

  private RoomBatch decide(RoomQueue room, RoomSnapshot snapshot, List<PendingCommit> drawn) {
    List<RoomBatch.Entry> entries = new ArrayList<>(drawn.size());
    Map<PendingCommit, RefusalReason> refused = new LinkedHashMap<>();
    for (PendingCommit pending : drawn) {
      switch (Gates.decide(snapshot, pending.request().event())) {
        case Gates.Verdict.Store(var event) -> entries.add(entry(pending, event));
        case Gates.Verdict.Refuse(var reason) -> refused.put(pending, reason);
      }
    }
    if (drawn.getFirst().isInDoubt() && !refused.isEmpty()) {
      lookAgain(room, drawn);
      return new RoomBatch(room, 0, List.of());
    }
    settlement.refuse(refused);
    return new RoomBatch(room, snapshot.configVersion(), entries);
  }

  private static RoomBatch.Entry entry(PendingCommit pending, RoomEvent event) {
    // A blocked edit leaves its target alone.
    Optional<Mutation> mutation =
        event.isBlocked() ? Optional.empty() : pending.request().mutation();
    return new RoomBatch.Entry(pending, new Append(event, pending.request().claim(), mutation));
  }

  /**
   * What would be refused now may have been stored by the earlier sending, before the room changed.
   * As that change is committed, the earlier sending can no longer succeed, so a look at the ids
   * decides; what is not there is decided again without doubt.
   */
  private void lookAgain(RoomQueue room, List<PendingCommit> drawn) {
    settlement
        .storedEarlier(room.roomId(), drawn)
        .ifPresentOrElse(absent -> retry(room, absent), () -> doubtful(room, drawn));
  }

  /**
   * The configuration could not be read: certain for requests never sent, nothing new for those in
   * doubt.
   */
  private void undecided(RoomQueue room, List<PendingCommit> drawn, TurnwiseException failure) {
    if (drawn.getFirst().isInDoubt()) {
      doubtful(room, drawn);
    } else {
      settlement.fail(drawn, failure);
    }
  }

  /** Still no certainty: the same requests go again, after a pause. */
  private void doubtful(RoomQueue room, List<PendingCommit> pendings) {
    int doubts = pendings.stream().mapToInt(PendingCommit::doubt).max().orElse(1);
    room.putBack(pendings);
    pause(doubts);
  }

  private void send(List<RoomBatch> decided) {
    Duration now = tasks.now();
    List<RoomBatch> batches = new ArrayList<>(decided.size());
    for (RoomBatch batch : decided) {
      List<RoomBatch.Entry> wanted =
          batch.entries().stream().filter(entry -> entry.pending().send(now)).toList();
      if (!wanted.isEmpty()) {
        batches.add(batch.withEntries(wanted));
      }
    }
    if (batches.isEmpty()) {
      return;
    }
    try {
      CommitBatch statement = new CommitBatch(batches.stream().map(RoomBatch::toCommit).toList());
      List<RoomOutcome> outcomes = store.commit(statement);
      for (int i = 0; i < batches.size(); i++) {
        settle(batches.get(i), outcomes.get(i));
      }
    } catch (OutcomeUnknownException lost) {
      batches.forEach(batch -> settlement.uncertain(batch.pendings()));
      batches.reversed().forEach(batch -> doubtful(batch.queue(), batch.pendings()));
    } catch (DataRejectedException | InvalidInputException rejected) {
      batches.forEach(batch -> isolate(batch, rejected));
    } catch (TurnwiseException unavailable) {
      batches.forEach(batch -> notStored(batch, unavailable, batches.size() > 1));
    } catch (RuntimeException bug) {
      LOG.error("committing to {} failed", batches.getFirst().queue().roomId(), bug);
      OutcomeUnknownException unknown =
          new OutcomeUnknownException("the message", "the store failed in an unexpected way", bug);
      batches.forEach(batch -> settlement.fail(batch.pendings(), unknown));
    }
  }

  private void settle(RoomBatch batch, RoomOutcome outcome) {
    switch (outcome) {
      case RoomOutcome.Applied(var placements) -> {
        List<PendingCommit> again = settlement.settle(batch, placements);
        again.forEach(PendingCommit::unsend);
        retry(batch.queue(), again);
      }
      case RoomOutcome.Unmatched() -> unmatched(batch);
      case RoomOutcome.Skipped() -> {
        certain(batch.pendings());
        batch.queue().putBack(batch.pendings());
      }
    }
  }

  /**
   * The condition failed. Versions never go back, so even an earlier sending of the same statement
   * can no longer succeed: if its ids are not stored by now, they never will be.
   */
  private void unmatched(RoomBatch batch) {
    configs.forget(batch.queue().roomId());
    List<PendingCommit> left = batch.pendings();
    if (left.getFirst().isInDoubt()) {
      Optional<List<PendingCommit>> absent = settlement.storedEarlier(batch.queue().roomId(), left);
      if (absent.isEmpty()) {
        doubtful(batch.queue(), left);
        return;
      }
      left = absent.get();
    }
    certain(left);
    retry(batch.queue(), left);
  }

  private static void certain(List<PendingCommit> pendings) {
    pendings.stream().filter(pending -> !pending.isInDoubt()).forEach(PendingCommit::unsend);
  }

  /** Back to the front of the queue, unless this has gone on for too long. */
  private void retry(RoomQueue room, List<PendingCommit> pendings) {
    List<PendingCommit> again = new ArrayList<>(pendings.size());
    for (PendingCommit pending : pendings) {
      if (pending.failedAttempt() < MAX_ATTEMPTS) {
        again.add(pending);
      } else {
        settlement.fail(
            List.of(pending),
            new RoomBusyException(
                room.roomId(), "it changed " + MAX_ATTEMPTS + " times meanwhile"));
      }
    }
    if (!again.isEmpty()) {
      room.putBack(again);
    }
  }

  /**
   * Waits before the next attempt of an uncertain statement: hardly the first time, then ever
   * longer.
   */
  private void pause(int doubts) {
    long factor = 1L << Math.min(doubts - 1, 8);
    Duration wanted = FIRST_PAUSE.multipliedBy(factor);
    tasks.signal().await(wanted.compareTo(LONGEST_PAUSE) < 0 ? wanted : LONGEST_PAUSE);
  }

  /** One event's data spoiled the statement: each goes by itself, so that only the culprit pays. */
  private void isolate(RoomBatch batch, TurnwiseException rejected) {
    if (batch.entries().size() == 1 && batch.entries().getFirst().pending().isSolo()) {
      settlement.fail(batch.pendings(), rejected);
      return;
    }
    batch.pendings().forEach(PendingCommit::goSolo);
    certain(batch.pendings());
    batch.queue().putBack(batch.pendings());
  }

  /**
   * Nothing was stored by this statement; of one in doubt that says nothing about the earlier
   * sending.
   */
  private void notStored(RoomBatch batch, TurnwiseException failure, boolean amongOthers) {
    if (batch.pendings().getFirst().isInDoubt()) {
      doubtful(batch.queue(), batch.pendings());
    } else if (amongOthers) {
      certain(batch.pendings());
      batch.queue().putBack(batch.pendings());
    } else {
      settlement.fail(batch.pendings(), failure);
    }
  }
}
