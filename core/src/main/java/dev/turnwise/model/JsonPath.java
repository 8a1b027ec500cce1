package dev.turnwise.model;

import dev.turnwise.error.Quoted;
import org.jspecify.annotations.Nullable;

/** Where a value lies inside JSON-like data; rendered only when an error needs it. */
record JsonPath(@Nullable JsonPath parent, Object step) {
  private static final int PLAIN_CHARS = 60;

  @Override
  public String toString() {
    if (parent == null) {
      return step.toString();
    }
    return switch (step) {
      case Integer index -> parent + "[" + index + "]";
      case String key when isPlain(key) -> parent + "." + key;
      default -> parent + "[" + Quoted.of(step.toString()) + "]";
    };
  }

  private static boolean isPlain(String key) {
    return !key.isEmpty()
        && key.length() <= PLAIN_CHARS
        && key.chars().allMatch(c -> Character.isLetterOrDigit(c) || c == '_' || c == '-');
  }
}
