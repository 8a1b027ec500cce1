package dev.turnwise.model;

import java.util.Map;

/**
 * Channel data without a type of its own.
 *
 * @param values the data as it came
 */
public record GenericChannelData(Map<String, Object> values) implements ChannelData {
  static final GenericChannelData NONE = new GenericChannelData(Map.of());

  public GenericChannelData {
    values = JsonValues.copyOf("channel_data", values);
  }
}
