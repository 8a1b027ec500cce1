package dev.turnwise.error;

import java.util.Map;

/**
 * The calling thread was interrupted while it waited. Its interrupt flag is set again; the work
 * itself may go on.
 */
public final class CallInterruptedException extends TurnwiseException {
  private static final long serialVersionUID = 1L;

  public CallInterruptedException() {
    super(
        ErrorCode.CALL_INTERRUPTED,
        "the calling thread was interrupted while it waited: the work may still go on;"
            + " repeat the call with the same idempotency key to learn its outcome",
        Map.of(),
        null);
  }
}
