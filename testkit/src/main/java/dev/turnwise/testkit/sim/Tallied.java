package dev.turnwise.testkit.sim;

import java.util.EnumMap;
import java.util.Map;

/** Counts what a simulation comes across. Touched only by whoever has the baton. */
final class Tallied {

  private final Map<Reached, Integer> counts = new EnumMap<>(Reached.class);

  void reach(Reached what) {
    counts.merge(what, 1, Integer::sum);
  }

  Map<Reached, Integer> counts() {
    return new EnumMap<>(counts);
  }
}
