package dev.turnwise.testkit.sim;

/**
 * How a schedule picks who runs next.
 *
 * @param stay probability that the running task goes on
 * @param uneven whether some tasks get far more turns than others
 * @param haste probability, at each step, that the next timer fires though somebody could run
 */
record Pace(double stay, boolean uneven, double haste) {

  static Pace of(Choices choices) {
    return new Pace(
        choices.of(0.0, 0.5, 0.8, 0.95),
        choices.chance(0.4),
        choices.of(0.0, 0.0, 0.0005, 0.003, 0.02));
  }

  /** How much luck a new task has with this pace. */
  double weight(Choices choices) {
    return uneven ? choices.of(0.05, 0.3, 1.0, 1.0, 4.0) : 1.0;
  }
}
