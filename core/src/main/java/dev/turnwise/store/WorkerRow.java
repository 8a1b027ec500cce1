package dev.turnwise.store;

import java.time.Instant;

/**
 * A worker as the store knows it.
 *
 * @param startedAt when it registered, by the store's clock
 * @param seenAt when it last said something, by the store's clock
 */
public record WorkerRow(WorkerInfo info, WorkerState state, Instant startedAt, Instant seenAt) {

  /** How a worker stands. */
  public enum WorkerState {
    LIVE,
    /** Finishing what it has, taking nothing new. */
    DRAINING,
    /** Closed in order. */
    LEFT,
    /** Gone without leaving. */
    DEAD
  }
}
