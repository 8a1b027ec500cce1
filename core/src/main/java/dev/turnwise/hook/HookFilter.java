package dev.turnwise.hook;

import dev.turnwise.model.ChannelDirection;
import dev.turnwise.model.ChannelType;
import dev.turnwise.model.EventSource;
import java.util.Set;

/**
 * Which sources a hook is for; an empty set does not restrict.
 *
 * @param channelTypes types of the source's channel
 * @param channelIds ids of the source's channel
 * @param directions whether the event came in or was sent by the host
 */
public record HookFilter(
    Set<ChannelType> channelTypes, Set<String> channelIds, Set<ChannelDirection> directions) {

  /** For every source. */
  public static final HookFilter ALL = new HookFilter(Set.of(), Set.of(), Set.of());

  public HookFilter {
    channelTypes = Set.copyOf(channelTypes);
    channelIds = Set.copyOf(channelIds);
    directions = Set.copyOf(directions);
  }

  boolean matches(EventSource source) {
    return matches(source.channelType(), source.channelId(), source.direction());
  }

  boolean matches(ChannelType channelType, String channelId, ChannelDirection direction) {
    return (channelTypes.isEmpty() || channelTypes.contains(channelType))
        && (channelIds.isEmpty() || channelIds.contains(channelId))
        && (directions.isEmpty() || directions.contains(direction));
  }
}
