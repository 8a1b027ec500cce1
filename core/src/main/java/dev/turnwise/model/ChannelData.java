package dev.turnwise.model;

/**
 * What a channel knows about one event beyond its content: typed for the common channels, a plain
 * map for all others, so that unknown data survives.
 */
public sealed interface ChannelData
    permits SmsChannelData,
        EmailChannelData,
        WhatsAppChannelData,
        AiChannelData,
        GenericChannelData {
  /** No channel data. */
  static ChannelData none() {
    return GenericChannelData.NONE;
  }
}
