package dev.turnwise.store;

import java.util.OptionalLong;

/**
 * What a commit requires of the head row it locks: exactly what its decisions had read.
 *
 * <p>{@code configVersion} and {@code nextIndex} never go back, so a commit whose condition failed
 * once can never succeed later: that is what makes a failed condition a definite answer even for a
 * statement that was sent twice.
 *
 * @param open the room must accept events (ACTIVE or PAUSED)
 * @param ungated the room must have no application hooks anywhere
 * @param configVersion bindings, policy and opened/closed state as decided on
 * @param nextIndex nothing may have been appended since (gated rooms)
 * @param turnFence the turn that writes must still be the room's turn
 */
public record HeadConditions(
    boolean open,
    boolean ungated,
    OptionalLong configVersion,
    OptionalLong nextIndex,
    OptionalLong turnFence) {

  /** For a room without hooks: decided from a configuration of this version. */
  public static HeadConditions ungated(long configVersion) {
    return new HeadConditions(
        true, true, OptionalLong.of(configVersion), OptionalLong.empty(), OptionalLong.empty());
  }

  /** For a room with hooks: decided from a snapshot in which this was the next index. */
  public static HeadConditions gated(long configVersion, long nextIndex) {
    return new HeadConditions(
        true,
        false,
        OptionalLong.of(configVersion),
        OptionalLong.of(nextIndex),
        OptionalLong.empty());
  }

  /** No condition but the ones that a step brings along. */
  public static HeadConditions none() {
    return new HeadConditions(
        false, false, OptionalLong.empty(), OptionalLong.empty(), OptionalLong.empty());
  }

  public HeadConditions withTurnFence(long fence) {
    return new HeadConditions(open, ungated, configVersion, nextIndex, OptionalLong.of(fence));
  }
}
