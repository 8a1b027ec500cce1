package dev.turnwise.model;

import org.jspecify.annotations.Nullable;

/**
 * Facts about a text message.
 *
 * @param fromNumber sender's number
 * @param toNumber recipient's number
 * @param segments parts it was sent in, at least 1
 * @param encoding its character encoding
 */
public record SmsChannelData(
    String fromNumber, String toNumber, int segments, @Nullable String encoding)
    implements ChannelData {
  public SmsChannelData {
    Checks.requireText("channel_data.from_number", fromNumber);
    Checks.requireText("channel_data.to_number", toNumber);
    Checks.requireRange("channel_data.segments", segments, 1, Integer.MAX_VALUE);
    Checks.optionalText("channel_data.encoding", encoding);
  }
}
