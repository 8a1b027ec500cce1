package dev.turnwise.testkit.history;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * For each index of a room: since when it can have been stored, and by when somebody knew that it
 * was.
 */
final class Evidence {
  private static final long NEVER = Long.MAX_VALUE;
  private static final long ALWAYS = -1;

  private final long[] indices;
  private final long[] offeredAt;
  private final long[] knownAt;
  private final @Nullable Object[] offeredBy;
  private final @Nullable Object[] knownFrom;

  /**
   * @param indices the indices that can be spoken of, ascending, each once
   */
  Evidence(long[] indices) {
    this.indices = indices;
    offeredAt = new long[indices.length];
    Arrays.fill(offeredAt, ALWAYS);
    knownAt = new long[indices.length];
    Arrays.fill(knownAt, NEVER);
    offeredBy = new Object[indices.length];
    knownFrom = new Object[indices.length];
  }

  /** This offer may have stored the index; the earliest of several counts. */
  void offered(long index, Offer offer) {
    int position = position(index);
    long at = offer.invoke().atNanos();
    if (offeredAt[position] == ALWAYS || at < offeredAt[position]) {
      offeredAt[position] = at;
      offeredBy[position] = offer;
    }
  }

  /** By then the index was known to be stored; the earliest of several counts. */
  void known(long index, long atNanos, Object from) {
    int position = position(index);
    if (atNanos < knownAt[position]) {
      knownAt[position] = atNanos;
      knownFrom[position] = from;
    }
  }

  /**
   * Holds all indices against each other: none may have been offered only after itself or a higher
   * one was known. One pass from the top, with the earliest knowledge so far in hand.
   */
  void findInversions(String room, Tally tally) {
    int earliest = -1;
    for (int i = indices.length - 1; i >= 0; i--) {
      if (earliest < 0 || knownAt[i] < knownAt[earliest]) {
        earliest = i;
      }
      if (offeredAt[i] == ALWAYS) {
        continue;
      }
      tally.checked(HistoryRule.REAL_TIME_ORDER);
      if (knownAt[earliest] < offeredAt[i]) {
        int low = i;
        int high = earliest;
        tally.violated(HistoryRule.REAL_TIME_ORDER, () -> inversion(room, low, high));
      }
    }
  }

  private String inversion(String room, int low, int high) {
    return "room %s index %d: stored by %s, offered at %d, when index %d was known already (%s, at %d)"
        .formatted(
            room,
            indices[low],
            offeredBy[low],
            offeredAt[low],
            indices[high],
            knownFrom[high],
            knownAt[high]);
  }

  private int position(long index) {
    return Arrays.binarySearch(indices, index);
  }
}
