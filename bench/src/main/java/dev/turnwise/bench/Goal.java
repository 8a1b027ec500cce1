package dev.turnwise.bench;

/**
 * What a value has to reach, and what would be better still.
 *
 * @param better which way is good
 * @param required the value that has to be reached
 * @param wanted the value that is hoped for; the required one where nothing more is hoped for
 */
record Goal(Better better, double required, double wanted) {

  /** Which way is good. */
  enum Better {
    LOWER,
    HIGHER
  }

  static Goal atMost(double required, double wanted) {
    return new Goal(Better.LOWER, required, wanted);
  }

  static Goal atLeast(double required, double wanted) {
    return new Goal(Better.HIGHER, required, wanted);
  }

  static Goal atMost(double required) {
    return atMost(required, required);
  }

  static Goal atLeast(double required) {
    return atLeast(required, required);
  }

  boolean isMetBy(double value) {
    return switch (better) {
      case LOWER -> value <= required;
      case HIGHER -> value >= required;
    };
  }
}
