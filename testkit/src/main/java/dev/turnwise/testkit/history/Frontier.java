package dev.turnwise.testkit.history;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** The highest index that was known at any moment. Filled first, asked afterwards. */
final class Frontier {
  private final List<Sighting> sightings = new ArrayList<>();
  private boolean sorted;

  void add(long atNanos, long index) {
    sightings.add(new Sighting(atNanos, index));
    sorted = false;
  }

  /** The highest index added with an earlier time; -1 if there is none. */
  long before(long atNanos) {
    sort();
    int low = 0;
    int high = sightings.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (sightings.get(middle).atNanos() < atNanos) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low == 0 ? -1 : sightings.get(low - 1).index();
  }

  /** Sorts by time and lets each entry carry the highest index up to it. */
  private void sort() {
    if (sorted) {
      return;
    }
    sightings.sort(Comparator.comparingLong(Sighting::atNanos));
    long highest = -1;
    for (int i = 0; i < sightings.size(); i++) {
      Sighting each = sightings.get(i);
      highest = Math.max(highest, each.index());
      sightings.set(i, new Sighting(each.atNanos(), highest));
    }
    sorted = true;
  }

  private record Sighting(long atNanos, long index) {}
}
