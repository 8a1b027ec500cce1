package dev.turnwise.postgres;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;

/**
 * How a session that holds locks behaves, for its whole life. All of it travels with the start of
 * the connection, and what the locks depend on is read back.
 *
 * <p>That is also how poolers are found out: one in transaction mode, where lock and unlock would
 * go to different sessions, refuses such options or swallows them. Two statements that happen to
 * run in the same session prove nothing.
 */
final class SessionOptions {

  private static final String READ_BACK =
      """
      SELECT name, setting
        FROM pg_settings
       WHERE name = ANY (?::text[])
      """;

  private final LockSettings settings;

  SessionOptions(LockSettings settings) {
    this.settings = settings;
  }

  /** What the locks depend on. */
  private Map<String, String> required() {
    Map<String, String> options = new LinkedHashMap<>();
    // The lease. It runs between statements only, hence no shared session may ever run a long one.
    options.put("idle_session_timeout", Long.toString(settings.lease().toMillis()));
    options.put("idle_in_transaction_session_timeout", Long.toString(settings.lease().toMillis()));
    options.put("statement_timeout", "0");
    options.put("lock_timeout", "0");
    // A waiter that died is noticed while its statement still waits.
    options.put("client_connection_check_interval", "1000");
    return options;
  }

  /** What is good to have; for some kinds of connection the server has none of it. */
  private Map<String, String> wanted() {
    String third = Long.toString(Math.max(1, settings.pingEvery().toSeconds()));
    return Map.of(
        "tcp_user_timeout",
        Long.toString(settings.lease().toMillis()),
        "tcp_keepalives_idle",
        third,
        "tcp_keepalives_interval",
        third,
        "tcp_keepalives_count",
        "3");
  }

  /** Connection properties of the driver. */
  Properties properties() {
    Map<String, String> own = settings.dsn().parameters();
    Properties properties = new Properties();
    properties.putAll(own);
    properties.setProperty("ApplicationName", settings.applicationName());
    properties.setProperty("connectTimeout", seconds(settings.connectTimeout()));
    // Until the session is open; from then on each exchange has a time of its own.
    properties.setProperty("socketTimeout", seconds(settings.connectTimeout()));
    properties.setProperty("tcpKeepAlive", "true");
    properties.setProperty("assumeMinServerVersion", "14");
    properties.setProperty("prepareThreshold", "1");
    if (settings.dsn().servers().size() > 1) {
      // Locks on two servers, one of them a standby, do not exclude each other.
      properties.setProperty("targetServerType", "primary");
    }
    properties.setProperty("options", options(own.getOrDefault("options", "")));
    return properties;
  }

  private String options(String own) {
    StringBuilder options = new StringBuilder(own);
    wanted().forEach((name, value) -> append(options, name, value));
    required().forEach((name, value) -> append(options, name, value));
    return options.toString().strip();
  }

  private static void append(StringBuilder options, String name, String value) {
    options.append(" -c ").append(name).append('=').append(value);
  }

  /** What of all this the session does not have, in words; empty if it has everything. */
  Optional<String> missing(Connection connection) throws SQLException {
    Map<String, String> required = required();
    Map<String, String> actual = new LinkedHashMap<>();
    try (PreparedStatement statement = connection.prepareStatement(READ_BACK)) {
      statement.setArray(1, connection.createArrayOf("text", required.keySet().toArray()));
      try (ResultSet rows = statement.executeQuery()) {
        while (rows.next()) {
          actual.put(rows.getString(1), rows.getString(2));
        }
      }
    }
    return required.entrySet().stream()
        .filter(option -> !option.getValue().equals(actual.get(option.getKey())))
        .map(
            option ->
                "%s is %s instead of %s"
                    .formatted(
                        option.getKey(),
                        actual.getOrDefault(option.getKey(), "unknown"),
                        option.getValue()))
        .findFirst();
  }

  /** Whole seconds, rounded up: 0 would mean for ever. */
  private static String seconds(Duration duration) {
    return Long.toString(duration.plusMillis(999).toSeconds());
  }
}
