package dev.turnwise.store;

import dev.turnwise.model.Room;

/** What became of a room to be created. */
public sealed interface RoomOpening {

  record Opened(Room room) implements RoomOpening {}

  /** Somebody opened a room for the same route first; nothing was created. */
  record RouteTaken(String roomId) implements RoomOpening {}

  /** A room with this id exists; nothing was created. */
  record IdTaken() implements RoomOpening {}
}
