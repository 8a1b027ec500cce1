package dev.turnwise.testkit.sim;

import java.time.Duration;

/**
 * How often the way to the store and back goes wrong.
 *
 * @param unavailable probability that a call is refused
 * @param lostRequest that a write never arrives
 * @param lostAnswer that a write happens and nobody hears of it
 * @param late that a write happens only after its sender has been told that nothing is known
 * @param slow that a call takes long, on its way there or back
 * @param skipped that a room of a group is locked by somebody else
 */
record StoreTrouble(
    double unavailable,
    double lostRequest,
    double lostAnswer,
    double late,
    double slow,
    double skipped) {

  static final StoreTrouble NONE = new StoreTrouble(0, 0, 0, 0, 0, 0);

  /** As long as a statement may take; longer than callers wait for one. */
  static final Duration LONGEST = Duration.ofSeconds(25);

  static StoreTrouble of(Choices choices) {
    double much = choices.of(0.0, 0.01, 0.03, 0.1);
    return new StoreTrouble(
        much * choices.of(0.0, 0.3, 1.0),
        much * choices.of(0.0, 1.0, 2.0),
        much * choices.of(0.0, 1.0, 2.0),
        much * choices.of(0.0, 1.0, 2.0),
        much * choices.of(0.0, 0.5),
        choices.of(0.0, 0.3));
  }
}
