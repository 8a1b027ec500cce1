package dev.turnwise.cli.demo;

import dev.turnwise.Turnwise;
import dev.turnwise.json.TurnwiseJson;
import dev.turnwise.model.Channels;
import dev.turnwise.model.EventContent;
import dev.turnwise.model.EventDraft;
import dev.turnwise.model.InboundMessage;
import dev.turnwise.model.RoomEvent;
import dev.turnwise.model.SystemContent;
import dev.turnwise.model.TextContent;
import dev.turnwise.result.InboundResult;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;

/** How a log line becomes an event, and how an event is recognised as one. */
final class Lines {
  private static final String SYSTEM_CODE = "irc";
  private static final String LINE = "line";
  private static final String ACTION = "action";

  private Lines() {}

  /** Puts a line into its room, as any client of the engine would. */
  static InboundResult store(Turnwise turnwise, ToWorker.Offer offer) {
    if (offer.kind() == LogLine.Kind.SYSTEM) {
      EventDraft draft =
          EventDraft.of(content(offer.kind(), offer.text()))
              .withMetadata(metadata(offer.kind(), offer.line()))
              .withParentEventId(offer.parent())
              .withIdempotencyKey(offer.key());
      return turnwise.sendEvent(offer.room(), Channels.SYSTEM, draft);
    }
    InboundMessage message =
        InboundMessage.of(IrcChannel.ID, offer.speaker(), content(offer.kind(), offer.text()))
            .withRoomId(offer.room())
            .withMetadata(metadata(offer.kind(), offer.line()))
            .withParentEventId(offer.parent())
            .withIdempotencyKey(offer.key());
    return turnwise.processInbound(message);
  }

  /** What tells whether two contents say the same. */
  static String digest(EventContent content) {
    return UUID.nameUUIDFromBytes(TurnwiseJson.canonicalBytes(content)).toString();
  }

  /** What the line's event would say if nobody changed it. */
  static EventContent content(LogLine line) {
    return content(line.kind(), line.text());
  }

  private static EventContent content(LogLine.Kind kind, String text) {
    return kind == LogLine.Kind.SYSTEM
        ? new SystemContent(SYSTEM_CODE, text, Map.of())
        : new TextContent(text);
  }

  private static Map<String, Object> metadata(LogLine.Kind kind, int line) {
    return kind == LogLine.Kind.ACTION ? Map.of(LINE, line, ACTION, true) : Map.of(LINE, line);
  }

  /** The number of the line that an event was made from. */
  static Optional<Integer> lineOf(RoomEvent event) {
    return event.metadata().get(LINE) instanceof Number number
        ? Optional.of(number.intValue())
        : Optional.empty();
  }

  /** Whether the event says what the hooks make of the line, in the name of who said it. */
  static boolean matches(RoomEvent event, LogLine line, Moderation moderation) {
    boolean system = line.kind() == LogLine.Kind.SYSTEM;
    Moderation.Ruling ruling = moderation.of(line);
    String blockedBy = ruling instanceof Moderation.Ruling.Block ? Moderation.WORDS_HOOK : null;
    return event.isBlocked() == (blockedBy != null)
        && Objects.equals(event.blockedBy(), blockedBy)
        && event.content().equals(content(line.kind(), ruling.text()))
        && event.metadata().containsKey(ACTION) == (line.kind() == LogLine.Kind.ACTION)
        && event.source().channelId().equals(system ? Channels.SYSTEM : IrcChannel.ID)
        && (system || line.speaker().equals(event.source().participantId()));
  }
}
