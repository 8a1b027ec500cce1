package dev.turnwise.bench;

import java.time.Duration;
import org.HdrHistogram.Histogram;

/**
 * What a number of callers did in a slice.
 *
 * @param latencies nanoseconds of each call
 * @param elapsed from the first call's start to the last one's end
 */
record Tally(Histogram latencies, Duration elapsed) {
  double perSecond() {
    return latencies.getTotalCount() * 1e9 / elapsed.toNanos();
  }

  double medianMicros() {
    return latencies.getValueAtPercentile(50) / 1e3;
  }
}
