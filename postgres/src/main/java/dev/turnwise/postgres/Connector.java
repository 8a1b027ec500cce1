package dev.turnwise.postgres;

import java.io.PrintWriter;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.Properties;
import java.util.logging.Logger;
import java.util.stream.Collectors;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.postgresql.Driver;
import org.postgresql.PGProperty;

/**
 * Opens connections to one database. The password goes to the driver as a property, so it is in no
 * URL and in no text form that anybody could log.
 */
final class Connector implements DataSource {

  private final Driver driver = new Driver();
  private final PostgresDsn dsn;
  private final Properties properties;
  private final String url;

  Connector(PostgresDsn dsn, Properties properties) {
    this.dsn = dsn;
    this.properties = properties;
    this.url =
        "jdbc:postgresql://"
            + dsn.servers().stream()
                .map(PostgresDsn.Server::toString)
                .collect(Collectors.joining(","))
            + "/"
            + URLEncoder.encode(dsn.database(), StandardCharsets.UTF_8).replace("+", "%20");
  }

  @Override
  public Connection getConnection() throws SQLException {
    Properties own = new Properties();
    own.putAll(properties);
    if (dsn.user() != null) {
      own.setProperty("user", dsn.user());
    }
    if (dsn.password() != null) {
      own.setProperty("password", dsn.password());
    }
    Connection connection = driver.connect(url, own);
    if (connection == null) {
      throw new SQLException("the driver does not accept the address " + dsn, "08001");
    }
    return connection;
  }

  @Override
  public Connection getConnection(String user, String password) throws SQLException {
    throw new SQLFeatureNotSupportedException("the user is part of the address");
  }

  @Override
  public @Nullable PrintWriter getLogWriter() {
    return null;
  }

  @Override
  public void setLogWriter(@Nullable PrintWriter out) {
    // The driver logs through java.util.logging.
  }

  @Override
  public void setLoginTimeout(int seconds) {
    // Part of the session settings.
  }

  /** Also how long a pool that is being closed waits for a connection that is being made. */
  @Override
  public int getLoginTimeout() {
    return Integer.parseInt(properties.getProperty(PGProperty.LOGIN_TIMEOUT.getName()));
  }

  @Override
  public Logger getParentLogger() throws SQLFeatureNotSupportedException {
    return driver.getParentLogger();
  }

  @Override
  public <T> T unwrap(Class<T> type) throws SQLException {
    throw new SQLException("wraps nothing of " + type);
  }

  @Override
  public boolean isWrapperFor(Class<?> type) {
    return false;
  }

  @Override
  public String toString() {
    return dsn.toString();
  }
}
