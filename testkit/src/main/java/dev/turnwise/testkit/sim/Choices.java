package dev.turnwise.testkit.sim;

import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;

/** Everything that is left to chance, from one seed. Not thread-safe. */
final class Choices {

  private final SplittableRandom random;

  Choices(long seed) {
    this(new SplittableRandom(seed));
  }

  private Choices(SplittableRandom random) {
    this.random = random;
  }

  /** Choices of their own, so that a decision more here does not shift the ones there. */
  Choices split() {
    return new Choices(random.split());
  }

  /** True with this probability; asks nothing for 0, so that what is switched off costs no luck. */
  boolean chance(double probability) {
    return probability > 0 && random.nextDouble() < probability;
  }

  /** 0 to {@code bound} - 1. */
  int below(int bound) {
    return random.nextInt(bound);
  }

  /** Both ends included. */
  int between(int least, int most) {
    return random.nextInt(least, most + 1);
  }

  /** Both ends included, in whole milliseconds. */
  Duration between(Duration least, Duration most) {
    return Duration.ofMillis(random.nextLong(least.toMillis(), most.toMillis() + 1));
  }

  double fraction() {
    return random.nextDouble();
  }

  <T> T of(List<T> values) {
    return values.get(below(values.size()));
  }

  @SafeVarargs
  @SuppressWarnings("varargs")
  final <T> T of(T... values) {
    return values[below(values.length)];
  }
}
