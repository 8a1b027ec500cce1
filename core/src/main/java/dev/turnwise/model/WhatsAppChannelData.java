package dev.turnwise.model;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Facts about a WhatsApp message.
 *
 * @param waId the other side's WhatsApp id
 * @param templateName template that it was made from
 * @param buttons titles of its buttons
 * @param context what it refers to, as the provider describes it
 * @param isGroup whether it belongs to a group
 */
public record WhatsAppChannelData(
    String waId,
    @Nullable String templateName,
    @Nullable List<String> buttons,
    @Nullable Map<String, Object> context,
    boolean isGroup)
    implements ChannelData {
  public WhatsAppChannelData {
    Checks.requireText("channel_data.wa_id", waId);
    Checks.optionalText("channel_data.template_name", templateName);
    buttons = buttons == null ? null : Checks.requireTexts("channel_data.buttons", buttons);
    context = context == null ? null : JsonValues.copyOf("channel_data.context", context);
  }
}
