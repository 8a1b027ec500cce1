package dev.turnwise.postgres;

import dev.turnwise.error.ConfigurationException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Properties;

/**
 * How every session of a store behaves, whatever the server's defaults are. All of it travels with
 * the start of the connection, so it costs no round trip, and nothing has run yet when it applies.
 *
 * @param applicationName shown in {@code pg_stat_activity}
 * @param connectTimeout for the connection to be made
 * @param statementTimeout after which the server ends a statement
 * @param lockTimeout after which the server ends a wait for a lock
 * @param idleInTransactionTimeout after which the server ends a session that has fallen silent in a
 *     transaction, and with it the row locks of a worker that was stopped
 */
record SessionSettings(
    String applicationName,
    Duration connectTimeout,
    Duration statementTimeout,
    Duration lockTimeout,
    Duration idleInTransactionTimeout) {

  private static final Sql READ_BACK = Sql.of("session-settings");

  /** PostgreSQL cuts longer names. */
  private static final int MAX_NAME_CHARS = 63;

  /** The server answers first; the socket only gives up on a server that does not answer at all. */
  private static final Duration SOCKET_MARGIN = Duration.ofSeconds(5);

  /** Longest statement of an audit or an upgrade. */
  private static final Duration LONG_WORK = Duration.ofHours(1);

  private static final Duration LONGEST = Duration.ofDays(1);

  static final SessionSettings DEFAULT =
      new SessionSettings(
          "turnwise",
          Duration.ofSeconds(5),
          Duration.ofSeconds(30),
          Duration.ofSeconds(10),
          Duration.ofSeconds(10));

  SessionSettings {
    if (applicationName.isBlank() || applicationName.length() > MAX_NAME_CHARS) {
      throw new ConfigurationException(
          "store.application_name",
          "is blank or longer than " + MAX_NAME_CHARS + " characters",
          "choose a name of 1 to " + MAX_NAME_CHARS + " characters");
    }
    require("store.connect_timeout", connectTimeout);
    require("store.statement_timeout", statementTimeout);
    require("store.lock_timeout", lockTimeout);
    require("store.idle_in_transaction_timeout", idleInTransactionTimeout);
  }

  private static void require(String key, Duration value) {
    if (value.compareTo(Duration.ofMillis(1)) < 0 || value.compareTo(LONGEST) > 0) {
      throw new ConfigurationException(key, "is " + value, "choose a duration from 1 ms to 1 day");
    }
  }

  SessionSettings withApplicationName(String name) {
    return new SessionSettings(
        name, connectTimeout, statementTimeout, lockTimeout, idleInTransactionTimeout);
  }

  SessionSettings withConnectTimeout(Duration timeout) {
    return new SessionSettings(
        applicationName, timeout, statementTimeout, lockTimeout, idleInTransactionTimeout);
  }

  SessionSettings withStatementTimeout(Duration timeout) {
    return new SessionSettings(
        applicationName, connectTimeout, timeout, lockTimeout, idleInTransactionTimeout);
  }

  SessionSettings withLockTimeout(Duration timeout) {
    return new SessionSettings(
        applicationName, connectTimeout, statementTimeout, timeout, idleInTransactionTimeout);
  }

  SessionSettings withIdleInTransactionTimeout(Duration timeout) {
    return new SessionSettings(
        applicationName, connectTimeout, statementTimeout, lockTimeout, timeout);
  }

  /**
   * Whether a session has them. A pooler in transaction mode may have swallowed them without a
   * word.
   */
  boolean haveArrivedIn(Connection connection) throws SQLException {
    try (Call call = READ_BACK.on(connection)) {
      return call.one(
          row ->
              row.number("lock_timeout_ms") == lockTimeout.toMillis()
                  && row.number("idle_in_transaction_ms") == idleInTransactionTimeout.toMillis());
    }
  }

  /**
   * For work that may take long, as an audit or an upgrade does; with whatever plans the server
   * finds best.
   */
  Properties forLongWork(PostgresDsn dsn) {
    Map<String, String> settings = common();
    settings.put("statement_timeout", millis(LONG_WORK));
    return properties(dsn, settings, LONG_WORK.plus(SOCKET_MARGIN));
  }

  /** For the pool. */
  Properties forShortWork(PostgresDsn dsn) {
    Map<String, String> settings = common();
    settings.put("statement_timeout", millis(statementTimeout));
    // Each statement has an index that serves it. A plan that scans a table because it was made
    // while the table was
    // small would stay in the session while the table grows; nor is any statement long enough to be
    // compiled.
    settings.put("plan_cache_mode", "force_generic_plan");
    settings.put("enable_seqscan", "off");
    settings.put("enable_bitmapscan", "off");
    settings.put("jit", "off");
    return properties(dsn, settings, statementTimeout.plus(SOCKET_MARGIN));
  }

  private Map<String, String> common() {
    Map<String, String> settings = new LinkedHashMap<>();
    settings.put("default_transaction_isolation", "read\\ committed");
    settings.put("synchronous_commit", "on");
    settings.put("lock_timeout", millis(lockTimeout));
    settings.put("idle_in_transaction_session_timeout", millis(idleInTransactionTimeout));
    settings.put("tcp_keepalives_idle", "10");
    settings.put("tcp_keepalives_interval", "5");
    settings.put("tcp_keepalives_count", "3");
    return settings;
  }

  private Properties properties(
      PostgresDsn dsn, Map<String, String> settings, Duration socketTimeout) {
    Properties properties = new Properties();
    properties.setProperty("ApplicationName", applicationName);
    properties.setProperty("connectTimeout", seconds(connectTimeout));
    properties.setProperty("loginTimeout", seconds(connectTimeout));
    properties.setProperty("socketTimeout", seconds(socketTimeout));
    properties.setProperty("tcpKeepAlive", "true");
    // Spares each new connection two round trips.
    properties.setProperty("assumeMinServerVersion", "14");
    // The plan of a statement is made once a session, from its first run on.
    properties.setProperty("prepareThreshold", "1");
    // What the DSN says explicitly wins, except over the settings above, which correctness depends
    // on.
    properties.putAll(dsn.parameters());
    properties.setProperty(
        "options", options(dsn.parameters().getOrDefault("options", ""), settings));
    return properties;
  }

  private static String options(String own, Map<String, String> settings) {
    StringBuilder options = new StringBuilder(own);
    settings.forEach(
        (name, value) -> options.append(" -c ").append(name).append('=').append(value));
    return options.toString().strip();
  }

  private static String millis(Duration duration) {
    return Long.toString(duration.toMillis());
  }

  /** Whole seconds, rounded up: 0 would mean for ever. */
  private static String seconds(Duration duration) {
    return Long.toString(duration.plusMillis(999).toSeconds());
  }
}
