package dev.turnwise.store;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * What one transaction appends, to one room or to several.
 *
 * @param rooms at least one; distinct rooms, distinct keys across all of them, a mutation only
 *     alone
 */
public record CommitBatch(List<RoomCommit> rooms) {

  public CommitBatch {
    rooms = List.copyOf(rooms);
    if (rooms.isEmpty()) {
      throw new IllegalArgumentException("a batch needs at least one room");
    }
    Set<String> ids = new HashSet<>();
    Set<IdempotencyKey> keys = new HashSet<>();
    boolean mutates = false;
    int appends = 0;
    for (RoomCommit room : rooms) {
      requireDistinct(ids.add(room.roomId()), "room", room.roomId());
      for (Append append : room.appends()) {
        append
            .claim()
            .ifPresent(
                claim ->
                    requireDistinct(keys.add(claim.key()), "idempotency key", claim.key().hash()));
        mutates |= append.mutation().isPresent();
        appends++;
      }
    }
    if (mutates && (rooms.size() > 1 || appends > 1)) {
      throw new IllegalArgumentException(
          "an append that changes another event must be alone in its batch");
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
