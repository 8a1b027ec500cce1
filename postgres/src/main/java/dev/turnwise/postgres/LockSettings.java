package dev.turnwise.postgres;

import dev.turnwise.error.ConfigurationException;
import java.time.Duration;

/**
 * Settings of a lock manager, checked.
 *
 * @param dsn the server itself, not a pooler in transaction mode
 * @param maxSize sessions at most, of which half are shared by all keys
 * @param lease how long the server keeps the locks of a session that has fallen silent
 * @param margin by how much a lock is given up earlier than the server would end it
 * @param maxHeld keys held at once at most: the server's table of locks is shared by all its users
 * @param namespace keeps keys of different purposes apart
 * @param applicationName shown in {@code pg_stat_activity}, and to whoever waits in vain
 * @param connectTimeout for a session to be opened
 */
record LockSettings(
    PostgresDsn dsn,
    int maxSize,
    Duration lease,
    Duration margin,
    int maxHeld,
    String namespace,
    String applicationName,
    Duration connectTimeout) {

  private static final int MAX_SIZE = 100;
  private static final int MAX_HELD = 100_000;
  private static final int MAX_NAME_CHARS = 63;
  private static final Duration SHORTEST_LEASE = Duration.ofSeconds(1);
  private static final Duration LONGEST_LEASE = Duration.ofHours(1);
  private static final Duration LONGEST_CONNECT = Duration.ofMinutes(5);

  LockSettings {
    require(
        maxSize >= 2 && maxSize <= MAX_SIZE,
        "locks.max_size",
        maxSize,
        "choose a number of sessions from 2 to " + MAX_SIZE + ": one is shared, one waits");
    require(
        isBetween(SHORTEST_LEASE, lease, LONGEST_LEASE),
        "locks.lease",
        lease,
        "choose a duration from 1 s to 1 h");
    // Else a ping that is answered late would come too late, see answerTimeout().
    require(
        margin.isPositive() && margin.multipliedBy(3).compareTo(lease) <= 0,
        "locks.lease_margin",
        margin,
        "choose a positive duration of at most a third of the lease");
    require(
        maxHeld >= 1 && maxHeld <= MAX_HELD,
        "locks.max_held",
        maxHeld,
        "choose a number of keys from 1 to 100,000, and no more than max_locks_per_transaction"
            + " of the server allows all workers together");
    require(
        isName(namespace),
        "locks.namespace",
        "blank, too long or with U+0000",
        "choose a name of 1 to " + MAX_NAME_CHARS + " characters");
    require(
        isName(applicationName),
        "locks.application_name",
        "blank, too long or with U+0000",
        "choose a name of 1 to " + MAX_NAME_CHARS + " characters");
    require(
        isBetween(Duration.ofMillis(1), connectTimeout, LONGEST_CONNECT),
        "locks.connect_timeout",
        connectTimeout,
        "choose a duration from 1 ms to 5 min");
  }

  private static void require(boolean holds, String key, Object value, String remedy) {
    if (!holds) {
      throw new ConfigurationException(key, "is " + value, remedy);
    }
  }

  private static boolean isBetween(Duration least, Duration value, Duration most) {
    return value.compareTo(least) >= 0 && value.compareTo(most) <= 0;
  }

  private static boolean isName(String name) {
    return !name.isBlank() && name.length() <= MAX_NAME_CHARS && name.indexOf('\0') < 0;
  }

  int sharedSessions() {
    return maxSize / 2;
  }

  int exclusiveSessions() {
    return maxSize - sharedSessions();
  }

  /** A session speaks at least this often. */
  Duration pingEvery() {
    return lease.dividedBy(3);
  }

  /**
   * How long the server may take to answer what never waits. A third of the lease after the last
   * answer comes a ping; when that is given up, its locks are still certain (margin ≤ lease / 3).
   */
  Duration answerTimeout() {
    return lease.minus(margin).dividedBy(2);
  }

  /** Longest time until any request that never waits is answered, one way or another. */
  Duration patience() {
    return connectTimeout.plus(answerTimeout()).multipliedBy(2);
  }
}
