package dev.turnwise.error;

import java.time.Duration;
import java.util.Map;

/** A message was not decided within its time. Nothing was stored; repeating it is safe. */
public final class ProcessTimeoutException extends TurnwiseException {
  private static final long serialVersionUID = 1L;

  /**
   * @param subject what was being processed, for example {@code channel 'sms1'}
   * @param step the step that was running when the time was up
   * @param limit the configured process timeout
   */
  public ProcessTimeoutException(String subject, String step, Duration limit) {
    super(
        ErrorCode.PROCESS_TIMEOUT,
        subject
            + " was still in step '"
            + step
            + "' after "
            + limit.toMillis()
            + " ms (limit: process_timeout): nothing was stored; repeat the call, or raise the limit",
        Map.of("subject", subject, "step", step, "limit_ms", limit.toMillis()),
        null);
  }
}
