package dev.turnwise.postgres;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * How far channels have read. A marker carries no condition of anything, so it moves without the
 * head's lock.
 */
final class ReadMarkers {

  private static final Sql MOVE = Sql.of("mark-read");
  private static final Sql ALL = Sql.of("read-markers");
  private static final Sql UNREAD = Sql.of("unread-count");

  private final Database database;

  ReadMarkers(Database database) {
    this.database = database;
  }

  Optional<Long> moveTo(String roomId, String channelId, long index) {
    Failures.Write write =
        Failures.Write.of(
            "moving a read marker", "the read marker of " + channelId + " in room " + roomId);
    return database.write(
        write,
        connection -> {
          try (Call call = MOVE.on(connection)) {
            return call.text("room_id", roomId)
                .text("channel_id", channelId)
                .number("index", index)
                .first(row -> row.number("index"));
          }
        });
  }

  Map<String, Long> all(String roomId) {
    return database.read(
        "reading read markers",
        connection -> {
          Map<String, Long> markers = new HashMap<>();
          try (Call call = ALL.on(connection)) {
            call.text("room_id", roomId)
                .list(row -> markers.put(row.text("channel_id"), row.number("index")));
          }
          return markers;
        });
  }

  long unread(String roomId, String channelId) {
    return database.read(
        "counting unread events",
        connection -> {
          try (Call call = UNREAD.on(connection)) {
            return call.text("room_id", roomId)
                .text("channel_id", channelId)
                .one(row -> row.number("count"));
          }
        });
  }
}
