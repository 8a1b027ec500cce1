package dev.turnwise.memory;

import dev.turnwise.store.IdempotencyClaim;
import dev.turnwise.store.IdempotencyKey;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.UUID;

/** Idempotency keys and what they own. An expired key counts as absent. */
final class Keys {

  /** What a key owns until it expires. */
  record Owned(
      IdempotencyKey key, String roomId, UUID eventId, String payloadHash, Instant expiresAt) {

    boolean isExpired(Instant now) {
      return !expiresAt.isAfter(now);
    }
  }

  private final Map<IdempotencyKey, Owned> byKey = new HashMap<>();

  /**
   * Also holds entries whose key was replaced since; they are recognised by not being in the map
   * any more.
   */
  private final PriorityQueue<Owned> byExpiry =
      new PriorityQueue<>(Comparator.comparing(Owned::expiresAt));

  Optional<Owned> owner(IdempotencyKey key, Instant now) {
    return Optional.ofNullable(byKey.get(key)).filter(owned -> !owned.isExpired(now));
  }

  void take(IdempotencyClaim claim, String roomId, UUID eventId, Instant now) {
    Owned owned =
        new Owned(
            claim.key(), roomId, eventId, claim.payloadHash(), now.plus(claim.expiresAfter()));
    byKey.put(claim.key(), owned);
    byExpiry.add(owned);
  }

  int purge(int limit, Instant now) {
    int purged = 0;
    while (purged < limit) {
      Owned oldest = byExpiry.peek();
      if (oldest == null || !oldest.isExpired(now)) {
        break;
      }
      byExpiry.remove();
      if (byKey.remove(oldest.key(), oldest)) {
        purged++;
      }
    }
    return purged;
  }
}
