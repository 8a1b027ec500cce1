package dev.turnwise.channel;

import dev.turnwise.model.ChannelBinding;
import dev.turnwise.model.RoomEvent;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a channel may look at while it converts a message. Advisory: it was read before the room's
 * order is decided, so others may commit in between.
 */
public interface InboundContext {

  String roomId();

  @Nullable String organizationId();

  /** The room's bindings by channel id. */
  Map<String, ChannelBinding> bindings();

  /** The last events that this channel may see, ascending; read from the store at this call. */
  List<RoomEvent> recentEvents(int limit);
}
