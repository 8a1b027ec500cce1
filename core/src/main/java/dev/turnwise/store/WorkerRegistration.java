package dev.turnwise.store;

/**
 * A worker's registration. Thread-safe.
 *
 * <p>While the store is away its methods return without an error, after a bounded wait: what the
 * worker said last is written when the store is back. After {@link #close()} they do nothing.
 */
public interface WorkerRegistration extends AutoCloseable {

  /** Replaces what the worker says of itself; its id stays. */
  void update(WorkerInfo worker);

  /** Notes that the worker takes no new work and is finishing what it has. */
  void drain();

  /** Notes that the worker has left, and lets go of its lock. Idempotent. */
  @Override
  void close();
}
