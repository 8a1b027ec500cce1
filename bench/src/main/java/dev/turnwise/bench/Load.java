package dev.turnwise.bench;

import java.time.Duration;

/** Work that can be done for a while and gives one number, in the unit of its row. */
@FunctionalInterface
interface Load {
  double measure(Duration slice);
}
