package dev.turnwise.error;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The store could not be reached, or refused to work. Nothing was stored; repeating is safe. */
public final class StoreUnavailableException extends TurnwiseException {
  private static final long serialVersionUID = 1L;

  /**
   * @param operation what was attempted, for example {@code commit}
   * @param reason why it failed, in words of our own and without secrets
   */
  public StoreUnavailableException(String operation, String reason, @Nullable Throwable cause) {
    super(
        ErrorCode.STORE_UNAVAILABLE,
        "the store is unavailable for "
            + operation
            + ", "
            + reason
            + ": nothing was stored; repeat the call once the store answers",
        Map.of("operation", operation, "reason", reason),
        cause);
  }
}
