package dev.turnwise.model;

import java.util.AbstractMap;
import java.util.Collections;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A deeply immutable JSON object that {@link JsonValues} has checked. Its type is the proof, so
 * records that are copied again and again do not check their maps again and again.
 */
final class FrozenMap extends AbstractMap<String, Object> {
  private final Map<String, Object> entries;
  private final int height;

  /**
   * @param height levels of nesting from here down, this one included
   */
  @SuppressWarnings("NullAway") // values may be null, which Map<String, Object> cannot say
  FrozenMap(Map<String, @Nullable Object> entries, int height) {
    this.entries = Collections.unmodifiableMap(entries);
    this.height = height;
  }

  int height() {
    return height;
  }

  @Override
  public Set<Entry<String, Object>> entrySet() {
    return entries.entrySet();
  }

  @Override
  public int size() {
    return entries.size();
  }

  @Override
  public boolean containsKey(@Nullable Object key) {
    return entries.containsKey(key);
  }

  @Override
  public @Nullable Object get(@Nullable Object key) {
    return entries.get(key);
  }
}
