package dev.turnwise.model;

import dev.turnwise.error.InvalidInputException;
import org.jspecify.annotations.Nullable;

/**
 * How fast a channel may be sent to. Where both rates are set, both hold.
 *
 * @param maxPerSecond deliveries a second
 * @param maxPerMinute deliveries a minute
 * @param burst deliveries that may go at once after a pause; null: one second's worth
 */
public record RateLimit(
    @Nullable Double maxPerSecond, @Nullable Double maxPerMinute, @Nullable Integer burst) {
  private static final double MIN_RATE = 1e-6;
  private static final double MAX_RATE = 1e9;

  public RateLimit {
    if (maxPerSecond == null && maxPerMinute == null) {
      throw new InvalidInputException(
          "rate_limit", "limits nothing", null, "set max_per_second or max_per_minute");
    }
    if (maxPerSecond != null) {
      Checks.requireRange("rate_limit.max_per_second", maxPerSecond, MIN_RATE, MAX_RATE);
    }
    if (maxPerMinute != null) {
      Checks.requireRange("rate_limit.max_per_minute", maxPerMinute, MIN_RATE, MAX_RATE);
    }
    if (burst != null) {
      Checks.requireRange("rate_limit.burst", burst, 1, Integer.MAX_VALUE);
    }
  }
}
