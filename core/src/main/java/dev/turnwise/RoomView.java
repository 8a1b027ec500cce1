package dev.turnwise;

import dev.turnwise.channel.InboundContext;
import dev.turnwise.model.ChannelBinding;
import dev.turnwise.model.RoomEvent;
import dev.turnwise.store.EventQuery;
import dev.turnwise.store.RoomSnapshot;
import dev.turnwise.store.TimelineStore;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a channel may see of a room while it converts a message. */
record RoomView(RoomSnapshot room, String channelId, TimelineStore timeline)
    implements InboundContext {

  @Override
  public String roomId() {
    return room.roomId();
  }

  @Override
  public @Nullable String organizationId() {
    return room.organizationId();
  }

  @Override
  public Map<String, ChannelBinding> bindings() {
    return room.bindings();
  }

  @Override
  public List<RoomEvent> recentEvents(int limit) {
    return timeline.page(EventQuery.latest(roomId()).withLimit(limit).asSeenBy(channelId)).events();
  }
}
