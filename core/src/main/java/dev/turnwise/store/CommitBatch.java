package dev.turnwise.store;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * What one transaction appends, to one room or to several.
 *
 * @param rooms at least one; distinct rooms, distinct keys across all of them. An append with a
 *     mutation comes first in a batch of one room; what stands behind it has neither key nor
 *     mutation, and is stored only if it is
 */
public record CommitBatch(List<RoomCommit> rooms) {

  public CommitBatch {
    rooms = List.copyOf(rooms);
    if (rooms.isEmpty()) {
      throw new IllegalArgumentException("a batch needs at least one room");
    }
    Set<String> ids = new HashSet<>();
    Set<IdempotencyKey> keys = new HashSet<>();
    for (RoomCommit room : rooms) {
      requireDistinct(ids.add(room.roomId()), "room", room.roomId());
      for (Append append : room.appends()) {
        append
            .claim()
            .ifPresent(
                claim ->
                    requireDistinct(keys.add(claim.key()), "idempotency key", claim.key().hash()));
      }
      requireMutationFirst(rooms.size(), room.appends());
    }
  }

  private static void requireMutationFirst(int rooms, List<Append> appends) {
    if (appends.stream().allMatch(append -> append.mutation().isEmpty())) {
      return;
    }
    boolean ledByIt =
        appends.stream()
            .skip(1)
            .allMatch(append -> append.mutation().isEmpty() && append.claim().isEmpty());
    if (rooms > 1 || !ledByIt) {
      throw new IllegalArgumentException(
          "an append that changes another event must lead its batch, and nothing may follow but"
              + " plain events");
    }
  }

  private static void requireDistinct(boolean distinct, String what, String which) {
    if (!distinct) {
      throw new IllegalArgumentException(what + " twice in one batch: " + which);
    }
  }

  public static CommitBatch of(RoomCommit room) {
    return new CommitBatch(List.of(room));
  }
}
