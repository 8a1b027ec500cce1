package dev.turnwise.channel;

import dev.turnwise.error.ChannelNotFoundException;
import dev.turnwise.error.ConfigurationException;
import dev.turnwise.model.Channels;
import dev.turnwise.model.Checks;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/** The channels that this worker has. Thread-safe. */
public final class ChannelRegistry {

  private final ConcurrentMap<String, Channel> channels = new ConcurrentHashMap<>();

  /**
   * Adds a channel.
   *
   * @throws ConfigurationException if its id is taken or reserved
   */
  public void register(Channel channel) {
    String id = Checks.requireChannelId("channel.id", channel.id());
    if (id.equals(Channels.SYSTEM)) {
      throw new ConfigurationException(
          "channel.id", "is 'system', which the engine keeps for itself", "choose another");
    }
    if (channels.putIfAbsent(id, channel) != null) {
      throw new ConfigurationException(
          "channel.id", "'" + id + "' is registered already", "give each channel its own id");
    }
  }

  /**
   * The channel with this id.
   *
   * @throws ChannelNotFoundException if there is none
   */
  public Channel require(String channelId) {
    Channel channel = channels.get(channelId);
    if (channel == null) {
      throw new ChannelNotFoundException(channelId, channels.keySet());
    }
    return channel;
  }

  public Collection<Channel> all() {
    return List.copyOf(channels.values());
  }
}
