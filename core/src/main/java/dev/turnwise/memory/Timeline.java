package dev.turnwise.memory;

import dev.turnwise.model.RoomEvent;
import dev.turnwise.store.EventQuery;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Predicate;

/** The events of one room by index and by id. Removed ones leave holes. */
final class Timeline {

  private final NavigableMap<Long, RoomEvent> byIndex = new TreeMap<>();
  private final Map<UUID, Long> indexById = new HashMap<>();

  void put(RoomEvent event) {
    byIndex.put(event.index(), event);
    indexById.put(event.id(), event.index());
  }

  void remove(RoomEvent event) {
    byIndex.remove(event.index());
    indexById.remove(event.id());
  }

  Optional<RoomEvent> find(UUID id) {
    return Optional.ofNullable(indexById.get(id)).map(byIndex::get);
  }

  /** Those of the ids that are here, in index order. */
  List<RoomEvent> findAll(Collection<UUID> ids) {
    return ids.stream()
        .distinct()
        .flatMap(id -> find(id).stream())
        .sorted(Comparator.comparingLong(RoomEvent::index))
        .toList();
  }

  Collection<RoomEvent> all() {
    return byIndex.values();
  }

  Collection<RoomEvent> above(long index) {
    return byIndex.tailMap(index, false).values();
  }

  /**
   * The matching events of a window in its direction, nearest first: at most one more than the
   * query asks for.
   */
  List<RoomEvent> nearest(EventQuery query, Predicate<RoomEvent> visible) {
    Collection<RoomEvent> candidates =
        switch (query.window()) {
          case EventQuery.Window.After after -> above(after.index());
          case EventQuery.Window.Before before ->
              byIndex.headMap(before.index(), false).descendingMap().values();
          case EventQuery.Window.Latest latest -> byIndex.descendingMap().values();
        };
    return candidates.stream()
        .filter(event -> matches(query, event))
        .filter(visible)
        .limit(query.limit() + 1L)
        .toList();
  }

  private static boolean matches(EventQuery query, RoomEvent event) {
    return (query.types().isEmpty() || query.types().contains(event.type()))
        && query.correlationId().map(id -> id.equals(event.correlationId())).orElse(true)
        && query.parentEventId().map(id -> id.equals(event.parentEventId())).orElse(true);
  }

  /** The event with its direct and indirect replies, in index order. */
  List<RoomEvent> withReplies(RoomEvent root) {
    Map<UUID, List<RoomEvent>> replies = new HashMap<>();
    for (RoomEvent event : byIndex.values()) {
      if (event.parentEventId() != null) {
        replies.computeIfAbsent(event.parentEventId(), id -> new ArrayList<>()).add(event);
      }
    }
    NavigableMap<Long, RoomEvent> found = new TreeMap<>();
    Deque<RoomEvent> open = new ArrayDeque<>(List.of(root));
    while (!open.isEmpty()) {
      RoomEvent event = open.remove();
      if (found.put(event.index(), event) == null) {
        open.addAll(replies.getOrDefault(event.id(), List.of()));
      }
    }
    return List.copyOf(found.values());
  }
}
