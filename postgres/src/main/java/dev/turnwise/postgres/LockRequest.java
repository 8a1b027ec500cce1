package dev.turnwise.postgres;

import dev.turnwise.runtime.Tasks;
import java.time.Duration;

/**
 * A caller's wish for a lock.
 *
 * @param key as the caller names it
 * @param hash as the server does
 * @param since when the caller came, on the clock of {@code tasks}
 * @param deadline when it wants to have the lock or an error
 */
record LockRequest(String key, long hash, Duration since, Duration deadline, Tasks tasks) {

  Duration remaining() {
    return deadline.minus(tasks.now());
  }

  Duration waited() {
    return tasks.now().minus(since);
  }

  /** How the lock is called among the callers of this process. */
  String nameInProcess() {
    return Long.toHexString(hash);
  }
}
