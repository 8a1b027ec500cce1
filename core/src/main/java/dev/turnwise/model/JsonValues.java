package dev.turnwise.model;

import dev.turnwise.error.InvalidInputException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Deep immutable copies of JSON-like data, in the one form that every store returns unchanged.
 *
 * <p>Allowed are strings, booleans, numbers, null, lists and maps with string keys, at most 32
 * levels deep. Numbers are brought to a normal form: whole numbers to the smallest of Integer, Long
 * and BigInteger, others to Double where that loses nothing, else BigDecimal; so data reads the
 * same before and after a store kept it as JSON. Keys keep their order, nulls are kept. What was
 * copied once is recognised and not copied again.
 */
public final class JsonValues {
  /** Deepest nesting of maps and lists. */
  public static final int MAX_DEPTH = 32;

  private static final FrozenMap EMPTY = new FrozenMap(new LinkedHashMap<>(), 1);

  private JsonValues() {}

  /** The empty map. */
  public static Map<String, Object> empty() {
    return EMPTY;
  }

  /**
   * Copies {@code map}.
   *
   * @param field path of the map, the start of the path that an error names
   * @throws InvalidInputException for null, for values of other types, for text that no store can
   *     keep, for numbers beyond the limits, and for data nested deeper than 32 levels
   */
  public static Map<String, Object> copyOf(String field, @Nullable Map<String, ?> map) {
    Map<String, ?> present = Checks.require(field, map);
    if (present instanceof FrozenMap frozen) {
      return frozen;
    }
    return present.isEmpty() ? EMPTY : copyMap(new JsonPath(null, field), present, 1);
  }

  private static FrozenMap copyMap(JsonPath path, Map<?, ?> map, int level) {
    requireLevel(path, level);
    Map<String, @Nullable Object> copy = LinkedHashMap.newLinkedHashMap(map.size());
    int height = 1;
    for (Map.Entry<?, ?> entry : map.entrySet()) {
      String key = key(path, entry.getKey());
      Object value = copyValue(new JsonPath(path, key), entry.getValue(), level);
      height = Math.max(height, 1 + height(value));
      copy.put(key, value);
    }
    return new FrozenMap(copy, height);
  }

  private static FrozenList copyList(JsonPath path, List<?> list, int level) {
    requireLevel(path, level);
    List<@Nullable Object> copy = new ArrayList<>(list.size());
    int height = 1;
    for (Object item : list) {
      Object value = copyValue(new JsonPath(path, copy.size()), item, level);
      height = Math.max(height, 1 + height(value));
      copy.add(value);
    }
    return new FrozenList(copy, height);
  }

  private static @Nullable Object copyValue(JsonPath path, @Nullable Object value, int level) {
    return switch (value) {
      case null -> null;
      case String text -> text(path, text);
      case Boolean truth -> truth;
      case Number number -> JsonNumbers.normal(path, number);
      case FrozenMap map when level + map.height() <= MAX_DEPTH -> map;
      case FrozenList list when level + list.height() <= MAX_DEPTH -> list;
      case Map<?, ?> map -> copyMap(path, map, level + 1);
      case List<?> list -> copyList(path, list, level + 1);
      default ->
          throw new InvalidInputException(
              path.toString(),
              "is a " + value.getClass().getName(),
              null,
              "use only strings, numbers, booleans, null, lists and maps");
    };
  }

  private static String key(JsonPath path, @Nullable Object key) {
    if (!(key instanceof String name)) {
      throw new InvalidInputException(
          path.toString(), "has a key that is not a string", null, "use strings as keys");
    }
    if (Checks.unstorableAt(name) >= 0) {
      throw Checks.unstorable("key " + new JsonPath(path, name), name);
    }
    return name;
  }

  private static String text(JsonPath path, String text) {
    if (Checks.unstorableAt(text) >= 0) {
      throw Checks.unstorable(path.toString(), text);
    }
    return text;
  }

  private static int height(@Nullable Object value) {
    return switch (value) {
      case FrozenMap map -> map.height();
      case FrozenList list -> list.height();
      case null, default -> 0;
    };
  }

  private static void requireLevel(JsonPath path, int level) {
    if (level > MAX_DEPTH) {
      throw new InvalidInputException(
          path.toString(),
          "is nested too deeply",
          MAX_DEPTH + " levels",
          "flatten the data, or store it elsewhere and refer to it");
    }
  }
}
