package dev.turnwise.memory;

import dev.turnwise.error.DataRejectedException;
import dev.turnwise.model.RoomEvent;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** Which room each event is in: ids are unique across the store, as a primary key makes them. */
final class EventIds {

  private final Map<UUID, String> roomById = new HashMap<>();

  void add(RoomEvent event) {
    requireFree(event);
    roomById.put(event.id(), event.roomId());
  }

  void remove(RoomEvent event) {
    roomById.remove(event.id());
  }

  Optional<String> roomOf(UUID id) {
    return Optional.ofNullable(roomById.get(id));
  }

  /** Refuses an event whose id is taken by another one. */
  void requireFree(RoomEvent event) {
    if (roomById.containsKey(event.id())) {
      throw new DataRejectedException(event.id(), "its id is taken by another event", null);
    }
  }
}
