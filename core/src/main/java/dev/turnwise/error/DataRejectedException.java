package dev.turnwise.error;

import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The store refuses the data of this one event. Nothing of it was stored; others are unaffected.
 */
public final class DataRejectedException extends TurnwiseException {
  private static final long serialVersionUID = 1L;

  /**
   * @param reason what the store objects to, in words of our own
   */
  public DataRejectedException(UUID eventId, String reason, @Nullable Throwable cause) {
    super(
        ErrorCode.DATA_REJECTED,
        "the store refuses the data of event "
            + eventId
            + ", "
            + reason
            + ": change the content or metadata; repeating it unchanged fails again",
        Map.of("event_id", eventId.toString(), "reason", reason),
        cause);
  }
}
