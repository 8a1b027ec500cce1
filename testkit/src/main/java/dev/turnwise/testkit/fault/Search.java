package dev.turnwise.testkit.fault;

import java.nio.ByteBuffer;
import java.util.function.Predicate;

/** Finds a pattern in a stream of chunks (Knuth, Morris and Pratt), so that no split hides it. */
final class Search implements Predicate<ByteBuffer> {
  private final byte[] pattern;

  /** For each number of matched bytes: how many of them also begin a match. */
  private final int[] fallback;

  private int matched;

  Search(byte[] pattern) {
    this.pattern = pattern;
    this.fallback = new int[pattern.length + 1];
    for (int length = 2; length <= pattern.length; length++) {
      fallback[length] = extended(fallback[length - 1], pattern[length - 1]);
    }
  }

  @Override
  public boolean test(ByteBuffer chunk) {
    boolean found = pattern.length == 0;
    while (chunk.hasRemaining() && !found) {
      matched = extended(matched, chunk.get());
      found = matched == pattern.length;
    }
    if (found) {
      matched = fallback[matched];
    }
    return found;
  }

  private int extended(int length, byte next) {
    int candidate = length;
    while (candidate > 0 && pattern[candidate] != next) {
      candidate = fallback[candidate];
    }
    return pattern[candidate] == next ? candidate + 1 : 0;
  }
}
