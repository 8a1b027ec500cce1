package dev.turnwise.memory;

import dev.turnwise.model.Participant;
import dev.turnwise.model.ParticipantRole;
import dev.turnwise.model.RoomEvent;
import dev.turnwise.result.RefusalReason;
import dev.turnwise.store.Append;
import dev.turnwise.store.CommitBatch;
import dev.turnwise.store.Mutation;
import dev.turnwise.store.MutationEffects;
import dev.turnwise.store.MutationRules;
import dev.turnwise.store.Placement;
import dev.turnwise.store.RoomCommit;
import dev.turnwise.store.RoomOutcome;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The commit statement on maps: head first, then keys, then exactly as many indices as events go in
 * (R1, R2).
 */
final class BatchCommit {

  private final RoomTable rooms;
  private final Keys keys;

  BatchCommit(RoomTable rooms, Keys keys) {
    this.rooms = rooms;
    this.keys = keys;
  }

  List<RoomOutcome> apply(CommitBatch batch, Instant now) {
    // Before anything is written, because one refused event rolls the whole transaction back.
    requireAcceptableIds(batch);
    List<RoomOutcome> outcomes = new ArrayList<>();
    for (RoomCommit commit : batch.rooms()) {
      outcomes.add(
          matching(commit)
              .<RoomOutcome>map(room -> apply(room, commit, now))
              .orElseGet(RoomOutcome.Unmatched::new));
    }
    return outcomes;
  }

  private Optional<RoomState> matching(RoomCommit commit) {
    return rooms
        .find(commit.roomId())
        .filter(room -> room.head().matches(commit.conditions(), commit.step()));
  }

  private void requireAcceptableIds(CommitBatch batch) {
    Set<UUID> seen = new HashSet<>();
    for (RoomCommit commit : batch.rooms()) {
      if (matching(commit).isEmpty()) {
        continue;
      }
      for (Append append : commit.appends()) {
        RoomEvent event = append.event();
        boolean earlierSending =
            rooms.eventIds().roomOf(event.id()).map(commit.roomId()::equals).orElse(false);
        if (!earlierSending || !seen.add(event.id())) {
          rooms.eventIds().requireFree(event);
        }
      }
    }
  }

  private RoomOutcome.Applied apply(RoomState room, RoomCommit commit, Instant now) {
    List<Placement> placements = new ArrayList<>();
    Placement leader = new Placement.KeyTaken();
    for (Append append : commit.appends()) {
      boolean follows = append.follows() || (commit.isLedByMutation() && !placements.isEmpty());
      if (follows && !(leader instanceof Placement.Stored)) {
        placements.add(leader);
        continue;
      }
      Placement placement = place(room, append, now);
      placements.add(placement);
      leader = follows ? leader : placement;
    }
    commit.step().ifPresent(room.head()::moveCursor);
    commit.senders().forEach(sender -> room.participants().meet(sender, now));
    return new RoomOutcome.Applied(placements);
  }

  private Placement place(RoomState room, Append append, Instant now) {
    Optional<RoomEvent> earlierSending = room.timeline().find(append.event().id());
    if (earlierSending.isPresent()) {
      return new Placement.Stored(earlierSending.get(), List.of());
    }
    if (append.claim().flatMap(claim -> keys.owner(claim.key(), now)).isPresent()) {
      return new Placement.KeyTaken();
    }
    return append
        .mutation()
        .map(mutation -> mutate(room, append, mutation, now))
        .orElseGet(() -> new Placement.Stored(store(room, append, append.event(), now), List.of()));
  }

  private Placement mutate(RoomState room, Append append, Mutation mutation, Instant now) {
    RoomEvent event = append.event();
    @Nullable RoomEvent target = Mutations.targetOf(mutation, room.timeline()).orElse(null);
    Optional<RefusalReason> refusal =
        MutationRules.check(mutation, event, target, roleOf(room, event));
    if (refusal.isPresent() || target == null) {
      return new Placement.Rejected(refusal.orElse(RefusalReason.TARGET_EVENT_NOT_FOUND));
    }
    List<RoomEvent> touched = Mutations.touched(mutation, target, room.timeline());
    RoomEvent complete =
        mutation instanceof Mutation.Remove ? MutationEffects.listing(event, touched) : event;
    Mutations.apply(mutation, touched, room);
    return new Placement.Stored(store(room, append, complete, now), touched);
  }

  private static @Nullable ParticipantRole roleOf(RoomState room, RoomEvent event) {
    return Optional.ofNullable(event.source().participantId())
        .flatMap(room.participants()::find)
        .map(Participant::role)
        .orElse(null);
  }

  private RoomEvent store(RoomState room, Append append, RoomEvent event, Instant now) {
    append.claim().ifPresent(claim -> keys.take(claim, room.id(), event.id(), now));
    RoomEvent stored = room.append(event, now);
    room.head().noteActivity(now);
    return stored;
  }
}
