package dev.turnwise.postgres;

import dev.turnwise.error.StoreUnavailableException;
import dev.turnwise.model.ChannelBinding;
import dev.turnwise.model.Room;
import dev.turnwise.store.NewRoom;
import dev.turnwise.store.RoomOpening;
import dev.turnwise.store.Route;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Optional;

/** Creating rooms. */
final class RoomOpenings {

  private static final Sql HEAD = Sql.of("open-head");
  private static final Sql ROUTE = Sql.of("open-route");
  private static final Sql ROOM = Sql.of("open-room");
  private static final Sql READ = Sql.of("room");
  private static final Sql ROUTED_ROOM = Sql.of("routed-room");
  private static final int MAX_ATTEMPTS = 5;

  private final Database database;

  RoomOpenings(Database database) {
    this.database = database;
  }

  RoomOpening open(NewRoom room) {
    Failures.Write write = Failures.Write.of("creating a room", "room " + room.id());
    for (int attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      Optional<RoomOpening> opening =
          database.transaction(
              write, RoomOpenings::isOpened, connection -> tryToOpen(connection, room));
      if (opening.isPresent()) {
        return opening.get();
      }
    }
    throw new StoreUnavailableException(
        write.operation(),
        "its route was taken and given back " + MAX_ATTEMPTS + " times meanwhile",
        null);
  }

  private static boolean isOpened(Optional<RoomOpening> opening) {
    return opening.isPresent() && opening.get() instanceof RoomOpening.Opened;
  }

  /** Empty if the route was taken a moment ago and is free again. */
  private static Optional<RoomOpening> tryToOpen(Connection connection, NewRoom room)
      throws SQLException {
    Optional<Instant> createdAt = insertHead(connection, room);
    if (createdAt.isEmpty()) {
      Optional<RoomOpening> routed = taken(connection, room.route());
      return routed.isPresent() ? routed : Optional.of(new RoomOpening.IdTaken());
    }
    if (room.route().isPresent() && !insertRoute(connection, room, room.route().get())) {
      return taken(connection, room.route());
    }
    insertRoom(connection, room, createdAt.get());
    for (ChannelBinding binding : room.bindings()) {
      BindingRows.attach(connection, room.id(), binding, true);
    }
    return Optional.of(new RoomOpening.Opened(read(connection, room.id())));
  }

  private static Optional<Instant> insertHead(Connection connection, NewRoom room)
      throws SQLException {
    try (Call call = HEAD.on(connection)) {
      return call.text("room_id", room.id()).first(row -> row.time("last_activity"));
    }
  }

  private static boolean insertRoute(Connection connection, NewRoom room, Route route)
      throws SQLException {
    try (Call call = ROUTE.on(connection)) {
      return RoomQueries.bind(call, route).text("room_id", room.id()).update() > 0;
    }
  }

  /** A statement of its own: the one that met the conflict cannot see the row that it met. */
  private static Optional<RoomOpening> taken(Connection connection, Optional<Route> route)
      throws SQLException {
    if (route.isEmpty()) {
      return Optional.empty();
    }
    try (Call call = ROUTED_ROOM.on(connection)) {
      return RoomQueries.bind(call, route.get())
          .first(row -> new RoomOpening.RouteTaken(row.text("room_id")));
    }
  }

  private static void insertRoom(Connection connection, NewRoom room, Instant createdAt)
      throws SQLException {
    try (Call call = ROOM.on(connection)) {
      RoomRows.bind(call, room.timers())
          .text("room_id", room.id())
          .text("organization_id", RoomRows.organization(room.organizationId()))
          .time("created_at", createdAt)
          .text("metadata", EventRows.json(room.metadata()))
          .text("agent_response_policy", room.agentResponsePolicy().name())
          .update();
    }
  }

  private static Room read(Connection connection, String roomId) throws SQLException {
    try (Call call = READ.on(connection)) {
      return call.text("room_id", roomId).one(RoomRows::read);
    }
  }
}
