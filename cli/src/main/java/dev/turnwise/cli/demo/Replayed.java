package dev.turnwise.cli.demo;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * What the coordinator saw of a replay.
 *
 * @param duration from the first offer to the last acknowledgement
 * @param shares acknowledged lines of each worker, and whether it was killed
 * @param takeover from the kill to the first acknowledgement of a line that a killed worker had
 *     left open; empty if none had
 * @param gatesRerun how often workers told that they lost a commit lock and ran hooks again
 * @param notes what went otherwise than planned
 */
record Replayed(
    int offered,
    int offeredAgain,
    int acknowledged,
    Duration duration,
    List<Share> shares,
    Optional<Duration> takeover,
    long gatesRerun,
    List<String> notes) {

  /** What one worker did. */
  record Share(String worker, long acknowledged, boolean killed) {}

  long killed() {
    return shares.stream().filter(Share::killed).count();
  }
}
