package dev.turnwise.postgres;

import dev.turnwise.error.TurnwiseException;
import dev.turnwise.model.RoomStatus;
import dev.turnwise.store.TimerTransition;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The timers of rooms.
 *
 * <p>A room is looked at when the lower bound that is stored with it has passed, and then either
 * moved or looked at later. Only one worker gets a room's head; what is due is decided under its
 * lock.
 */
final class DueTimers {

  private static final Logger LOG = LoggerFactory.getLogger(DueTimers.class);
  private static final Sql DUE = Sql.of("due-timers");
  private static final Sql FIRE = Sql.of("fire-timers");
  private static final Sql CLOSE = Sql.of("close-rooms");
  private static final Failures.Write WRITE =
      Failures.Write.of("firing room timers", "the move of rooms by their timers");

  /** Heads locked at once. */
  private static final int ROUND = 100;

  /** Bounds a call while rooms keep coming. */
  private static final int MAX_ROUNDS = 100;

  /** What one round looked at, and what it moved. */
  private record Round(int seen, List<TimerTransition> fired) {}

  private final Database database;

  DueTimers(Database database) {
    this.database = database;
  }

  List<TimerTransition> fire(int limit) {
    List<TimerTransition> fired = new ArrayList<>();
    for (int round = 0; round < MAX_ROUNDS && fired.size() < limit; round++) {
      int wanted = Math.min(ROUND, limit - fired.size());
      Round done;
      try {
        done =
            database.transaction(
                WRITE, result -> result.seen() > 0, connection -> round(connection, wanted));
      } catch (TurnwiseException failure) {
        if (fired.isEmpty()) {
          throw failure;
        }
        // What was moved before must reach its one caller; the next call meets the failure again.
        LOG.warn(
            "room timers stopped after {} of at most {} transitions", fired.size(), limit, failure);
        return fired;
      }
      fired.addAll(done.fired());
      if (done.seen() == 0) {
        break;
      }
    }
    return fired;
  }

  private static Round round(Connection connection, int wanted) throws SQLException {
    List<String> locked = Heads.lockFreeOnes(connection, due(connection, wanted));
    if (locked.isEmpty()) {
      return new Round(0, List.of());
    }
    List<TimerTransition> fired = fire(connection, locked);
    List<String> moved = fired.stream().map(TimerTransition::roomId).toList();
    List<String> closed =
        fired.stream()
            .filter(one -> one.to() == RoomStatus.CLOSED)
            .map(TimerTransition::roomId)
            .toList();
    if (!closed.isEmpty()) {
      try (Call call = CLOSE.on(connection)) {
        call.texts("room_ids", closed).update();
      }
    }
    LockedRoom.noteMove(connection, moved);
    LockedRoom.armTimers(connection, locked);
    return new Round(locked.size(), fired);
  }

  private static List<String> due(Connection connection, int limit) throws SQLException {
    try (Call call = DUE.on(connection)) {
      return call.number("limit", limit).list(row -> row.text("room_id"));
    }
  }

  private static List<TimerTransition> fire(Connection connection, List<String> locked)
      throws SQLException {
    try (Call call = FIRE.on(connection)) {
      return call.texts("room_ids", locked)
          .list(
              row ->
                  new TimerTransition(
                      row.text("room_id"),
                      row.constant("status_before", RoomStatus.class),
                      row.constant("status_after", RoomStatus.class)));
    }
  }
}
