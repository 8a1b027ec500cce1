package dev.turnwise.store;

import dev.turnwise.model.RoomEvent;
import java.util.Optional;

/**
 * One event to append.
 *
 * @param event complete but for index and time, which the store assigns
 * @param claim the idempotency key under which it is stored at most once
 * @param mutation what it does to another event of the room, in the same transaction
 */
public record Append(
    RoomEvent event, Optional<IdempotencyClaim> claim, Optional<Mutation> mutation) {

  public static Append of(RoomEvent event) {
    return new Append(event, Optional.empty(), Optional.empty());
  }

  public Append withClaim(IdempotencyClaim newClaim) {
    return new Append(event, Optional.of(newClaim), mutation);
  }

  public Append withMutation(Mutation newMutation) {
    return new Append(event, claim, Optional.of(newMutation));
  }
}
