package dev.turnwise.postgres;

import dev.turnwise.model.Participant;
import dev.turnwise.model.RoomEvent;
import dev.turnwise.store.Append;
import dev.turnwise.store.CommitBatch;
import dev.turnwise.store.IdempotencyClaim;
import dev.turnwise.store.Placement;
import dev.turnwise.store.RoomCommit;
import dev.turnwise.store.RoomOutcome;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The commit of a lone event: one statement, one round trip. */
final class EventCommit {

  private static final Sql COMMIT = Sql.of("commit-event");

  private EventCommit() {}

  /** Whether the statement can do all that this batch wants. */
  static boolean fits(CommitBatch batch) {
    RoomCommit room = batch.rooms().getFirst();
    return batch.rooms().size() == 1
        && room.appends().size() == 1
        && room.senders().size() <= 1
        && room.step().isEmpty();
  }

  static RoomOutcome run(Connection connection, RoomCommit commit) throws SQLException {
    Append append = commit.appends().getFirst();
    try (Call call = COMMIT.on(connection)) {
      EventRows.bind(call, append.event());
      Heads.bind(call.text("room_id", commit.roomId()), commit.conditions());
      bindKey(call, append.claim().orElse(null));
      bindSender(call, commit.senders().isEmpty() ? null : commit.senders().getFirst());
      return call.first(row -> outcome(row, append.event())).orElseGet(RoomOutcome.Unmatched::new);
    }
  }

  private static void bindKey(Call call, @Nullable IdempotencyClaim claim) throws SQLException {
    call.flag("is_keyed", claim != null)
        .bytes("key_hash", claim == null ? null : EventArrays.hash(claim))
        .text("payload_hash", claim == null ? null : claim.payloadHash())
        .number("expires_us", claim == null ? null : (Long) EventArrays.expiryMicros(claim));
  }

  private static void bindSender(Call call, @Nullable Participant sender) throws SQLException {
    call.text("sender_id", sender == null ? null : sender.id())
        .text("sender_via", sender == null ? null : TextArrays.literal(ParticipantRows.via(sender)))
        .text("sender", sender == null ? null : ParticipantRows.senderJson(sender));
  }

  private static RoomOutcome outcome(Row row, RoomEvent event) throws SQLException {
    Placement placement =
        row.isNull("index")
            ? new Placement.KeyTaken()
            : new Placement.Stored(
                event.withIndex(row.number("index"), row.time("created_at")), List.of());
    return new RoomOutcome.Applied(List.of(placement));
  }
}
