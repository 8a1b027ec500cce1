package dev.turnwise.store;

import dev.turnwise.model.AgentResponsePolicy;
import dev.turnwise.model.ChannelBinding;
import dev.turnwise.model.RoomStatus;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A room's head and configuration as they were at one instant.
 *
 * @param bindings attached channels by id, in the order of attachment
 * @param detached channels that were detached and have not been attached again; they are never
 *     attached by themselves
 */
public record RoomSnapshot(
    String roomId,
    @Nullable String organizationId,
    RoomStatus status,
    boolean gated,
    long configVersion,
    long nextIndex,
    AgentResponsePolicy agentResponsePolicy,
    Map<String, ChannelBinding> bindings,
    Set<String> detached) {}
