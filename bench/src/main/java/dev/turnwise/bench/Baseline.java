package dev.turnwise.bench;

import java.util.Optional;

/**
 * What something is compared with.
 *
 * @param load the work itself
 * @param tool what runs it, and how, in words
 * @param substituteFor why this is not the tool that the goal names; empty when it is
 */
record Baseline(Load load, String tool, Optional<String> substituteFor) {
  static Baseline standard(Load load, String tool) {
    return new Baseline(load, tool, Optional.empty());
  }
}
