package dev.turnwise.store;

import dev.turnwise.model.RoomEvent;
import java.util.Optional;

/**
 * One event to append.
 *
 * @param event complete but for index and time, which the store assigns
 * @param claim the idempotency key under which it is stored at most once
 * @param mutation what it does to another event of the room, in the same transaction
 * @param follows whether it is stored only together with the nearest append before it that follows
 *     none, and shares that one's placement otherwise; it has neither claim nor mutation
 */
public record Append(
    RoomEvent event,
    Optional<IdempotencyClaim> claim,
    Optional<Mutation> mutation,
    boolean follows) {

  public Append {
    if (follows && (claim.isPresent() || mutation.isPresent())) {
      throw new IllegalArgumentException(
          "event " + event.id() + " follows another and has a claim or mutation of its own");
    }
  }

  /** An append that depends on no other. */
  public Append(RoomEvent event, Optional<IdempotencyClaim> claim, Optional<Mutation> mutation) {
    this(event, claim, mutation, false);
  }

  public static Append of(RoomEvent event) {
    return new Append(event, Optional.empty(), Optional.empty());
  }

  public Append withClaim(IdempotencyClaim newClaim) {
    return new Append(event, Optional.of(newClaim), mutation, follows);
  }

  public Append withMutation(Mutation newMutation) {
    return new Append(event, claim, Optional.of(newMutation), follows);
  }

  /** Stored only together with the one before it. */
  public static Append following(RoomEvent event) {
    return new Append(event, Optional.empty(), Optional.empty(), true);
  }

  /** The same, depending on no other. */
  public Append alone() {
    return new Append(event, claim, mutation, false);
  }
}
