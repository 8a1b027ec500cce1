package dev.turnwise.model;

import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Builds a {@link ChannelBinding}, where the components are described. Not safe for use by several
 * threads.
 */
public final class ChannelBindingBuilder {
  private @Nullable String roomId;
  private @Nullable String channelId;
  private @Nullable ChannelType channelType;
  private @Nullable ChannelCategory category;
  private @Nullable ChannelDirection direction;
  private Access access = Access.READ_WRITE;
  private boolean muted;
  private boolean outputMuted;
  private Visibility visibility = Visibility.ALL;
  private @Nullable String participantId;
  private @Nullable Instant attachedAt;
  private ChannelCapabilities capabilities = ChannelCapabilities.TEXT_ONLY;
  private @Nullable RateLimit rateLimit;
  private @Nullable RetryPolicy retryPolicy;
  private Map<String, Object> metadata = JsonValues.empty();

  ChannelBindingBuilder() {}

  ChannelBindingBuilder(ChannelBinding binding) {
    roomId = binding.roomId();
    channelId = binding.channelId();
    channelType = binding.channelType();
    category = binding.category();
    direction = binding.direction();
    access = binding.access();
    muted = binding.muted();
    outputMuted = binding.outputMuted();
    visibility = binding.visibility();
    participantId = binding.participantId();
    attachedAt = binding.attachedAt();
    capabilities = binding.capabilities();
    rateLimit = binding.rateLimit();
    retryPolicy = binding.retryPolicy();
    metadata = binding.metadata();
  }

  public ChannelBindingBuilder roomId(String value) {
    roomId = value;
    return this;
  }

  public ChannelBindingBuilder channelId(String value) {
    channelId = value;
    return this;
  }

  public ChannelBindingBuilder channelType(ChannelType value) {
    channelType = value;
    return this;
  }

  public ChannelBindingBuilder category(ChannelCategory value) {
    category = value;
    return this;
  }

  public ChannelBindingBuilder direction(ChannelDirection value) {
    direction = value;
    return this;
  }

  public ChannelBindingBuilder access(Access value) {
    access = value;
    return this;
  }

  public ChannelBindingBuilder muted(boolean value) {
    muted = value;
    return this;
  }

  public ChannelBindingBuilder outputMuted(boolean value) {
    outputMuted = value;
    return this;
  }

  public ChannelBindingBuilder visibility(Visibility value) {
    visibility = value;
    return this;
  }

  public ChannelBindingBuilder participantId(@Nullable String value) {
    participantId = value;
    return this;
  }

  public ChannelBindingBuilder attachedAt(Instant value) {
    attachedAt = value;
    return this;
  }

  public ChannelBindingBuilder capabilities(ChannelCapabilities value) {
    capabilities = value;
    return this;
  }

  public ChannelBindingBuilder rateLimit(@Nullable RateLimit value) {
    rateLimit = value;
    return this;
  }

  public ChannelBindingBuilder retryPolicy(@Nullable RetryPolicy value) {
    retryPolicy = value;
    return this;
  }

  public ChannelBindingBuilder metadata(Map<String, Object> value) {
    metadata = value;
    return this;
  }

  /** Builds and checks. */
  public ChannelBinding build() {
    return new ChannelBinding(
        Checks.require("binding.room_id", roomId),
        Checks.require("binding.channel_id", channelId),
        Checks.require("binding.channel_type", channelType),
        Checks.require("binding.category", category),
        Checks.require("binding.direction", direction),
        access,
        muted,
        outputMuted,
        visibility,
        participantId,
        Checks.require("binding.attached_at", attachedAt),
        capabilities,
        rateLimit,
        retryPolicy,
        metadata);
  }
}
