package dev.turnwise;

import dev.turnwise.model.AgentResponsePolicy;
import dev.turnwise.model.Checks;
import dev.turnwise.model.JsonValues;
import dev.turnwise.model.RoomTimers;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A room to be created.
 *
 * @param id its id; empty to have one made
 * @param organizationId the tenant that it belongs to; null for none
 * @param timers when it pauses and closes by itself
 * @param metadata the integrator's data
 * @param agentResponsePolicy how agents answer each other
 * @param channels registered channels that it starts with
 */
public record RoomSpec(
    Optional<String> id,
    @Nullable String organizationId,
    RoomTimers timers,
    Map<String, Object> metadata,
    AgentResponsePolicy agentResponsePolicy,
    List<String> channels) {

  public RoomSpec {
    id.ifPresent(value -> Checks.requireId("room.id", value));
    Checks.optionalId("room.organization_id", organizationId);
    metadata = JsonValues.copyOf("room.metadata", metadata);
    channels = List.copyOf(channels);
  }

  /** A room without timers, metadata or channels. */
  public static RoomSpec create() {
    return new RoomSpec(
        Optional.empty(),
        null,
        RoomTimers.NONE,
        Map.of(),
        AgentResponsePolicy.AGENT_CHAIN,
        List.of());
  }

  public RoomSpec withId(String newId) {
    return new RoomSpec(
        Optional.of(newId), organizationId, timers, metadata, agentResponsePolicy, channels);
  }

  public RoomSpec withOrganization(@Nullable String newOrganizationId) {
    return new RoomSpec(id, newOrganizationId, timers, metadata, agentResponsePolicy, channels);
  }

  public RoomSpec withTimers(RoomTimers newTimers) {
    return new RoomSpec(id, organizationId, newTimers, metadata, agentResponsePolicy, channels);
  }

  public RoomSpec withMetadata(Map<String, Object> newMetadata) {
    return new RoomSpec(id, organizationId, timers, newMetadata, agentResponsePolicy, channels);
  }

  public RoomSpec withAgentResponsePolicy(AgentResponsePolicy policy) {
    return new RoomSpec(id, organizationId, timers, metadata, policy, channels);
  }

  /** Adds a channel that the room starts with. */
  public RoomSpec withChannel(String channelId) {
    List<String> more = new ArrayList<>(channels);
    more.add(channelId);
    return new RoomSpec(id, organizationId, timers, metadata, agentResponsePolicy, more);
  }
}
