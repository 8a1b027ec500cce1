package dev.turnwise.model;

import dev.turnwise.error.Quoted;
import org.jspecify.annotations.Nullable;

/** Where a value lies inside JSON-like data; rendered only when an error needs it. */
record JsonPath(@Nullable JsonPath parent, Object step) {
  @Override
  public String toString() {
    if (parent == null) {
      return step.toString();
    }
    return step instanceof Integer index
        ? parent + "[" + index + "]"
        : Quoted.path(parent.toString(), step.toString());
  }
}
