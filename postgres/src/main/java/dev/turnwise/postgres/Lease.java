package dev.turnwise.postgres;

import dev.turnwise.runtime.Tasks;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * How long the locks of one database session are certain.
 *
 * <p>The server ends a session that says nothing for the length of the lease, and thereby frees its
 * locks. Its clock starts when it has answered, ours at the moment before we asked. So whenever it
 * ends the session, the locks here have expired before, noticed or not: even while this process is
 * stopped, or its packets are lost.
 *
 * <p>Belongs to one connection and ends with it. Thread-safe; one thread renews.
 */
final class Lease {

  private final Tasks tasks;
  private final Duration certainFor;
  private final Duration pingEvery;
  private final Set<AdvisoryLock> locks = ConcurrentHashMap.newKeySet();
  private volatile Duration lastAsked;
  private volatile boolean ended;

  /**
   * @param asked the moment before the first question that was answered
   */
  Lease(Tasks tasks, LockSettings settings, Duration asked) {
    this.tasks = tasks;
    this.certainFor = settings.lease().minus(settings.margin());
    this.pingEvery = settings.pingEvery();
    this.lastAsked = asked;
  }

  /** The question that was asked right after this moment has been answered. */
  void renew(Duration asked) {
    lastAsked = asked;
  }

  /** For how long its locks are certain; zero when they are not any more. */
  Duration remaining() {
    Duration remaining = lastAsked.plus(certainFor).minus(tasks.now());
    return ended || remaining.isNegative() ? Duration.ZERO : remaining;
  }

  /** Too little is left of it to begin anything. */
  boolean isHalfOver() {
    return remaining().multipliedBy(2).compareTo(certainFor) < 0;
  }

  /** Until the next ping is due; zero or less when it is. */
  Duration untilPing() {
    return lastAsked.plus(pingEvery).minus(tasks.now());
  }

  /** From now on this lock is lost with it; at once if it has ended. */
  void carry(AdvisoryLock lock) {
    locks.add(lock);
    if (ended) {
      lock.lose();
    }
  }

  void drop(AdvisoryLock lock) {
    locks.remove(lock);
  }

  /** The connection is gone. Repeating is safe. */
  void end() {
    ended = true;
    locks.forEach(AdvisoryLock::lose);
  }
}
