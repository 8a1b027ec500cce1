package dev.turnwise.model;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What became of one event at one channel.
 *
 * @param channelId the channel
 * @param status the outcome
 * @param providerMessageId the provider's id of what was sent
 * @param error why it failed
 * @param retryAfter earliest time for another try, when the provider limits the rate
 */
public record DeliveryResult(
    String channelId,
    DeliveryStatus status,
    @Nullable String providerMessageId,
    @Nullable DeliveryError error,
    @Nullable Instant retryAfter) {
  public DeliveryResult {
    Checks.requireChannelId("delivery_result.channel_id", channelId);
    Checks.require("delivery_result.status", status);
    Checks.optionalKey("delivery_result.provider_message_id", providerMessageId);
    retryAfter = Checks.optionalTime("delivery_result.retry_after", retryAfter);
  }

  /** A success. */
  public static DeliveryResult sent(String channelId, @Nullable String providerMessageId) {
    return new DeliveryResult(channelId, DeliveryStatus.SENT, providerMessageId, null, null);
  }

  /** A failure. */
  public static DeliveryResult failed(String channelId, DeliveryError error) {
    return new DeliveryResult(channelId, DeliveryStatus.FAILED, null, error, null);
  }
}
