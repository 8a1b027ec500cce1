package dev.turnwise.model;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How often and when a failed delivery is tried again.
 *
 * @param maxRetries tries after the first, 0 to 100
 * @param baseDelay pause before the first retry
 * @param exponentialBase factor from each pause to the next, 1 to 100
 * @param maxDelay longest pause
 * @param retryableErrors codes of the errors worth a retry; null: all that call themselves
 *     retryable
 */
public record RetryPolicy(
    int maxRetries,
    Duration baseDelay,
    double exponentialBase,
    Duration maxDelay,
    @Nullable List<String> retryableErrors) {
  /** Three retries after 1, 2 and 4 seconds. */
  public static final RetryPolicy DEFAULT =
      new RetryPolicy(3, Duration.ofSeconds(1), 2.0, Duration.ofSeconds(60), null);

  private static final int MOST_RETRIES = 100;
  private static final double MAX_BASE = 100;

  public RetryPolicy {
    Checks.requireRange("retry_policy.max_retries", maxRetries, 0, MOST_RETRIES);
    Checks.requirePositive("retry_policy.base_delay", baseDelay);
    Checks.requireRange("retry_policy.exponential_base", exponentialBase, 1, MAX_BASE);
    Checks.requirePositive("retry_policy.max_delay", maxDelay);
    retryableErrors = Checks.optionalIds("retry_policy.retryable_errors", retryableErrors);
  }
}
