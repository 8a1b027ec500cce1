package dev.turnwise.bench;

/** One of two who want the same lock, as two processes would. */
interface Contender extends AutoCloseable {
  /** Waits until it has the lock. */
  void acquire();

  /** Lets go of it. */
  void release();

  @Override
  void close();
}
