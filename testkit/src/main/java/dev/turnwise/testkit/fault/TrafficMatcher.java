package dev.turnwise.testkit.fault;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.function.Predicate;

/**
 * Recognises traffic. TCP keeps no message boundaries, so what is looked for may be split over any
 * number of chunks; each connection therefore gets a predicate of its own that remembers.
 */
@FunctionalInterface
public interface TrafficMatcher {
  /**
   * A predicate for one direction of one connection. It is offered each chunk once, in order, by
   * one thread at a time, as a read-only buffer that is valid during the call only.
   */
  Predicate<ByteBuffer> newPredicate();

  /** Matches the first bytes of any kind. */
  static TrafficMatcher anything() {
    return () -> chunk -> true;
  }

  /** Matches text in UTF-8, wherever it is split. */
  static TrafficMatcher containing(String text) {
    return containing(text.getBytes(StandardCharsets.UTF_8));
  }

  /** Matches a sequence of bytes, wherever it is split. */
  static TrafficMatcher containing(byte[] bytes) {
    byte[] pattern = bytes.clone();
    return () -> new Search(pattern);
  }
}
