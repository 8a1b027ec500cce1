package dev.turnwise.json;

import dev.turnwise.error.InvalidInputException;
import dev.turnwise.model.Checks;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Typed access to a map, remembering which keys were asked for.
 *
 * <p>A value of another type, and a missing one where the method says required, is an {@link
 * InvalidInputException}.
 */
final class Fields {
  private final Map<String, Object> map;
  private final Set<String> used = new HashSet<>();

  Fields(Map<String, Object> map) {
    this.map = map;
  }

  /** Whether the map holds nothing that was not asked for. */
  boolean allUsed() {
    return used.containsAll(map.keySet());
  }

  @Nullable String text(String key) {
    return get(key, String.class);
  }

  String requiredText(String key) {
    return Checks.require(key, text(key));
  }

  int requiredInt(String key) {
    return Checks.require(key, get(key, Integer.class));
  }

  boolean truth(String key) {
    return Checks.require(key, get(key, Boolean.class));
  }

  @Nullable Number number(String key) {
    return get(key, Number.class);
  }

  @SuppressWarnings("unchecked") // a map that was read from JSON has strings as keys
  @Nullable Map<String, Object> object(String key) {
    return get(key, Map.class);
  }

  Map<String, Object> requiredObject(String key) {
    return Checks.require(key, object(key));
  }

  @Nullable List<String> texts(String key) {
    List<?> items = get(key, List.class);
    return items == null
        ? null
        : items.stream().map(item -> cast(key, item, String.class)).toList();
  }

  List<String> requiredTexts(String key) {
    return Checks.require(key, texts(key));
  }

  private <T> @Nullable T get(String key, Class<T> type) {
    used.add(key);
    Object value = map.get(key);
    return value == null ? null : cast(key, value, type);
  }

  private static <T> T cast(String key, @Nullable Object value, Class<T> type) {
    if (!type.isInstance(value)) {
      throw new InvalidInputException(
          key, "has another type", type.getSimpleName(), "use a value of that type");
    }
    return type.cast(value);
  }
}
