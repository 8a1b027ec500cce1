package dev.turnwise.model;

import java.util.AbstractList;
import java.util.List;
import java.util.RandomAccess;
import org.jspecify.annotations.Nullable;

/** A deeply immutable JSON array that {@link JsonValues} has checked; see {@link FrozenMap}. */
final class FrozenList extends AbstractList<@Nullable Object> implements RandomAccess {
  private final List<@Nullable Object> items;
  private final int height;

  /**
   * @param items owned by this list from now on
   * @param height levels of nesting from here down, this one included
   */
  FrozenList(List<@Nullable Object> items, int height) {
    this.items = items;
    this.height = height;
  }

  int height() {
    return height;
  }

  @Override
  public @Nullable Object get(int index) {
    return items.get(index);
  }

  @Override
  public int size() {
    return items.size();
  }
}
