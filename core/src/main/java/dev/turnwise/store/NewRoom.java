package dev.turnwise.store;

import dev.turnwise.model.AgentResponsePolicy;
import dev.turnwise.model.ChannelBinding;
import dev.turnwise.model.RoomTimers;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A room to be created.
 *
 * @param bindings the channels it starts with; they write no marker, so the first message is index
 *     0
 * @param route the way by which later messages of the same conversation find it
 */
public record NewRoom(
    String id,
    @Nullable String organizationId,
    RoomTimers timers,
    Map<String, Object> metadata,
    AgentResponsePolicy agentResponsePolicy,
    List<ChannelBinding> bindings,
    Optional<Route> route) {

  public NewRoom {
    bindings = List.copyOf(bindings);
  }
}
