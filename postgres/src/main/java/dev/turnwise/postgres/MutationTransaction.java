package dev.turnwise.postgres;

import dev.turnwise.model.Participant;
import dev.turnwise.model.ParticipantRole;
import dev.turnwise.model.RoomEvent;
import dev.turnwise.result.RefusalReason;
import dev.turnwise.store.Append;
import dev.turnwise.store.IdempotencyClaim;
import dev.turnwise.store.Mutation;
import dev.turnwise.store.MutationEffects;
import dev.turnwise.store.MutationRules;
import dev.turnwise.store.Placement;
import dev.turnwise.store.RoomCommit;
import dev.turnwise.store.RoomOutcome;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * An append that changes another event.
 *
 * <p>The head row first; then target and role are read by statements of their own, which see
 * everything that was committed before the lock was given. Nothing of the room can change until
 * this transaction ends.
 */
final class MutationTransaction {

  private static final Sql CLAIM_KEY = Sql.of("claim-key");
  private static final Sql PARTICIPANT = Sql.of("participant");
  private static final Sql MEET_SENDER = Sql.of("meet-sender");

  private final Database database;

  MutationTransaction(Database database) {
    this.database = database;
  }

  RoomOutcome commit(RoomCommit commit) {
    Failures.Write write =
        Failures.Write.ofEvent("commit", commit.appends().getFirst().event().id());
    return database.transaction(
        write, outcome -> isKept(commit, outcome), connection -> run(connection, commit));
  }

  private static boolean isKept(RoomCommit commit, RoomOutcome outcome) {
    return outcome instanceof RoomOutcome.Applied(List<Placement> placements)
        && (placements.getFirst() instanceof Placement.Stored || commit.step().isPresent());
  }

  private static RoomOutcome run(Connection connection, RoomCommit commit) throws SQLException {
    Optional<Heads.Locked> head = Heads.lockIf(connection, commit);
    if (head.isEmpty()) {
      return new RoomOutcome.Unmatched();
    }
    Append append = commit.appends().getFirst();
    Optional<RoomEvent> earlierSending =
        EventQueries.find(connection, commit.roomId(), append.event().id());
    if (earlierSending.isPresent()) {
      Placement placement = new Placement.Stored(earlierSending.get(), List.of());
      return end(connection, commit, 0, withFollowers(connection, commit, placement));
    }
    // Only a step is written even if the append is refused; without one the whole transaction is
    // rolled back.
    Savepoint untouched = commit.step().isPresent() ? connection.setSavepoint() : null;
    Placement placement = place(connection, commit.roomId(), append, head.get().nextIndex());
    if (placement instanceof Placement.Stored) {
      List<Placement> placements = new ArrayList<>(List.of(placement));
      for (Append follower : followers(commit)) {
        long index = head.get().nextIndex() + placements.size();
        RoomEvent event = EventInsert.at(connection, commit.roomId(), follower.event(), index);
        placements.add(new Placement.Stored(event, List.of()));
      }
      return end(connection, commit, placements.size(), placements);
    }
    if (untouched != null) {
      connection.rollback(untouched);
    }
    return end(connection, commit, 0, Collections.nCopies(commit.appends().size(), placement));
  }

  private static List<Append> followers(RoomCommit commit) {
    return commit.appends().subList(1, commit.appends().size());
  }

  /** Those of an earlier sending, which stored all or nothing; deleted ones are gone again. */
  private static List<Placement> withFollowers(
      Connection connection, RoomCommit commit, Placement first) throws SQLException {
    List<Placement> placements = new ArrayList<>(List.of(first));
    for (Append follower : followers(commit)) {
      placements.add(
          EventQueries.find(connection, commit.roomId(), follower.event().id())
              .<Placement>map(event -> new Placement.Stored(event, List.of()))
              .orElseGet(() -> new Placement.Rejected(RefusalReason.TARGET_EVENT_NOT_FOUND)));
    }
    return placements;
  }

  private static RoomOutcome end(
      Connection connection, RoomCommit commit, int events, List<Placement> placements)
      throws SQLException {
    if (events > 0 || commit.step().isPresent()) {
      Heads.noteAppend(connection, commit, events);
      for (Participant sender : commit.senders()) {
        meet(connection, sender);
      }
    }
    return new RoomOutcome.Applied(placements);
  }

  private static Placement place(Connection connection, String roomId, Append append, long index)
      throws SQLException {
    RoomEvent event = append.event();
    if (append.claim().isPresent() && !claim(connection, append.claim().get(), event)) {
      return new Placement.KeyTaken();
    }
    Mutation mutation = append.mutation().orElseThrow();
    EventMutations mutations = new EventMutations(connection, roomId);
    @Nullable RoomEvent target = mutations.target(mutation);
    Optional<RefusalReason> refusal =
        MutationRules.check(mutation, event, target, roleOf(connection, event));
    if (refusal.isPresent() || target == null) {
      return new Placement.Rejected(refusal.orElse(RefusalReason.TARGET_EVENT_NOT_FOUND));
    }
    List<RoomEvent> touched = mutations.apply(mutation, target);
    RoomEvent complete =
        mutation instanceof Mutation.Remove ? MutationEffects.listing(event, touched) : event;
    return new Placement.Stored(EventInsert.at(connection, roomId, complete, index), touched);
  }

  private static boolean claim(Connection connection, IdempotencyClaim claim, RoomEvent event)
      throws SQLException {
    try (Call call = CLAIM_KEY.on(connection)) {
      return call.bytes("key_hash", EventArrays.hash(claim))
              .uuid("id", event.id())
              .text("room_id", event.roomId())
              .text("payload_hash", claim.payloadHash())
              .number("expires_us", EventArrays.expiryMicros(claim))
              .update()
          > 0;
    }
  }

  private static @Nullable ParticipantRole roleOf(Connection connection, RoomEvent event)
      throws SQLException {
    String participantId = event.source().participantId();
    if (participantId == null) {
      return null;
    }
    try (Call call = PARTICIPANT.on(connection)) {
      return call.text("room_id", event.roomId())
          .text("participant_id", participantId)
          .first(row -> row.constant("role", ParticipantRole.class))
          .orElse(null);
    }
  }

  private static void meet(Connection connection, Participant sender) throws SQLException {
    Participant reached = sender.toBuilder().connectedVia(ParticipantRows.via(sender)).build();
    try (Call call = MEET_SENDER.on(connection)) {
      ParticipantRows.bind(call, reached).update();
    }
  }
}
