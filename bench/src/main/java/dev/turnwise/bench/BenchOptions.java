package dev.turnwise.bench;

import dev.turnwise.error.ConfigurationException;
import java.time.Duration;
import java.util.Optional;

/**
 * How a suite is to be run. Immutable.
 *
 * @param dsn a PostgreSQL database of the user's own, in whose server a database for the benchmark
 *     is made and dropped; empty to start a server
 * @param pairs pairs of slices in each compared row, 1 to 1,000; with fewer than 15 no row is
 *     judged
 * @param slice length of a slice, 100 ms to 60 s; only whole seconds can be compared with pgbench
 */
public record BenchOptions(Optional<String> dsn, int pairs, Duration slice) {
  private static final Duration SHORTEST = Duration.ofMillis(100);
  private static final Duration LONGEST = Duration.ofSeconds(60);
  private static final int MOST_PAIRS = 1_000;

  /** A server of our own, 15 pairs, slices of 1 s. */
  public static final BenchOptions DEFAULT =
      new BenchOptions(Optional.empty(), 15, Duration.ofSeconds(1));

  public BenchOptions {
    if (pairs < 1 || pairs > MOST_PAIRS) {
      throw new ConfigurationException("pairs", "is " + pairs, "choose 1 to " + MOST_PAIRS);
    }
    if (slice.compareTo(SHORTEST) < 0 || slice.compareTo(LONGEST) > 0) {
      throw new ConfigurationException("slice", "is " + slice, "choose 100 ms to 60 s");
    }
  }

  public BenchOptions withDsn(String newDsn) {
    return new BenchOptions(Optional.of(newDsn), pairs, slice);
  }

  public BenchOptions withPairs(int newPairs) {
    return new BenchOptions(dsn, newPairs, slice);
  }

  public BenchOptions withSlice(Duration newSlice) {
    return new BenchOptions(dsn, pairs, newSlice);
  }
}
