package dev.turnwise.model;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Builds a {@link ChannelCapabilities}, where the components are described. Not safe for use by
 * several threads.
 */
public final class ChannelCapabilitiesBuilder {
  private List<MediaType> mediaTypes = List.of(MediaType.TEXT);
  private @Nullable Integer maxLength;
  private boolean supportsRichText;
  private boolean supportsButtons;
  private @Nullable Integer maxButtons;
  private boolean supportsCards;
  private boolean supportsQuickReplies;
  private boolean supportsTemplates;
  private boolean supportsMedia;
  private List<String> supportedMediaTypes = List.of();
  private @Nullable Long maxMediaSizeBytes;
  private boolean supportsAudio;
  private boolean supportsVideo;
  private boolean supportsThreading;
  private boolean supportsTyping;
  private boolean supportsReadReceipts;
  private boolean supportsReactions;
  private boolean supportsEdit;
  private boolean supportsDelete;
  private DeliveryMode deliveryMode = DeliveryMode.BROADCAST;
  private @Nullable RateLimit rateLimit;
  private Map<String, Object> custom = JsonValues.empty();

  ChannelCapabilitiesBuilder() {}

  ChannelCapabilitiesBuilder(ChannelCapabilities capabilities) {
    mediaTypes = capabilities.mediaTypes();
    maxLength = capabilities.maxLength();
    supportsRichText = capabilities.supportsRichText();
    supportsButtons = capabilities.supportsButtons();
    maxButtons = capabilities.maxButtons();
    supportsCards = capabilities.supportsCards();
    supportsQuickReplies = capabilities.supportsQuickReplies();
    supportsTemplates = capabilities.supportsTemplates();
    supportsMedia = capabilities.supportsMedia();
    supportedMediaTypes = capabilities.supportedMediaTypes();
    maxMediaSizeBytes = capabilities.maxMediaSizeBytes();
    supportsAudio = capabilities.supportsAudio();
    supportsVideo = capabilities.supportsVideo();
    supportsThreading = capabilities.supportsThreading();
    supportsTyping = capabilities.supportsTyping();
    supportsReadReceipts = capabilities.supportsReadReceipts();
    supportsReactions = capabilities.supportsReactions();
    supportsEdit = capabilities.supportsEdit();
    supportsDelete = capabilities.supportsDelete();
    deliveryMode = capabilities.deliveryMode();
    rateLimit = capabilities.rateLimit();
    custom = capabilities.custom();
  }

  public ChannelCapabilitiesBuilder mediaTypes(List<MediaType> value) {
    mediaTypes = value;
    return this;
  }

  public ChannelCapabilitiesBuilder maxLength(@Nullable Integer value) {
    maxLength = value;
    return this;
  }

  public ChannelCapabilitiesBuilder supportsRichText(boolean value) {
    supportsRichText = value;
    return this;
  }

  public ChannelCapabilitiesBuilder supportsButtons(boolean value) {
    supportsButtons = value;
    return this;
  }

  public ChannelCapabilitiesBuilder maxButtons(@Nullable Integer value) {
    maxButtons = value;
    return this;
  }

  public ChannelCapabilitiesBuilder supportsCards(boolean value) {
    supportsCards = value;
    return this;
  }

  public ChannelCapabilitiesBuilder supportsQuickReplies(boolean value) {
    supportsQuickReplies = value;
    return this;
  }

  public ChannelCapabilitiesBuilder supportsTemplates(boolean value) {
    supportsTemplates = value;
    return this;
  }

  public ChannelCapabilitiesBuilder supportsMedia(boolean value) {
    supportsMedia = value;
    return this;
  }

  public ChannelCapabilitiesBuilder supportedMediaTypes(List<String> value) {
    supportedMediaTypes = value;
    return this;
  }

  public ChannelCapabilitiesBuilder maxMediaSizeBytes(@Nullable Long value) {
    maxMediaSizeBytes = value;
    return this;
  }

  public ChannelCapabilitiesBuilder supportsAudio(boolean value) {
    supportsAudio = value;
    return this;
  }

  public ChannelCapabilitiesBuilder supportsVideo(boolean value) {
    supportsVideo = value;
    return this;
  }

  public ChannelCapabilitiesBuilder supportsThreading(boolean value) {
    supportsThreading = value;
    return this;
  }

  public ChannelCapabilitiesBuilder supportsTyping(boolean value) {
    supportsTyping = value;
    return this;
  }

  public ChannelCapabilitiesBuilder supportsReadReceipts(boolean value) {
    supportsReadReceipts = value;
    return this;
  }

  public ChannelCapabilitiesBuilder supportsReactions(boolean value) {
    supportsReactions = value;
    return this;
  }

  public ChannelCapabilitiesBuilder supportsEdit(boolean value) {
    supportsEdit = value;
    return this;
  }

  public ChannelCapabilitiesBuilder supportsDelete(boolean value) {
    supportsDelete = value;
    return this;
  }

  public ChannelCapabilitiesBuilder deliveryMode(DeliveryMode value) {
    deliveryMode = value;
    return this;
  }

  public ChannelCapabilitiesBuilder rateLimit(@Nullable RateLimit value) {
    rateLimit = value;
    return this;
  }

  public ChannelCapabilitiesBuilder custom(Map<String, Object> value) {
    custom = value;
    return this;
  }

  /** Builds and checks. */
  public ChannelCapabilities build() {
    return new ChannelCapabilities(
        mediaTypes,
        maxLength,
        supportsRichText,
        supportsButtons,
        maxButtons,
        supportsCards,
        supportsQuickReplies,
        supportsTemplates,
        supportsMedia,
        supportedMediaTypes,
        maxMediaSizeBytes,
        supportsAudio,
        supportsVideo,
        supportsThreading,
        supportsTyping,
        supportsReadReceipts,
        supportsReactions,
        supportsEdit,
        supportsDelete,
        deliveryMode,
        rateLimit,
        custom);
  }
}
