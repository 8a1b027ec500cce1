package dev.turnwise.postgres;

import dev.turnwise.error.ConfigurationException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Settings of a {@link PostgresStore}. Not safe for use by several threads. */
public final class PostgresStoreBuilder {

  private static final int MAX_SIZE = 1_000;

  /** What a store is made of. */
  record Parts(
      PostgresDsn dsn,
      SessionSettings settings,
      int maxSize,
      Duration acquireTimeout,
      LockSettings workerLease) {}

  private @Nullable String dsn;
  private int maxSize = 10;
  private Duration acquireTimeout = Duration.ofSeconds(5);
  private Duration workerLease = Duration.ofSeconds(10);
  private SessionSettings settings = SessionSettings.DEFAULT;

  PostgresStoreBuilder() {}

  /** The database; required. See {@link PostgresStore#at} for the forms. */
  public PostgresStoreBuilder dsn(String value) {
    dsn = value;
    return this;
  }

  /** Most connections at once, 1 to 1,000; 10 by default. Two are kept open. */
  public PostgresStoreBuilder maxSize(int value) {
    if (value < 1 || value > MAX_SIZE) {
      throw new ConfigurationException(
          "store.max_size", "is " + value, "choose a number of connections from 1 to " + MAX_SIZE);
    }
    maxSize = value;
    return this;
  }

  /** Longest wait for a free connection, at least 250 ms; 5 s by default. */
  public PostgresStoreBuilder acquireTimeout(Duration value) {
    if (value.compareTo(Duration.ofMillis(250)) < 0 || value.compareTo(Duration.ofDays(1)) > 0) {
      throw new ConfigurationException(
          "store.acquire_timeout", "is " + value, "choose a duration from 250 ms to 1 day");
    }
    acquireTimeout = value;
    return this;
  }

  /**
   * Name of the sessions in {@code pg_stat_activity}, 1 to 63 characters; {@code turnwise} by
   * default.
   */
  public PostgresStoreBuilder applicationName(String value) {
    settings = settings.withApplicationName(value);
    return this;
  }

  /** Longest wait for a connection to be made; 5 s by default. Whole seconds, rounded up. */
  public PostgresStoreBuilder connectTimeout(Duration value) {
    settings = settings.withConnectTimeout(value);
    return this;
  }

  /** Longest run of a statement, after which the server ends it; 30 s by default. */
  public PostgresStoreBuilder statementTimeout(Duration value) {
    settings = settings.withStatementTimeout(value);
    return this;
  }

  /**
   * Longest wait for a row or table lock, after which the server gives up the statement; 10 s by
   * default.
   */
  public PostgresStoreBuilder lockTimeout(Duration value) {
    settings = settings.withLockTimeout(value);
    return this;
  }

  /**
   * Longest silence inside a transaction, after which the server ends the session; 10 s by default.
   * Bounds how long a worker that was stopped in the middle of a change keeps a room.
   */
  public PostgresStoreBuilder idleInTransactionTimeout(Duration value) {
    settings = settings.withIdleInTransactionTimeout(value);
    return this;
  }

  /**
   * After what silence a registered worker that is stopped or cut off counts as dead, 1 s to 1 h;
   * 10 s by default. One whose process has ended does so at once.
   */
  public PostgresStoreBuilder workerLease(Duration value) {
    if (value.compareTo(Duration.ofSeconds(1)) < 0 || value.compareTo(Duration.ofHours(1)) > 0) {
      throw new ConfigurationException(
          "store.worker_lease", "is " + value, "choose a duration from 1 s to 1 h");
    }
    workerLease = value;
    return this;
  }

  /**
   * Makes the store. Does not wait for the database; {@link PostgresStore#init()} does.
   *
   * @throws ConfigurationException if the DSN is missing or malformed
   */
  public PostgresStore build() {
    if (dsn == null) {
      throw new ConfigurationException(
          "store.dsn", "is missing", "set it to postgresql://user:password@host:port/database");
    }
    PostgresDsn address = PostgresDsn.parse(dsn);
    return new PostgresStore(
        new Parts(address, settings, maxSize, acquireTimeout, leaseSettings(address)));
  }

  private LockSettings leaseSettings(PostgresDsn address) {
    // A third is the most that a session allows; it only bounds how long an answer may take.
    Duration margin = workerLease.dividedBy(3);
    return new LockSettings(
        address,
        2,
        workerLease,
        margin,
        1,
        "worker",
        settings.applicationName(),
        settings.connectTimeout());
  }
}
