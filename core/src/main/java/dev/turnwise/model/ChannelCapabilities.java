package dev.turnwise.model;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a channel can show and do; content beyond it is transcoded for the channel.
 *
 * @param mediaTypes kinds of content, in order of preference
 * @param maxLength longest text in characters; null: no limit
 * @param supportsRichText formatted text
 * @param supportsButtons buttons
 * @param maxButtons most buttons; null: no limit
 * @param supportsCards cards
 * @param supportsQuickReplies suggested answers
 * @param supportsTemplates templates
 * @param supportsMedia files and pictures
 * @param supportedMediaTypes MIME types of them; empty: any
 * @param maxMediaSizeBytes largest file; null: no limit
 * @param supportsAudio recordings
 * @param supportsVideo films
 * @param supportsThreading answers to single events
 * @param supportsTyping typing signals
 * @param supportsReadReceipts read receipts
 * @param supportsReactions reactions
 * @param supportsEdit edits of earlier messages
 * @param supportsDelete deletion of earlier messages
 * @param deliveryMode how an event is spread over several recipients
 * @param rateLimit how fast the channel may be sent to; null: no limit
 * @param custom anything else, for integrators
 */
public record ChannelCapabilities(
    List<MediaType> mediaTypes,
    @Nullable Integer maxLength,
    boolean supportsRichText,
    boolean supportsButtons,
    @Nullable Integer maxButtons,
    boolean supportsCards,
    boolean supportsQuickReplies,
    boolean supportsTemplates,
    boolean supportsMedia,
    List<String> supportedMediaTypes,
    @Nullable Long maxMediaSizeBytes,
    boolean supportsAudio,
    boolean supportsVideo,
    boolean supportsThreading,
    boolean supportsTyping,
    boolean supportsReadReceipts,
    boolean supportsReactions,
    boolean supportsEdit,
    boolean supportsDelete,
    DeliveryMode deliveryMode,
    @Nullable RateLimit rateLimit,
    Map<String, Object> custom) {
  /** Text alone, of any length. */
  public static final ChannelCapabilities TEXT_ONLY = builder().build();

  public ChannelCapabilities {
    mediaTypes = Checks.requireItems("capabilities.media_types", mediaTypes);
    if (maxLength != null) {
      Checks.requireRange("capabilities.max_length", maxLength, 1, Integer.MAX_VALUE);
    }
    if (maxButtons != null) {
      Checks.requireRange("capabilities.max_buttons", maxButtons, 0, Integer.MAX_VALUE);
    }
    supportedMediaTypes =
        Checks.requireTexts("capabilities.supported_media_types", supportedMediaTypes);
    Checks.optionalNotNegative("capabilities.max_media_size_bytes", maxMediaSizeBytes);
    Checks.require("capabilities.delivery_mode", deliveryMode);
    custom = JsonValues.copyOf("capabilities.custom", custom);
  }

  /** A builder that starts from text alone. */
  public static ChannelCapabilitiesBuilder builder() {
    return new ChannelCapabilitiesBuilder();
  }

  /** A builder that starts from these capabilities. */
  public ChannelCapabilitiesBuilder toBuilder() {
    return new ChannelCapabilitiesBuilder(this);
  }

  /** Whether content of this kind can be shown. */
  public boolean supports(MediaType type) {
    return mediaTypes.contains(type);
  }
}
