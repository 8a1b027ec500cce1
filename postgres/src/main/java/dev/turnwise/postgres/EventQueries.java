package dev.turnwise.postgres;

import dev.turnwise.model.RoomEvent;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Single events by id. */
final class EventQueries {

  private static final Sql BY_ID = Sql.of("events-by-id");

  private final Database database;

  EventQueries(Database database) {
    this.database = database;
  }

  /** Those of the ids that are stored, in whatever room, in index order. */
  List<RoomEvent> byId(Collection<UUID> ids) {
    return ids.isEmpty()
        ? List.of()
        : database.read("reading events", connection -> find(connection, ids));
  }

  /** Those of the ids that are stored in this room, in index order. */
  List<RoomEvent> inRoom(String roomId, Collection<UUID> ids) {
    return byId(ids).stream().filter(event -> event.roomId().equals(roomId)).toList();
  }

  /** The event of this id, as this transaction sees it, if it is in this room. */
  static Optional<RoomEvent> find(Connection connection, String roomId, UUID id)
      throws SQLException {
    return find(connection, List.of(id)).stream()
        .filter(event -> event.roomId().equals(roomId))
        .findFirst();
  }

  private static List<RoomEvent> find(Connection connection, Collection<UUID> ids)
      throws SQLException {
    try (Call call = BY_ID.on(connection)) {
      return call.uuids("ids", ids).list(EventRows::read);
    }
  }
}
