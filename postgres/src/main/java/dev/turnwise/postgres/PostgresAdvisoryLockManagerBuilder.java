package dev.turnwise.postgres;

import dev.turnwise.error.ConfigurationException;
import dev.turnwise.runtime.ThreadTasks;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Settings of a {@link PostgresAdvisoryLockManager}. Not safe for use by several threads. */
public final class PostgresAdvisoryLockManagerBuilder {

  private @Nullable String dsn;
  private int maxSize = 10;
  private Duration lockLease = Duration.ofSeconds(10);
  private Duration leaseMargin = Duration.ofSeconds(1);
  private int maxHeld = 1_000;
  private String namespace = "turnwise";
  private String applicationName = "turnwise-locks";
  private Duration connectTimeout = Duration.ofSeconds(5);

  PostgresAdvisoryLockManagerBuilder() {}

  /**
   * The database; required. The server itself, or a pooler in session mode that passes start-up
   * options on. The forms are those of the store; all workers must name the same database.
   */
  public PostgresAdvisoryLockManagerBuilder dsn(String value) {
    dsn = value;
    return this;
  }

  /**
   * Most database sessions, 2 to 100; 10 by default. Half of them hold the keys that were free, any
   * number each; each of the others waits for one contended key, and then holds it. So this bounds
   * neither how many keys may be held nor how many callers may wait.
   */
  public PostgresAdvisoryLockManagerBuilder maxSize(int value) {
    maxSize = value;
    return this;
  }

  /**
   * How long the server keeps the locks of a process that has fallen silent, 1 s to 1 h; 10 s by
   * default. Others get them after this time at the latest; a healthy holder keeps them for ever.
   */
  public PostgresAdvisoryLockManagerBuilder lockLease(Duration value) {
    lockLease = value;
    return this;
  }

  /**
   * By how much a holder that gets no answer gives its locks up before the server does, at most a
   * third of the lease; 1 s by default. Larger than any difference in the pace of the two clocks.
   */
  public PostgresAdvisoryLockManagerBuilder leaseMargin(Duration value) {
    leaseMargin = value;
    return this;
  }

  /**
   * Most keys held at once, 1 to 100,000; 1,000 by default. The server has one table of locks for
   * all its users, of about {@code max_locks_per_transaction} times {@code max_connections}.
   */
  public PostgresAdvisoryLockManagerBuilder maxHeld(int value) {
    maxHeld = value;
    return this;
  }

  /**
   * Keeps equal keys of different purposes apart, 1 to 63 characters; {@code turnwise} by default.
   */
  public PostgresAdvisoryLockManagerBuilder namespace(String value) {
    namespace = value;
    return this;
  }

  /** Name of the sessions in {@code pg_stat_activity} and in the messages of those who wait. */
  public PostgresAdvisoryLockManagerBuilder applicationName(String value) {
    applicationName = value;
    return this;
  }

  /** Longest wait for a session to be opened; 5 s by default. Whole seconds, rounded up. */
  public PostgresAdvisoryLockManagerBuilder connectTimeout(Duration value) {
    connectTimeout = value;
    return this;
  }

  /**
   * Makes the manager. Does not connect; {@link PostgresAdvisoryLockManager#init()} does.
   *
   * @throws ConfigurationException naming the setting that is missing or wrong
   */
  public PostgresAdvisoryLockManager build() {
    if (dsn == null) {
      throw new ConfigurationException(
          "locks.dsn", "is missing", "set it to postgresql://user:password@host:port/database");
    }
    return new PostgresAdvisoryLockManager(
        new LockSettings(
            PostgresDsn.parse("locks.dsn", dsn),
            maxSize,
            lockLease,
            leaseMargin,
            maxHeld,
            namespace,
            applicationName,
            connectTimeout),
        new ThreadTasks());
  }
}
