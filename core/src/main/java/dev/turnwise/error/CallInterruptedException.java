package dev.turnwise.error;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The calling thread was interrupted while it waited. Its interrupt flag is set again; the work itself may go on. */
public final class CallInterruptedException extends TurnwiseException {
  private static final long serialVersionUID = 1L;

  /**
   * @param call what was waited for, for example {@code the commit of event 0198…}
   */
  public CallInterruptedException(String call, @Nullable Throwable cause) {
    super(
        ErrorCode.CALL_INTERRUPTED,
        "the wait for " + call + " was interrupted: its outcome is not known to this caller;"
            + " repeat the call with the same idempotency key",
        Map.of("call", call),
        cause);
  }
}
