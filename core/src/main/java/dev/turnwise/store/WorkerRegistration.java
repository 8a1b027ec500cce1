package dev.turnwise.store;

import java.util.function.UnaryOperator;

/**
 * A worker's registration. Thread-safe.
 *
 * <p>While the store is away its methods return without an error, after a bounded wait: what the
 * worker said last is written when the store is back. After {@link #close()} they do nothing.
 */
public interface WorkerRegistration extends AutoCloseable {

  /**
   * Whether a worker of this id had died before, and nobody had been told: {@link
   * WorkerStore#markDead()} will not tell of it any more, so whoever registered has to.
   */
  boolean followsDead();

  /**
   * Replaces what the worker says of itself; its id stays.
   *
   * @param change from what it said last to what it says now; of several at once each sees the one
   *     before. It may be called more than once, so it must be free of side effects
   * @return whether that, or something later, has been written; false while the store is away and
   *     after {@link #close()}
   */
  boolean update(UnaryOperator<WorkerInfo> change);

  /** Notes that the worker takes no new work and is finishing what it has. */
  void drain();

  /** Notes that the worker has left, and lets go of its lock. Idempotent. */
  @Override
  void close();
}
