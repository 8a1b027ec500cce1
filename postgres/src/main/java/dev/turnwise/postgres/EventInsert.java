package dev.turnwise.postgres;

import dev.turnwise.model.RoomEvent;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;

/** Inserts one event at an index that was taken under the head row's lock. */
final class EventInsert {

  private static final Sql INSERT = Sql.of("insert-event");

  private EventInsert() {}

  /** Returns the event with its index and time. */
  static RoomEvent at(Connection connection, String roomId, RoomEvent event, long index)
      throws SQLException {
    Instant createdAt;
    try (Call call = INSERT.on(connection)) {
      createdAt =
          EventRows.bind(call, event)
              .text("room_id", roomId)
              .number("index", index)
              .one(row -> row.time("created_at"));
    }
    DeliveryResults.insertOf(connection, List.of(event));
    return event.withIndex(index, createdAt);
  }
}
