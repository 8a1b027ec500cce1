package dev.turnwise.postgres;

import dev.turnwise.lock.Holding;
import dev.turnwise.lock.RoomLock;
import dev.turnwise.runtime.Signal;
import dev.turnwise.runtime.Tasks;
import java.time.Duration;

/** A lock that a database session holds for us, certain only as long as the session's lease. */
final class AdvisoryLock implements RoomLock {

  private final String key;
  private final Hold hold;
  private final Turn turn;
  private final Holding holding;
  private final Signal free;
  private final Duration patience;

  /**
   * @param patience for the server's answer to the unlock, after which the session will be ended
   */
  AdvisoryLock(String key, Hold hold, Turn turn, Tasks tasks, Duration patience) {
    this.key = key;
    this.hold = hold;
    this.turn = turn;
    this.holding = new Holding(tasks);
    this.free = tasks.signal();
    this.patience = patience;
  }

  Hold hold() {
    return hold;
  }

  private Lease lease() {
    return hold.connection().lease();
  }

  /** From now on it is lost when its session is. */
  void begin() {
    lease().carry(this);
  }

  /**
   * Its session is gone. The next caller in this process need not wait for the holder to notice.
   */
  void lose() {
    if (holding.lose()) {
      lease().drop(this);
      turn.end();
    }
  }

  @Override
  public String key() {
    return key;
  }

  @Override
  public boolean isHeld() {
    return holding.isHeld() && lease().remaining().isPositive();
  }

  @Override
  public Duration remaining() {
    return holding.isHeld() ? lease().remaining() : Duration.ZERO;
  }

  @Override
  public void onLost(Runnable action) {
    holding.onLost(action);
  }

  /**
   * Returns when the key is free, so that whoever looks then finds it so. Waits without regard to
   * interrupts, and no longer than a session lives that does not answer.
   */
  @Override
  public void close() {
    if (!holding.release()) {
      return;
    }
    lease().drop(this);
    hold.giveBack(
        key,
        () -> {
          turn.end();
          free.raise();
        });
    if (hold.sharedSession()) {
      // The next try of this process then travels in the same statement as the unlock, behind it.
      turn.end();
    }
    free.await(patience);
  }
}
