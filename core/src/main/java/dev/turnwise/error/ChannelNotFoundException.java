package dev.turnwise.error;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** No channel is registered under this id in this process. */
public final class ChannelNotFoundException extends TurnwiseException {
  private static final long serialVersionUID = 1L;

  private static final int LISTED_CHANNELS = 20;

  /**
   * @param registered ids of the registered channels; the message lists the first 20 in order
   */
  public ChannelNotFoundException(String channelId, Collection<String> registered) {
    super(
        ErrorCode.CHANNEL_NOT_FOUND,
        "channel "
            + Quoted.of(channelId)
            + " is not registered: register it before use; "
            + listed(registered),
        Map.of("channel_id", channelId, "registered", first(registered)),
        null);
  }

  private static List<String> first(Collection<String> registered) {
    return registered.stream().sorted().limit(LISTED_CHANNELS).toList();
  }

  private static String listed(Collection<String> registered) {
    if (registered.isEmpty()) {
      return "none is registered";
    }
    String names = first(registered).stream().map(Quoted::of).collect(Collectors.joining(", "));
    int unlisted = registered.size() - LISTED_CHANNELS;
    return "registered are " + names + (unlisted > 0 ? " and " + unlisted + " more" : "");
  }
}
