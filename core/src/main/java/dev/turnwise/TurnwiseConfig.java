package dev.turnwise;

import dev.turnwise.commit.CommitConfig;
import dev.turnwise.error.ConfigurationException;
import dev.turnwise.model.Limits;
import java.time.Duration;

/**
 * Settings of an engine; none is unbounded.
 *
 * @param processTimeout from the call until the message's statement is sent: channel conversion and
 *     queueing
 * @param idempotencyExpiry for how long a repeated key is recognised
 * @param timerInterval how often room timers are looked at
 * @param shutdownTimeout how long {@code close()} waits for commits on their way
 * @param limits sizes of what is stored
 * @param commit the commit path
 */
public record TurnwiseConfig(
    Duration processTimeout,
    Duration idempotencyExpiry,
    Duration timerInterval,
    Duration shutdownTimeout,
    Limits limits,
    CommitConfig commit) {

  /** 30 s, 24 h, 1 s, 30 s, default limits, default commit settings. */
  public static final TurnwiseConfig DEFAULT =
      new TurnwiseConfig(
          Duration.ofSeconds(30),
          Duration.ofHours(24),
          Duration.ofSeconds(1),
          Duration.ofSeconds(30),
          Limits.DEFAULT,
          CommitConfig.DEFAULT);

  public TurnwiseConfig {
    requirePositive("process_timeout", processTimeout);
    requirePositive("idempotency_expiry", idempotencyExpiry);
    requirePositive("timer_interval", timerInterval);
    requirePositive("shutdown_timeout", shutdownTimeout);
  }

  private static void requirePositive(String key, Duration value) {
    if (!value.isPositive()) {
      throw new ConfigurationException(key, "is " + value, "choose a positive duration");
    }
  }

  public TurnwiseConfig withProcessTimeout(Duration timeout) {
    return new TurnwiseConfig(
        timeout, idempotencyExpiry, timerInterval, shutdownTimeout, limits, commit);
  }

  public TurnwiseConfig withIdempotencyExpiry(Duration expiry) {
    return new TurnwiseConfig(
        processTimeout, expiry, timerInterval, shutdownTimeout, limits, commit);
  }

  public TurnwiseConfig withTimerInterval(Duration interval) {
    return new TurnwiseConfig(
        processTimeout, idempotencyExpiry, interval, shutdownTimeout, limits, commit);
  }

  public TurnwiseConfig withShutdownTimeout(Duration timeout) {
    return new TurnwiseConfig(
        processTimeout, idempotencyExpiry, timerInterval, timeout, limits, commit);
  }

  public TurnwiseConfig withLimits(Limits newLimits) {
    return new TurnwiseConfig(
        processTimeout, idempotencyExpiry, timerInterval, shutdownTimeout, newLimits, commit);
  }

  public TurnwiseConfig withCommit(CommitConfig newCommit) {
    return new TurnwiseConfig(
        processTimeout, idempotencyExpiry, timerInterval, shutdownTimeout, limits, newCommit);
  }
}
