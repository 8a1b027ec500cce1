package dev.turnwise.json;

import dev.turnwise.error.InvalidInputException;
import dev.turnwise.model.ChannelData;
import dev.turnwise.model.Checks;
import dev.turnwise.model.EventContent;
import dev.turnwise.model.EventType;
import dev.turnwise.model.JsonValues;
import dev.turnwise.model.Limits;
import dev.turnwise.model.RoomEvent;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/**
 * Writes and reads the records of the model as JSON.
 *
 * <p>The form: keys in snake_case, enum constants in lower case (read in any case), times and
 * durations in ISO 8601, content told apart by the property {@code type}, absent instead of null.
 * Reading is strict: unknown properties and content types, repeated keys, numbers for strings and
 * text after the end are refused; so are nesting deeper than 64 levels, numbers longer than 1,100
 * and strings longer than 16 Mi characters, before they cost memory or stack. Unknown channel data
 * survives as {@link dev.turnwise.model.GenericChannelData}. What a record refuses is refused here
 * under the path at which it stands.
 *
 * <p>Thread safe. All failures of reading are {@link InvalidInputException}.
 */
public final class TurnwiseJson {
  private static final JsonMapper MAPPER = Mappers.standard();
  private static final JsonMapper CANONICAL = Mappers.canonical();
  private static final TypeReference<Map<String, Object>> MAP = new TypeReference<>() {};

  private TurnwiseJson() {}

  /** Writes a record of the model, a list of them, or a map. */
  public static String write(Object value) {
    return MAPPER.writeValueAsString(value);
  }

  /** As {@link #write}, in UTF-8. */
  public static byte[] writeBytes(Object value) {
    return MAPPER.writeValueAsBytes(value);
  }

  /**
   * Reads a record of the model.
   *
   * @param field what errors call the whole, for example {@code event.content}
   * @throws InvalidInputException if {@code json} is no such record
   */
  public static <T> T read(String field, String json, Class<T> type) {
    return reading(field, () -> MAPPER.readValue(Checks.require(field, json), type));
  }

  /** Reads a record of the model from UTF-8. */
  public static <T> T read(String field, byte[] json, Class<T> type) {
    return reading(field, () -> MAPPER.readValue(Checks.require(field, json), type));
  }

  /** Reads the content of an event. */
  public static EventContent readContent(String json) {
    return read("content", json, EventContent.class);
  }

  /** Reads a whole event. */
  public static RoomEvent readEvent(String json) {
    return read("event", json, RoomEvent.class);
  }

  /** Reads channel data; what fits no known type survives as a map. */
  public static ChannelData readChannelData(String json) {
    return read("channel_data", json, ChannelData.class);
  }

  /** Reads an object of JSON values, immutable and in normal form. */
  public static Map<String, Object> readMap(String field, String json) {
    Map<String, Object> map =
        reading(field, () -> MAPPER.readValue(Checks.require(field, json), MAP));
    return JsonValues.copyOf(field, map);
  }

  /** The content as bytes that depend on nothing but what it says: UTF-8 JSON with sorted keys. */
  public static byte[] canonicalBytes(EventContent content) {
    return CANONICAL.writeValueAsBytes(content);
  }

  /**
   * SHA-256 over the canonical JSON of what makes two messages the same message. A repeat under the
   * same idempotency key has the same hash; a different message under a used key has not.
   */
  public static byte[] canonicalHash(
      EventType type,
      EventContent content,
      @Nullable String participantId,
      @Nullable List<String> addressedTo,
      @Nullable UUID parentEventId) {
    Payload payload = new Payload(type, content, participantId, addressedTo, parentEventId);
    return sha256(CANONICAL.writeValueAsBytes(payload));
  }

  /** The payload hash of an event. */
  public static byte[] canonicalHash(RoomEvent event) {
    return canonicalHash(
        event.type(),
        event.content(),
        event.source().participantId(),
        event.addressedTo(),
        event.parentEventId());
  }

  /**
   * Checks that no part of the event is larger than {@code limits} allow.
   *
   * @throws InvalidInputException naming the part, its size, the limit and the remedy
   */
  public static void check(Limits limits, RoomEvent event) {
    SizeCheck.check(MAPPER, limits, event);
  }

  private static <T> T reading(String field, Reading<T> reading) {
    T value;
    try {
      value = reading.read();
    } catch (JacksonException e) {
      throw JsonErrors.translate(field, e);
    }
    if (value == null) {
      throw new InvalidInputException(field, "is null", null, "give an object");
    }
    return value;
  }

  private static byte[] sha256(byte[] bytes) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(bytes);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }

  private record Payload(
      EventType type,
      EventContent content,
      @Nullable String participantId,
      @Nullable List<String> addressedTo,
      @Nullable UUID parentEventId) {}

  private interface Reading<T> {
    @Nullable T read();
  }
}
