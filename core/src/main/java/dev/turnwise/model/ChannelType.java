package dev.turnwise.model;

import dev.turnwise.error.InvalidInputException;
import dev.turnwise.error.Quoted;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * The kind of a channel: one of the constants, or {@code custom:namespace} for kinds of one's own.
 *
 * @param name lower-case name, for example {@code sms} or {@code custom:pager}
 */
public record ChannelType(String name) {
  private static final Pattern CUSTOM = Pattern.compile("custom:[a-z0-9][a-z0-9._-]{0,63}");
  private static final List<String> TRANSPORTS =
      List.of(
          "sms",
          "mms",
          "rcs",
          "email",
          "whatsapp",
          "whatsapp_personal",
          "websocket",
          "messenger",
          "teams",
          "webhook",
          "voice",
          "realtime_voice",
          "audio_video",
          "realtime_audio_video",
          "video",
          "conference",
          "telegram",
          "cli",
          "push");
  private static final Map<String, Optional<ChannelCategory>> CATEGORIES = categories();

  public static final ChannelType SMS = new ChannelType("sms");
  public static final ChannelType MMS = new ChannelType("mms");
  public static final ChannelType RCS = new ChannelType("rcs");
  public static final ChannelType EMAIL = new ChannelType("email");
  public static final ChannelType WHATSAPP = new ChannelType("whatsapp");
  public static final ChannelType WHATSAPP_PERSONAL = new ChannelType("whatsapp_personal");
  public static final ChannelType WEBSOCKET = new ChannelType("websocket");
  public static final ChannelType MESSENGER = new ChannelType("messenger");
  public static final ChannelType TEAMS = new ChannelType("teams");
  public static final ChannelType WEBHOOK = new ChannelType("webhook");
  public static final ChannelType VOICE = new ChannelType("voice");
  public static final ChannelType REALTIME_VOICE = new ChannelType("realtime_voice");
  public static final ChannelType AUDIO_VIDEO = new ChannelType("audio_video");
  public static final ChannelType REALTIME_AUDIO_VIDEO = new ChannelType("realtime_audio_video");
  public static final ChannelType VIDEO = new ChannelType("video");
  public static final ChannelType CONFERENCE = new ChannelType("conference");
  public static final ChannelType TELEGRAM = new ChannelType("telegram");
  public static final ChannelType CLI = new ChannelType("cli");
  public static final ChannelType PUSH = new ChannelType("push");
  public static final ChannelType AI = new ChannelType("ai");
  public static final ChannelType SYSTEM = new ChannelType("system");

  public ChannelType {
    Checks.requireId("channel_type", name);
    if (!CATEGORIES.containsKey(name) && !CUSTOM.matcher(name).matches()) {
      throw new InvalidInputException(
          "channel_type",
          "is " + Quoted.of(name),
          "one of " + new TreeSet<>(CATEGORIES.keySet()),
          "use one of these, or custom:namespace with a namespace of 1 to 64 characters out of"
              + " a-z, 0-9, '.', '_' and '-' that begins with a letter or digit");
    }
  }

  /** A kind of one's own. */
  public static ChannelType custom(String namespace) {
    return new ChannelType("custom:" + namespace);
  }

  /** The kind of this name, whatever its case. */
  public static ChannelType parse(String name) {
    return new ChannelType(Checks.require("channel_type", name).toLowerCase(Locale.ROOT));
  }

  /**
   * The category of channels of this kind; empty for {@link #SYSTEM}, which has none, and for
   * custom kinds, where the channel says.
   */
  public Optional<ChannelCategory> category() {
    return CATEGORIES.getOrDefault(name, Optional.empty());
  }

  @Override
  public String toString() {
    return name;
  }

  private static Map<String, Optional<ChannelCategory>> categories() {
    Map<String, Optional<ChannelCategory>> known = new HashMap<>();
    for (String transport : TRANSPORTS) {
      known.put(transport, Optional.of(ChannelCategory.TRANSPORT));
    }
    known.put("ai", Optional.of(ChannelCategory.INTELLIGENCE));
    known.put("system", Optional.empty());
    return Map.copyOf(known);
  }
}
