package dev.turnwise.error;

import java.time.Duration;
import java.util.Map;

/** A lock was not to be had in time. Nothing was stored, and nothing is left waiting for it. */
public final class LockTimeoutException extends TurnwiseException {
  private static final long serialVersionUID = 1L;

  /**
   * @param key what the lock is on
   * @param waited how long the caller waited
   * @param holder who holds it, as far as that is known ("pid 4711, application turnwise-a")
   */
  public LockTimeoutException(String key, Duration waited, String holder) {
    super(
        ErrorCode.LOCK_TIMEOUT,
        "the lock on "
            + Quoted.of(key)
            + " was not free within "
            + waited.toMillis()
            + " ms, held by "
            + holder
            + ": nothing was stored; repeat the call, or see why the holder takes so long",
        Map.of("key", key, "waited_ms", waited.toMillis(), "holder", holder),
        null);
  }
}
