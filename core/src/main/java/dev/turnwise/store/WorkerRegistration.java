package dev.turnwise.store;

/** A worker's registration. Thread-safe. */
public interface WorkerRegistration extends AutoCloseable {

  /** Replaces what the worker says of itself; its id stays. */
  void update(WorkerInfo worker);

  /** Notes that the worker takes no new work and is finishing what it has. */
  void drain();

  /** Notes that the worker has left, and lets go of its lock. Idempotent. */
  @Override
  void close();
}
