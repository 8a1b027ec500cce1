package dev.turnwise.memory;

import dev.turnwise.error.RoomNotFoundException;
import dev.turnwise.model.ChannelBinding;
import dev.turnwise.model.Participant;
import dev.turnwise.model.ParticipantStatus;
import dev.turnwise.model.Room;
import dev.turnwise.model.RoomStatus;
import dev.turnwise.store.NewRoom;
import dev.turnwise.store.RoomFilter;
import dev.turnwise.store.RoomOpening;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** All rooms, and how they are found. */
final class RoomTable {

  private static final Comparator<RoomState> NEWEST_FIRST =
      Comparator.comparing(RoomState::createdAt).thenComparing(RoomState::id).reversed();

  private final Map<String, RoomState> byId = new HashMap<>();
  private final NavigableSet<RoomState> newestFirst = new TreeSet<>(NEWEST_FIRST);
  private final Routes routes = new Routes();
  private final EventIds eventIds = new EventIds();

  RoomOpening open(NewRoom room, Instant now) {
    Optional<String> routed = room.route().flatMap(routes::find);
    if (routed.isPresent()) {
      return new RoomOpening.RouteTaken(routed.get());
    }
    if (byId.containsKey(room.id())) {
      return new RoomOpening.IdTaken();
    }
    RoomState state = new RoomState(room, eventIds, now);
    byId.put(room.id(), state);
    newestFirst.add(state);
    room.route().ifPresent(route -> routes.add(route, room.id()));
    return new RoomOpening.Opened(state.room());
  }

  Optional<RoomState> find(String roomId) {
    return Optional.ofNullable(byId.get(roomId));
  }

  RoomState require(String roomId) {
    return find(roomId).orElseThrow(() -> new RoomNotFoundException(roomId));
  }

  Collection<RoomState> all() {
    return byId.values();
  }

  /**
   * Moves a room to another status; conversations outside no longer lead to one that refuses
   * events.
   */
  void moveTo(RoomState room, RoomStatus to, Instant now) {
    room.moveTo(to, now);
    if (!to.acceptsEvents()) {
      routes.removeAllTo(room.id());
    }
  }

  Routes routes() {
    return routes;
  }

  EventIds eventIds() {
    return eventIds;
  }

  List<Room> list(RoomFilter filter) {
    Collection<RoomState> candidates = newestFirst;
    if (filter.afterRoomId().isPresent()) {
      RoomState last = byId.get(filter.afterRoomId().get());
      candidates = last == null ? List.of() : newestFirst.tailSet(last, false);
    }
    return candidates.stream()
        .filter(of(filter.organizationId()))
        .filter(room -> filter.status().map(wanted -> wanted == room.head().status()).orElse(true))
        .filter(room -> filter.channelId().map(room.bindings()::isAttached).orElse(true))
        .limit(filter.limit())
        .map(RoomState::room)
        .toList();
  }

  Optional<String> newestOf(@Nullable String organizationId, String channelType, String senderId) {
    return openRooms(organizationId)
        .filter(room -> takesPart(room, channelType, senderId))
        .map(RoomState::id)
        .findFirst();
  }

  List<String> openWith(@Nullable String organizationId, String channelId) {
    return openRooms(organizationId)
        .filter(room -> room.bindings().isAttached(channelId))
        .filter(room -> !routes.leadThrough(channelId, room.id()))
        .map(RoomState::id)
        .limit(2)
        .toList();
  }

  private Stream<RoomState> openRooms(@Nullable String organizationId) {
    return newestFirst.stream()
        .filter(of(organizationId))
        .filter(room -> room.head().acceptsEvents());
  }

  private static Predicate<RoomState> of(@Nullable String organizationId) {
    return room -> Objects.equals(room.organizationId(), organizationId);
  }

  private static boolean takesPart(RoomState room, String channelType, String senderId) {
    return room.participants().find(senderId).stream()
        .filter(RoomTable::isThere)
        .flatMap(
            participant -> channelsOf(participant).flatMap(id -> room.bindings().find(id).stream()))
        .map(ChannelBinding::channelType)
        .anyMatch(type -> type.name().equals(channelType));
  }

  private static boolean isThere(Participant participant) {
    return participant.status() != ParticipantStatus.LEFT
        && participant.status() != ParticipantStatus.BANNED;
  }

  private static Stream<String> channelsOf(Participant participant) {
    return Stream.concat(Stream.of(participant.channelId()), participant.connectedVia().stream());
  }
}
