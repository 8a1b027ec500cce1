package dev.turnwise.json;

import dev.turnwise.error.InvalidInputException;
import dev.turnwise.model.AiChannelData;
import dev.turnwise.model.ChannelData;
import dev.turnwise.model.EmailChannelData;
import dev.turnwise.model.GenericChannelData;
import dev.turnwise.model.SmsChannelData;
import dev.turnwise.model.WhatsAppChannelData;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Channel data as plain maps and back. The key {@code type} names the known kinds; data without it
 * is generic as it stands, and generic data that has such a key itself is wrapped. Whatever does
 * not fit the kind it names exactly (a newer version's fields, another shape) stays generic, so
 * nothing that a channel knew is lost or refused for being unknown.
 */
final class ChannelDataMaps {
  private static final String TYPE = "type";
  private static final String VALUES = "values";
  private static final String GENERIC = "generic";

  private ChannelDataMaps() {}

  static Map<String, Object> toMap(ChannelData data) {
    return switch (data) {
      case GenericChannelData(var values) ->
          values.containsKey(TYPE) ? Map.of(TYPE, GENERIC, VALUES, values) : values;
      case SmsChannelData sms ->
          typed("sms")
              .put("from_number", sms.fromNumber())
              .put("to_number", sms.toNumber())
              .put("segments", sms.segments())
              .put("encoding", sms.encoding())
              .map();
      case EmailChannelData email ->
          typed("email")
              .put("from_address", email.fromAddress())
              .put("to_addresses", email.toAddresses())
              .put("cc", email.cc())
              .put("subject", email.subject())
              .put("thread_id", email.threadId())
              .put("html_body", email.htmlBody())
              .map();
      case WhatsAppChannelData whatsApp ->
          typed("whatsapp")
              .put("wa_id", whatsApp.waId())
              .put("template_name", whatsApp.templateName())
              .put("buttons", whatsApp.buttons())
              .put("context", whatsApp.context())
              .put("is_group", whatsApp.isGroup())
              .map();
      case AiChannelData ai ->
          typed("ai")
              .put("model", ai.model())
              .put("agent_name", ai.agentName())
              .put("tokens_used", ai.tokensUsed())
              .put("latency_ms", ai.latencyMs())
              .map();
    };
  }

  static ChannelData fromMap(Map<String, Object> map) {
    return known(new Fields(map)).orElseGet(() -> new GenericChannelData(map));
  }

  private static Optional<ChannelData> known(Fields fields) {
    try {
      Optional<ChannelData> data =
          switch (fields.text(TYPE)) {
            case "sms" -> Optional.of(sms(fields));
            case "email" -> Optional.of(email(fields));
            case "whatsapp" -> Optional.of(whatsApp(fields));
            case "ai" -> Optional.of(ai(fields));
            case GENERIC -> Optional.of(new GenericChannelData(fields.requiredObject(VALUES)));
            case null, default -> Optional.empty();
          };
      return fields.allUsed() ? data : Optional.empty();
    } catch (InvalidInputException misfit) {
      return Optional.empty();
    }
  }

  private static ChannelData sms(Fields fields) {
    return new SmsChannelData(
        fields.requiredText("from_number"),
        fields.requiredText("to_number"),
        fields.requiredInt("segments"),
        fields.text("encoding"));
  }

  private static ChannelData email(Fields fields) {
    return new EmailChannelData(
        fields.requiredText("from_address"),
        fields.requiredTexts("to_addresses"),
        fields.requiredTexts("cc"),
        fields.text("subject"),
        fields.text("thread_id"),
        fields.text("html_body"));
  }

  private static ChannelData whatsApp(Fields fields) {
    return new WhatsAppChannelData(
        fields.requiredText("wa_id"),
        fields.text("template_name"),
        fields.texts("buttons"),
        fields.object("context"),
        fields.truth("is_group"));
  }

  private static ChannelData ai(Fields fields) {
    Number tokens = fields.number("tokens_used");
    Number latency = fields.number("latency_ms");
    return new AiChannelData(
        fields.requiredText("model"),
        fields.text("agent_name"),
        tokens == null ? null : (Long) tokens.longValue(),
        latency == null ? null : (Double) latency.doubleValue());
  }

  private static Typed typed(String type) {
    return new Typed(new LinkedHashMap<>()).put(TYPE, type);
  }

  private record Typed(Map<String, Object> map) {
    Typed put(String key, @Nullable Object value) {
      if (value != null) {
        map.put(key, value);
      }
      return this;
    }
  }
}
