package dev.turnwise.lock;

import dev.turnwise.runtime.Promise;
import dev.turnwise.runtime.Tasks;
import java.time.Duration;

/** A lock in memory, from the moment somebody asks for it: waits for its turn, then is held. */
final class QueuedLock implements RoomLock {

  /** What a wait ends with, unless the waiter gives up. */
  enum Turn {
    COME,
    CLOSED
  }

  /** A century, as nothing but its holder ends it, and longer durations overflow when added up. */
  private static final Duration FOR_EVER = Duration.ofDays(36_500);

  private final String key;
  private final KeyQueues queues;
  private final Promise<Turn> turn;
  private final Holding holding;

  QueuedLock(String key, KeyQueues queues, Tasks tasks) {
    this.key = key;
    this.queues = queues;
    this.turn = tasks.promise();
    this.holding = new Holding(tasks);
  }

  /** What it waits for. */
  Promise<Turn> turn() {
    return turn;
  }

  /** Its manager ends: fails the waiter, or takes the lock from its holder. */
  void abolish() {
    if (!turn.keep(Turn.CLOSED)) {
      holding.lose();
    }
  }

  @Override
  public String key() {
    return key;
  }

  @Override
  public boolean isHeld() {
    return holding.isHeld();
  }

  @Override
  public Duration remaining() {
    return isHeld() ? FOR_EVER : Duration.ZERO;
  }

  @Override
  public void onLost(Runnable action) {
    holding.onLost(action);
  }

  @Override
  public void close() {
    if (holding.release()) {
      queues.leave(this);
    }
  }
}
