package dev.turnwise.testkit.fake;

import dev.turnwise.model.AgentResponsePolicy;
import dev.turnwise.model.ChannelBinding;
import dev.turnwise.model.Participant;
import dev.turnwise.model.RoomTimers;
import dev.turnwise.store.NewRoom;
import dev.turnwise.store.Route;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Rooms and people as the engine would hand them to a store. */
public final class Rooms {

  private Rooms() {}

  /** An id that nothing else has: stores under test may be shared by many tests. */
  public static String uniqueId(String prefix) {
    return prefix + "-" + UUID.randomUUID();
  }

  /** A room with these channels, without organisation, timers or route. */
  public static NewRoom room(String id, ChannelBinding... bindings) {
    return room(id, null, bindings);
  }

  /** A room of an organisation with these channels. */
  public static NewRoom room(
      String id, @Nullable String organizationId, ChannelBinding... bindings) {
    return new NewRoom(
        id,
        organizationId,
        RoomTimers.NONE,
        Map.of(),
        AgentResponsePolicy.AGENT_CHAIN,
        List.of(bindings),
        Optional.empty());
  }

  /** The same room, found by a route. */
  public static NewRoom routed(NewRoom room, Route route) {
    return new NewRoom(
        room.id(),
        room.organizationId(),
        room.timers(),
        room.metadata(),
        room.agentResponsePolicy(),
        room.bindings(),
        Optional.of(route));
  }

  /** The same room with timers. */
  public static NewRoom timed(NewRoom room, RoomTimers timers) {
    return new NewRoom(
        room.id(),
        room.organizationId(),
        timers,
        room.metadata(),
        room.agentResponsePolicy(),
        room.bindings(),
        room.route());
  }

  /** An active member who was reached through one channel. */
  public static Participant member(String roomId, String id, TestChannel channel) {
    return Participant.builder()
        .id(id)
        .roomId(roomId)
        .channelId(channel.id())
        .connectedVia(List.of(channel.id()))
        .joinedAt(Instant.EPOCH)
        .build();
  }
}
