package dev.turnwise.commit;

import dev.turnwise.model.Participant;
import dev.turnwise.model.RoomEvent;
import dev.turnwise.store.IdempotencyClaim;
import dev.turnwise.store.Mutation;
import java.util.Optional;

/**
 * An event that wants to be in its room's timeline.
 *
 * @param event complete but for what the gates and the store decide: status, effective visibility,
 *     index, time
 * @param claim the idempotency key to store it under
 * @param mutation what it does to another event
 * @param sender the participant who is to be there once it is stored
 */
public record CommitRequest(
    RoomEvent event,
    Optional<IdempotencyClaim> claim,
    Optional<Mutation> mutation,
    Optional<Participant> sender) {

  public String roomId() {
    return event.roomId();
  }
}
