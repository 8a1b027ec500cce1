package dev.turnwise.store;

import dev.turnwise.model.Participant;
import java.util.List;
import java.util.Optional;

/**
 * One room's part of a batch: all of it happens, or nothing.
 *
 * @param roomId the room
 * @param conditions what must hold on the head row
 * @param appends events in the order in which they get their indices; may be empty only with a step
 * @param senders participants to be there afterwards; distinct ids. A new one is inserted; of an
 *     existing one only {@code connectedVia} grows
 * @param step the delivery cursor's step that this commit belongs to
 */
public record RoomCommit(
    String roomId,
    HeadConditions conditions,
    List<Append> appends,
    List<Participant> senders,
    Optional<CursorStep> step) {

  public RoomCommit {
    appends = List.copyOf(appends);
    senders = List.copyOf(senders);
    if (appends.isEmpty() && step.isEmpty()) {
      throw new IllegalArgumentException("nothing to commit in room " + roomId);
    }
    if (!appends.isEmpty() && appends.getFirst().follows()) {
      throw new IllegalArgumentException("the first append in room " + roomId + " follows nothing");
    }
  }

  public static RoomCommit of(String roomId, HeadConditions conditions, List<Append> appends) {
    return new RoomCommit(roomId, conditions, appends, List.of(), Optional.empty());
  }

  /** Whether its first append changes another event; then the others are stored only with it. */
  public boolean isLedByMutation() {
    return !appends.isEmpty() && appends.getFirst().mutation().isPresent();
  }

  public RoomCommit withSenders(List<Participant> newSenders) {
    return new RoomCommit(roomId, conditions, appends, newSenders, step);
  }

  public RoomCommit withStep(CursorStep newStep) {
    return new RoomCommit(roomId, conditions, appends, senders, Optional.of(newStep));
  }
}
