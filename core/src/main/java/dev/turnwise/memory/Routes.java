package dev.turnwise.memory;

import dev.turnwise.store.Route;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Which room each conversation outside leads to. Only rooms that accept events have routes. */
final class Routes {

  private final Map<Route, String> roomByRoute = new HashMap<>();
  private final Map<String, Set<Route>> routesByRoom = new HashMap<>();

  Optional<String> find(Route route) {
    return Optional.ofNullable(roomByRoute.get(route));
  }

  void add(Route route, String roomId) {
    roomByRoute.put(route, roomId);
    routesByRoom.computeIfAbsent(roomId, id -> new HashSet<>()).add(route);
  }

  boolean leadThrough(String channelId, String roomId) {
    return routesByRoom.getOrDefault(roomId, Set.of()).stream()
        .anyMatch(route -> route.channelId().equals(channelId));
  }

  void removeAllTo(String roomId) {
    Set<Route> gone = routesByRoom.remove(roomId);
    if (gone != null) {
      gone.forEach(roomByRoute::remove);
    }
  }

  void removeThrough(String channelId, String roomId) {
    Set<Route> routes = routesByRoom.getOrDefault(roomId, Set.of());
    for (Route route : List.copyOf(routes)) {
      if (route.channelId().equals(channelId)) {
        roomByRoute.remove(route);
        routes.remove(route);
      }
    }
  }
}
