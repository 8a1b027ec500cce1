package dev.turnwise.json;

import dev.turnwise.error.InvalidInputException;
import dev.turnwise.model.ChannelData;
import dev.turnwise.model.EventContent;
import dev.turnwise.model.GenericChannelData;
import dev.turnwise.model.Limits;
import dev.turnwise.model.RoomEvent;
import dev.turnwise.model.TextContent;
import java.io.OutputStream;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/**
 * Compares the parts of an event with the size limits.
 *
 * <p>Runs for every message. An upper bound that is counted without writing anything answers for
 * all but large ones; only what could be too large is written, into a stream that keeps nothing.
 */
final class SizeCheck {
  /** Room for braces, names and quotes around the texts that are counted. */
  private static final int FRAME = 64;

  /** A character becomes at most {@code U+0001} in its escaped form. */
  private static final long BYTES_PER_JSON_CHAR = 6;

  private static final long BYTES_PER_UTF8_CHAR = 3;
  private static final long UNKNOWN = Long.MAX_VALUE / 4;

  private SizeCheck() {}

  static void check(JsonMapper mapper, Limits limits, RoomEvent event) {
    int forContent = limits.maxContentBytes();
    if (bound(event.content()) > forContent) {
      check("event.content", size(mapper, event.content()), forContent, "max_content_bytes");
    }
    int forMetadata = limits.maxMetadataBytes();
    if (bound(event.metadata()) > forMetadata) {
      check("event.metadata", size(mapper, event.metadata()), forMetadata, "max_metadata_bytes");
    }
    if (bound(event.channelData()) > forMetadata) {
      long size = size(mapper, event.channelData());
      check("event.channel_data", size, forMetadata, "max_metadata_bytes");
    }
    String payload = event.source().rawPayload();
    int forPayload = limits.maxRawPayloadBytes();
    if (payload != null && payload.length() * BYTES_PER_UTF8_CHAR > forPayload) {
      check("event.source.raw_payload", utf8(payload), forPayload, "max_raw_payload_bytes");
    }
  }

  private static void check(String field, long bytes, int limit, String setting) {
    if (bytes > limit) {
      throw new InvalidInputException(
          field,
          "is " + bytes + " bytes long",
          limit + " bytes, limits." + setting,
          "shorten it, keep large data elsewhere and refer to it, or raise the limit");
    }
  }

  /** At least the size of the content's JSON. */
  static long bound(EventContent content) {
    return content instanceof TextContent(String text, String language)
        ? FRAME + text(text) + (language == null ? 0 : text(language))
        : UNKNOWN;
  }

  /** At least the size of the data's JSON. */
  static long bound(ChannelData data) {
    return data instanceof GenericChannelData(var values) ? FRAME + bound(values) : UNKNOWN;
  }

  /** At least the size of the value's JSON. */
  static long bound(@Nullable Object value) {
    return switch (value) {
      case null -> FRAME;
      case String text -> text(text);
      case Boolean _, Integer _, Long _ -> FRAME;
      case Map<?, ?> map -> {
        long sum = FRAME;
        for (Map.Entry<?, ?> entry : map.entrySet()) {
          sum += FRAME + bound(entry.getKey()) + bound(entry.getValue());
        }
        yield sum;
      }
      case List<?> list -> {
        long sum = FRAME;
        for (Object item : list) {
          sum += FRAME + bound(item);
        }
        yield sum;
      }
      default -> Mappers.MAX_NUMBER_CHARS;
    };
  }

  private static long text(String text) {
    return FRAME + BYTES_PER_JSON_CHAR * text.length();
  }

  private static long size(JsonMapper mapper, Object value) {
    Counter counter = new Counter();
    mapper.writeValue(counter, value);
    return counter.bytes;
  }

  private static long utf8(String text) {
    long bytes = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c < 0x80) {
        bytes += 1;
      } else if (c < 0x800 || Character.isSurrogate(c)) {
        bytes += 2; // both halves of a pair together make four bytes
      } else {
        bytes += BYTES_PER_UTF8_CHAR;
      }
    }
    return bytes;
  }

  private static final class Counter extends OutputStream {
    private long bytes;

    @Override
    public void write(int b) {
      bytes++;
    }

    @Override
    public void write(byte[] b, int from, int length) {
      bytes += length;
    }
  }
}
