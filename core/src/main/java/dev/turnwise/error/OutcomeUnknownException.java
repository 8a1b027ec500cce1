package dev.turnwise.error;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A write was sent and its answer was lost: it may or may not be stored. */
public final class OutcomeUnknownException extends TurnwiseException {
  private static final long serialVersionUID = 1L;

  /**
   * @param subject what was written, for example {@code event 0198…}
   * @param reason why the answer is missing, in words of our own and without secrets
   */
  public OutcomeUnknownException(String subject, String reason, @Nullable Throwable cause) {
    super(
        ErrorCode.OUTCOME_UNKNOWN,
        "whether "
            + subject
            + " was stored is unknown, "
            + reason
            + ": read it back, or repeat the call with the same idempotency key",
        Map.of("subject", subject, "reason", reason),
        cause);
  }
}
