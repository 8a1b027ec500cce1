package dev.turnwise.testkit.fault;

import java.time.Duration;
import java.util.Set;

/**
 * How the network behaves at present.
 *
 * @param held directions in which nothing passes
 * @param delay what every byte takes longer
 * @param bytesPerSecond what passes in each direction, {@link #UNLIMITED} for no limit
 */
record Conditions(Set<Direction> held, Duration delay, long bytesPerSecond) {
  static final long UNLIMITED = Long.MAX_VALUE;
  static final Conditions CLEAN = new Conditions(Set.of(), Duration.ZERO, UNLIMITED);

  Conditions holding(Set<Direction> directions) {
    return new Conditions(directions, delay, bytesPerSecond);
  }

  Conditions delaying(Duration time) {
    return new Conditions(held, time, bytesPerSecond);
  }

  Conditions throttling(long rate) {
    return new Conditions(held, delay, rate);
  }
}
