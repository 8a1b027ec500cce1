package dev.turnwise.store;

import dev.turnwise.model.RoomEvent;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** Appending to timelines. Only committers call it. */
public interface CommitStore {

  /**
   * Appends to one or many rooms in one transaction.
   *
   * <p>For each room: locks its head row with all {@link HeadConditions} in that lock's predicate;
   * if it does not match, writes nothing for this room, keys included (R1). Then inserts the
   * idempotency keys in key order, and numbers and inserts only appends whose key went in or that
   * have none (R2), raising {@code next_index} by exactly their number. An expired key counts as
   * absent and is replaced. An append to a PAUSED room makes it ACTIVE.
   *
   * <p>With one room in the batch the head row is waited for; with several, rooms whose head is
   * locked by somebody else are {@link RoomOutcome.Skipped}. A batch with a {@link Mutation} has
   * exactly one room, led by the append that has it; what follows is stored only if that one is.
   *
   * <p>Sending the same batch again is safe: ids that are stored count as done and are reported as
   * stored.
   *
   * @return outcomes in the order of the batch's rooms
   */
  List<RoomOutcome> commit(CommitBatch batch);

  /**
   * The originals behind keys that did not go in. A statement of its own: the one that met the
   * conflict cannot see the winner (R3). Keys without an unexpired owner are absent from the
   * result.
   */
  Map<IdempotencyKey, KeyOwner> owners(Collection<IdempotencyKey> keys);

  /**
   * Head, configuration and which of the keys are owned, in one snapshot; empty if there is no such
   * room.
   */
  Optional<GateView> gateView(String roomId, Collection<IdempotencyKey> keys);

  /** Those of the ids that are stored in this room, in index order. */
  List<RoomEvent> stored(String roomId, Collection<UUID> ids);

  /** Deletes at most {@code limit} expired idempotency keys; returns how many went. */
  int purgeExpiredKeys(int limit);
}
