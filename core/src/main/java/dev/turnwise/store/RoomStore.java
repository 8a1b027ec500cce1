package dev.turnwise.store;

import dev.turnwise.model.Participant;
import dev.turnwise.model.Room;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Rooms, their bindings and participants, and how inbound messages find them. */
public interface RoomStore {

  /**
   * Creates a room with its first bindings and, for a routed message, the route that leads to it;
   * all or nothing.
   */
  RoomOpening open(NewRoom room);

  /** Head and configuration in one snapshot: what a worker decides commits from. */
  Optional<RoomSnapshot> snapshot(String roomId);

  Optional<Room> room(String roomId);

  /** Rooms by filter, newest first (created_at, then id). */
  List<Room> rooms(RoomFilter filter);

  /**
   * Changes a room, its bindings or its participants, and appends the marker event if there is one;
   * head row first, all or nothing. Whatever a worker's cached configuration contains raises {@code
   * config_version}.
   */
  ChangeOutcome change(RoomChange change);

  /**
   * Performs at most {@code limit} timer transitions that are due; each is returned to exactly one
   * caller.
   */
  List<TimerTransition> fireDueTimers(int limit);

  /** The room that a route leads to; only rooms that accept events have routes. */
  Optional<String> routedRoom(Route route);

  /**
   * The newest room (created_at, then id) of the organisation that accepts events and in which the
   * sender takes part over a channel of this type.
   */
  Optional<String> newestRoomOf(
      @Nullable String organizationId, String channelTypeName, String senderId);

  /**
   * Rooms of the organisation that accept events and have this channel attached, newest first, at
   * most two. Rooms that have a route through this channel are left out: they were opened for one
   * conversation and must not be found by another.
   */
  List<String> openRoomsWith(@Nullable String organizationId, String channelId);

  Optional<Participant> participant(String roomId, String participantId);

  /** In joining order. */
  List<Participant> participants(String roomId);
}
