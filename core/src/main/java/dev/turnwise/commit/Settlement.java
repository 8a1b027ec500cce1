package dev.turnwise.commit;

import dev.turnwise.error.EngineClosedException;
import dev.turnwise.error.OutcomeUnknownException;
import dev.turnwise.error.TurnwiseException;
import dev.turnwise.model.RoomEvent;
import dev.turnwise.result.InboundResult;
import dev.turnwise.result.RefusalReason;
import dev.turnwise.store.CommitStore;
import dev.turnwise.store.IdempotencyClaim;
import dev.turnwise.store.IdempotencyKey;
import dev.turnwise.store.KeyOwner;
import dev.turnwise.store.Placement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;

/** Turns what the store answered into what each caller gets. */
final class Settlement {

  private final CommitStore store;
  private final CommitListener listener;
  private final Consumer<RoomQueue> onRetired;
  private final Consumer<PendingCommit> onSettled;
  private final Consumer<PendingCommit> onUncertain;

  Settlement(
      CommitStore store,
      CommitListener listener,
      Consumer<RoomQueue> onRetired,
      Consumer<PendingCommit> onSettled,
      Consumer<PendingCommit> onUncertain) {
    this.store = store;
    this.listener = listener;
    this.onRetired = onRetired;
    this.onSettled = onSettled;
    this.onUncertain = onUncertain;
  }

  void retired(RoomQueue room) {
    onRetired.accept(room);
  }

  /** Answers everybody in the queue, as the engine closes and nobody will serve it any more. */
  void abandon(RoomQueue room) {
    for (PendingCommit left : room.abandon()) {
      keep(
          left,
          new CommitResult.Failed(
              left.isInDoubt() ? unanswered(left) : new EngineClosedException()));
    }
    onRetired.accept(room);
  }

  private static OutcomeUnknownException unanswered(PendingCommit pending) {
    return new OutcomeUnknownException(
        "event " + pending.request().event().id(),
        "the engine closed before the store answered",
        null);
  }

  void uncertain(List<PendingCommit> pendings) {
    pendings.forEach(onUncertain);
  }

  /**
   * Answers everybody whose append has a definite placement.
   *
   * @return those whose key was taken when they came and free when it was looked up: they go again
   */
  List<PendingCommit> settle(RoomBatch batch, List<Placement> placements) {
    List<RoomEvent> stored = new ArrayList<>();
    List<PendingCommit> taken = new ArrayList<>();
    for (Placement placement : placements) {
      if (placement instanceof Placement.Stored(var event, var touched)) {
        stored.add(event);
      }
    }
    // The listener first: whoever is woken below may ask what the listener has set going.
    tell(batch.queue().roomId(), stored);
    for (int i = 0; i < placements.size(); i++) {
      PendingCommit pending = batch.entries().get(i).pending();
      switch (placements.get(i)) {
        case Placement.Stored(var event, var touched) ->
            keep(pending, new CommitResult.Done(result(event), touched));
        case Placement.Rejected(var reason) ->
            keep(pending, CommitResult.Done.of(new InboundResult.Refused(reason)));
        case Placement.KeyTaken() -> taken.add(pending);
      }
    }
    return taken.isEmpty() ? taken : duplicates(taken);
  }

  /** R3: the originals are read by a statement of their own, whose snapshot sees the winners. */
  private List<PendingCommit> duplicates(List<PendingCommit> taken) {
    Map<IdempotencyKey, KeyOwner> owners;
    try {
      owners = store.owners(taken.stream().map(pending -> claim(pending).key()).toList());
    } catch (TurnwiseException failure) {
      // Nothing of these was stored now, but what is in doubt may own its key since an earlier
      // sending.
      taken.forEach(
          pending ->
              keep(
                  pending,
                  new CommitResult.Failed(pending.isInDoubt() ? unknown(pending) : failure)));
      return List.of();
    }
    List<PendingCommit> again = new ArrayList<>();
    for (PendingCommit pending : taken) {
      KeyOwner owner = owners.get(claim(pending).key());
      if (owner == null) {
        again.add(pending);
      } else {
        keep(pending, CommitResult.Done.of(duplicate(pending, owner)));
      }
    }
    return again;
  }

  private static OutcomeUnknownException unknown(PendingCommit pending) {
    return new OutcomeUnknownException(
        "event " + pending.request().event().id(),
        "the store answered the commit, but not the look-up after it",
        null);
  }

  private InboundResult duplicate(PendingCommit pending, KeyOwner owner) {
    RoomEvent original = owner.event().orElse(null);
    if (original == null) {
      return new InboundResult.Refused(RefusalReason.DUPLICATE);
    }
    if (owner.eventId().equals(pending.request().event().id())) {
      // Its own earlier sending, whose answer had been lost.
      tell(original.roomId(), List.of(original));
      return result(original);
    }
    return new InboundResult.Duplicate(
        original, !owner.payloadHash().equals(claim(pending).payloadHash()));
  }

  private static IdempotencyClaim claim(PendingCommit pending) {
    return pending.request().claim().orElseThrow();
  }

  /**
   * Looks for requests of an uncertain statement that had been stored after all, and answers them.
   * To be called only once that statement can no longer succeed.
   *
   * @return those that were not stored, or empty if the store did not say
   */
  Optional<List<PendingCommit>> storedEarlier(String roomId, List<PendingCommit> pendings) {
    Map<UUID, RoomEvent> found = new LinkedHashMap<>();
    try {
      List<UUID> ids = pendings.stream().map(pending -> pending.request().event().id()).toList();
      store.stored(roomId, ids).forEach(event -> found.put(event.id(), event));
    } catch (TurnwiseException failure) {
      return Optional.empty();
    }
    tell(roomId, List.copyOf(found.values()));
    List<PendingCommit> absent = new ArrayList<>();
    for (PendingCommit pending : pendings) {
      RoomEvent event = found.get(pending.request().event().id());
      if (event == null) {
        pending.unsend();
        absent.add(pending);
      } else {
        keep(pending, CommitResult.Done.of(result(event)));
      }
    }
    return Optional.of(absent);
  }

  private void tell(String roomId, List<RoomEvent> stored) {
    if (!stored.isEmpty()) {
      listener.committed(roomId, stored);
    }
  }

  /**
   * Refuses, unless the request repeats a key whose original is stored: its caller may have missed
   * that answer, and "refused" would say that nothing was ever stored.
   */
  void refuse(Map<PendingCommit, RefusalReason> refused) {
    List<PendingCommit> keyed =
        refused.keySet().stream().filter(p -> p.request().claim().isPresent()).toList();
    List<PendingCommit> strangers = new ArrayList<>(refused.keySet());
    if (!keyed.isEmpty()) {
      strangers.removeAll(keyed);
      strangers.addAll(duplicates(keyed));
    }
    for (PendingCommit stranger : strangers) {
      RefusalReason reason = Objects.requireNonNull(refused.get(stranger));
      keep(stranger, CommitResult.Done.of(new InboundResult.Refused(reason)));
    }
  }

  void fail(List<PendingCommit> pendings, TurnwiseException failure) {
    pendings.forEach(pending -> keep(pending, new CommitResult.Failed(failure)));
  }

  private void keep(PendingCommit pending, CommitResult result) {
    if (pending.result().keep(result)) {
      onSettled.accept(pending);
    }
  }

  private static InboundResult result(RoomEvent event) {
    if (!event.isBlocked()) {
      return new InboundResult.Stored(event);
    }
    String by = event.blockedBy() == null ? "unknown" : event.blockedBy();
    return new InboundResult.Blocked(event, by, reasonOf(by));
  }

  private static String reasonOf(String by) {
    return switch (by) {
      case "source_muted" -> "the source channel is muted in this room";
      case "source_read_only" -> "the source channel may not write in this room";
      default -> "blocked by " + by;
    };
  }
}
