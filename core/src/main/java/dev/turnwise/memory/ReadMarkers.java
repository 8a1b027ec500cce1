package dev.turnwise.memory;

import java.util.HashMap;
import java.util.Map;

/** How far each channel has read one room. Markers only move forward. */
final class ReadMarkers {

  private final Map<String, Long> byChannel = new HashMap<>();

  /** Moves the marker to {@code index} if that is forward; returns where it stands. */
  long advance(String channelId, long index) {
    // -1 is the absence of a marker, so it is never stored as one.
    return index < 0 ? position(channelId) : byChannel.merge(channelId, index, Math::max);
  }

  long position(String channelId) {
    return byChannel.getOrDefault(channelId, -1L);
  }

  Map<String, Long> now() {
    return Map.copyOf(byChannel);
  }
}
