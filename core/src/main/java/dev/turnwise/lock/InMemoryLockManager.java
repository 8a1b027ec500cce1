package dev.turnwise.lock;

import dev.turnwise.error.CallInterruptedException;
import dev.turnwise.error.EngineClosedException;
import dev.turnwise.error.InvalidInputException;
import dev.turnwise.error.LockTimeoutException;
import dev.turnwise.runtime.Tasks;
import dev.turnwise.runtime.ThreadTasks;
import java.time.Duration;
import java.util.Optional;

/**
 * Locks that exclude the callers of one process: fair, without leases, and gone from memory as soon
 * as nobody holds or awaits them.
 *
 * <p>Where several processes share a store, use a manager that is {@link #shared()} instead. Locks
 * end only by their release, or by {@link #close()}. Thread-safe.
 */
public final class InMemoryLockManager implements RoomLockManager {

  private final Tasks tasks;
  private final KeyQueues queues = new KeyQueues();
  private volatile boolean closed;

  /** On real threads. */
  public InMemoryLockManager() {
    this(new ThreadTasks());
  }

  /** Waits by way of these tasks. */
  public InMemoryLockManager(Tasks tasks) {
    this.tasks = tasks;
  }

  @Override
  public String name() {
    return "InMemoryLockManager";
  }

  @Override
  public boolean shared() {
    return false;
  }

  @Override
  public RoomLock acquire(String key, Duration atMost) {
    requirePositive(atMost);
    Duration since = tasks.now();
    QueuedLock lock = new QueuedLock(key, queues, tasks);
    queues.join(lock);
    refuseIfClosed(lock);
    Optional<QueuedLock.Turn> turn = awaitTurn(lock, atMost);
    if (turn.isEmpty()) {
      // Should its turn come this very moment, the next one gets it.
      queues.leave(lock);
      throw new LockTimeoutException(
          key, tasks.now().minus(since), "another caller in this process");
    }
    return switch (turn.get()) {
      case COME -> lock;
      case CLOSED -> throw new EngineClosedException();
    };
  }

  private Optional<QueuedLock.Turn> awaitTurn(QueuedLock lock, Duration atMost) {
    try {
      return lock.turn().await(atMost);
    } catch (CallInterruptedException interrupted) {
      queues.leave(lock);
      throw interrupted;
    }
  }

  @Override
  public Optional<RoomLock> tryAcquire(String key) {
    QueuedLock lock = new QueuedLock(key, queues, tasks);
    boolean free = queues.joinIfFree(lock);
    refuseIfClosed(lock);
    return free ? Optional.of(lock) : Optional.empty();
  }

  /** After it has joined: whoever joins too late to be found by {@link #close()} sees this. */
  private void refuseIfClosed(QueuedLock lock) {
    if (closed) {
      queues.leave(lock);
      throw new EngineClosedException();
    }
  }

  private static void requirePositive(Duration atMost) {
    if (!atMost.isPositive()) {
      throw new InvalidInputException(
          "at_most", "is not positive", "0 exclusive", "say how long to wait, or use tryAcquire");
    }
  }

  /** How many keys are held at present; for gauges. */
  public int keysInUse() {
    return queues.size();
  }

  /** How many callers wait for this key at present; for gauges. */
  public int waiting(String key) {
    return queues.waiting(key);
  }

  @Override
  public void close() {
    closed = true;
    queues.abolish();
  }
}
