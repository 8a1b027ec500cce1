package dev.turnwise.model;

import dev.turnwise.error.InvalidInputException;
import dev.turnwise.error.Quoted;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The rules for single values, used by every record of the model and open to other modules.
 *
 * <p>Each method returns the value it was given (copied or normalised where it says so), or throws
 * {@link InvalidInputException} naming the field, the problem, the limit and the remedy. Lengths
 * count UTF-16 units, as {@link String#length()} does. Stateless.
 */
public final class Checks {
  /** Longest id, in characters. */
  public static final int MAX_ID_CHARS = 255;

  /** Longest idempotency key, in characters. */
  public static final int MAX_KEY_CHARS = 4096;

  /** Longest list of ids. */
  public static final int MAX_IDS = 1000;

  private static final Instant EARLIEST = Instant.parse("0001-01-01T00:00:00Z");
  private static final Instant LATEST = Instant.parse("9999-12-31T23:59:59.999999Z");
  private static final Duration SHORTEST = Duration.ofMillis(1);
  private static final Duration LONGEST = Duration.ofDays(36_500);

  private static final double MAX_AMOUNT = 1e15;

  private Checks() {}

  /** Refuses null. */
  public static <T> T require(String field, @Nullable T value) {
    if (value == null) {
      throw new InvalidInputException(field, "is missing", null, "set it");
    }
    return value;
  }

  /** An id: 1 to 255 characters, taken exactly as given. */
  public static String requireId(String field, @Nullable String value) {
    return text(field, length(field, value, MAX_ID_CHARS));
  }

  /** An id that may be absent. */
  public static @Nullable String optionalId(String field, @Nullable String value) {
    return value == null ? null : requireId(field, value);
  }

  /**
   * A channel id: an id without blanks at its ends and without comma, which is no word of the
   * visibility grammar and not {@link Channels#SYSTEM}.
   */
  public static String requireChannelId(String field, @Nullable String value) {
    String id = requireSourceChannelId(field, value);
    if (id.equals(Channels.SYSTEM)) {
      throw reserved(field, id);
    }
    return id;
  }

  /** A channel id that may be absent. */
  public static @Nullable String optionalChannelId(String field, @Nullable String value) {
    return value == null ? null : requireChannelId(field, value);
  }

  /** A channel id, or {@link Channels#SYSTEM} for what the framework itself writes. */
  public static String requireSourceChannelId(String field, @Nullable String value) {
    String id = requireId(field, value);
    if (!id.equals(id.strip())) {
      throw new InvalidInputException(
          field, "begins or ends with a blank: " + Quoted.of(id), null, "strip it");
    }
    if (id.indexOf(',') >= 0) {
      throw new InvalidInputException(
          field,
          "contains a comma: " + Quoted.of(id),
          null,
          "leave commas out, they separate channels in a visibility");
    }
    if (Channels.VISIBILITY_KEYWORDS.contains(id)) {
      throw reserved(field, id);
    }
    return id;
  }

  /** Free text, possibly empty; bounded only by the size limits of the engine. */
  public static String requireText(String field, @Nullable String value) {
    return text(field, require(field, value));
  }

  /** Free text that may be absent. */
  public static @Nullable String optionalText(String field, @Nullable String value) {
    return value == null ? null : text(field, value);
  }

  /** Free text of at least one character. */
  public static String requireFilled(String field, @Nullable String value) {
    return text(field, length(field, value, Integer.MAX_VALUE));
  }

  /** An idempotency key: 1 to 4096 characters, neither trimmed nor normalised. */
  public static String requireKey(String field, @Nullable String value) {
    return text(field, length(field, value, MAX_KEY_CHARS));
  }

  /** An idempotency key that may be absent. */
  public static @Nullable String optionalKey(String field, @Nullable String value) {
    return value == null ? null : requireKey(field, value);
  }

  /** A whole number from {@code min} to {@code max}, both included. */
  public static long requireRange(String field, long value, long min, long max) {
    if (value < min || value > max) {
      throw outside(field, value, min, max);
    }
    return value;
  }

  /** A number from {@code min} to {@code max}, both included; NaN is refused. */
  public static double requireRange(String field, double value, double min, double max) {
    if (!(value >= min && value <= max)) {
      throw outside(field, value, min, max);
    }
    return value;
  }

  /** A whole number of at least 0. */
  public static long requireNotNegative(String field, long value) {
    return requireRange(field, value, 0, Long.MAX_VALUE);
  }

  /** A whole number of at least 0 that may be absent. */
  public static @Nullable Long optionalNotNegative(String field, @Nullable Long value) {
    return value == null ? null : (Long) requireNotNegative(field, value);
  }

  /** A measured amount, finite and at least 0, that may be absent. */
  static @Nullable Double optionalAmount(String field, @Nullable Double value) {
    return value == null ? null : (Double) (requireRange(field, value, 0, MAX_AMOUNT) + 0.0);
  }

  /** An instant in the years 1 to 9999, cut to microseconds: what every store can return. */
  public static Instant requireTime(String field, @Nullable Instant value) {
    Instant time = require(field, value).truncatedTo(ChronoUnit.MICROS);
    if (time.isBefore(EARLIEST) || time.isAfter(LATEST)) {
      throw outside(field, time, EARLIEST, LATEST);
    }
    return time;
  }

  /** An instant that may be absent. */
  public static @Nullable Instant optionalTime(String field, @Nullable Instant value) {
    return value == null ? null : requireTime(field, value);
  }

  /** A duration of 1 ms to 36,500 days. */
  public static Duration requirePositive(String field, @Nullable Duration value) {
    Duration duration = require(field, value);
    if (duration.compareTo(SHORTEST) < 0 || duration.compareTo(LONGEST) > 0) {
      throw outside(field, duration, SHORTEST, LONGEST);
    }
    return duration;
  }

  /** A positive duration that may be absent. */
  public static @Nullable Duration optionalPositive(String field, @Nullable Duration value) {
    return value == null ? null : requirePositive(field, value);
  }

  /** An immutable copy of at most 1,000 ids. */
  public static List<String> requireIds(String field, @Nullable List<String> values) {
    List<String> copy = requireItems(field, values);
    requireRange(field + ".size", copy.size(), 0, MAX_IDS);
    for (int i = 0; i < copy.size(); i++) {
      requireId(field + "[" + i + "]", copy.get(i));
    }
    return copy;
  }

  /** An immutable copy of at most 1,000 ids, or null where that means something of its own. */
  public static @Nullable List<String> optionalIds(String field, @Nullable List<String> values) {
    return values == null ? null : requireIds(field, values);
  }

  /** An immutable copy of a list of texts. */
  public static List<String> requireTexts(String field, @Nullable List<String> values) {
    List<String> copy = requireItems(field, values);
    for (int i = 0; i < copy.size(); i++) {
      text(field + "[" + i + "]", copy.get(i));
    }
    return copy;
  }

  /** An immutable copy of a list without nulls. */
  public static <T> List<T> requireItems(String field, @Nullable List<T> values) {
    List<T> copy = new ArrayList<>(require(field, values));
    for (int i = 0; i < copy.size(); i++) {
      require(field + "[" + i + "]", copy.get(i));
    }
    return Collections.unmodifiableList(copy);
  }

  /** Refuses U+0000 and surrogates without their partner: neither can be stored as UTF-8 text. */
  static String text(String field, String value) {
    if (unstorableAt(value) >= 0) {
      throw unstorable(field, value);
    }
    return value;
  }

  /** Position of the first character that no store can keep, or -1. */
  static int unstorableAt(String value) {
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      if (Character.isSurrogate(c)) {
        if (!isPair(value, i)) {
          return i;
        }
        i++;
      } else if (c == 0) {
        return i;
      }
    }
    return -1;
  }

  static InvalidInputException unstorable(String field, String value) {
    int at = unstorableAt(value);
    char c = value.charAt(at);
    String what = c == 0 ? "contains " : "contains a lone surrogate, ";
    return new InvalidInputException(
        field,
        what + Quoted.codePoint(c) + " at position " + at,
        null,
        "remove the character, no store can keep it");
  }

  private static boolean isPair(String value, int at) {
    return Character.isHighSurrogate(value.charAt(at))
        && at + 1 < value.length()
        && Character.isLowSurrogate(value.charAt(at + 1));
  }

  private static String length(String field, @Nullable String value, int max) {
    String present = require(field, value);
    if (present.isEmpty()) {
      throw new InvalidInputException(field, "is empty", null, "give at least one character");
    }
    if (present.length() > max) {
      throw new InvalidInputException(
          field,
          "is " + present.length() + " characters long",
          max + " characters",
          "shorten it, or use a hash of it");
    }
    return present;
  }

  private static InvalidInputException reserved(String field, String id) {
    return new InvalidInputException(
        field, "is the reserved word " + Quoted.of(id), null, "choose another id");
  }

  private static InvalidInputException outside(String field, Object value, Object min, Object max) {
    return new InvalidInputException(
        field, "is " + value, min + " to " + max, "choose a value in that range");
  }
}
