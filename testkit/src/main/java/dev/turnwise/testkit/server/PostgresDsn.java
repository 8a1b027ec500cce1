package dev.turnwise.testkit.server;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.turnwise.error.ConfigurationException;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Address of one PostgreSQL database on one host, readable from and writable to both the JDBC form
 * and the URI of libpq. Immutable; the password appears in {@link #jdbcUrl()} and {@link #uri()}
 * alone.
 *
 * @param host name or address, IPv6 without brackets
 * @param database name of the database
 * @param user role to log in with
 * @param password null when the server asks for none
 * @param parameters everything else behind the question mark, in its order
 */
public record PostgresDsn(
    String host,
    int port,
    String database,
    String user,
    @Nullable String password,
    Map<String, String> parameters) {

  private static final int DEFAULT_PORT = 5432;
  private static final Pattern FORM =
      Pattern.compile(
          "(?:jdbc:)?postgres(?:ql)?://"
              + "(?:(?<user>[^:@/?]*)(?::(?<password>[^@/?]*))?@)?"
              + "(?<host>\\[[0-9A-Fa-f:.%]+]|[^:/?,@\\[\\]]*)(?::(?<port>[0-9]{1,5}))?"
              + "(?:/(?<database>[^?/]*))?"
              + "(?:\\?(?<parameters>.*))?");

  /** Copies the parameters. */
  public PostgresDsn {
    parameters = java.util.Collections.unmodifiableMap(new LinkedHashMap<>(parameters));
  }

  /**
   * Reads {@code postgresql://user:password@host:port/database?…} or {@code
   * jdbc:postgresql://host:port/database?user=…&password=…}. What is missing is localhost, 5432,
   * the user {@code postgres} and the database of the user's name.
   *
   * @param key name of the setting that the text comes from, for the message
   * @throws ConfigurationException when the text has neither form, or names several hosts
   */
  public static PostgresDsn parse(String key, String text) {
    Matcher parts = FORM.matcher(text.strip());
    if (!parts.matches()) {
      throw malformed(key, null);
    }
    try {
      return read(parts);
    } catch (IllegalArgumentException badEscapeOrPort) {
      throw malformed(key, badEscapeOrPort);
    }
  }

  private static PostgresDsn read(Matcher parts) {
    Map<String, String> parameters = parameters(parts.group("parameters"));
    String user = first(parameters.remove("user"), decoded(parts.group("user"))).orElse("postgres");
    String password =
        first(parameters.remove("password"), decoded(parts.group("password"))).orElse(null);
    String host = parts.group("host").replaceAll("[\\[\\]]", "");
    int port = parts.group("port") == null ? DEFAULT_PORT : Integer.parseInt(parts.group("port"));
    if (port < 1 || port > 65_535) {
      throw new IllegalArgumentException("port");
    }
    return new PostgresDsn(
        host.isEmpty() ? "localhost" : host,
        port,
        first(decoded(parts.group("database"))).orElse(user),
        user,
        password,
        parameters);
  }

  private static Map<String, String> parameters(@Nullable String query) {
    var parameters = new LinkedHashMap<String, String>();
    if (query != null) {
      for (String pair : query.split("&", -1)) {
        int equals = pair.indexOf('=');
        if (equals > 0) {
          parameters.put(
              URLDecoder.decode(pair.substring(0, equals), UTF_8),
              URLDecoder.decode(pair.substring(equals + 1), UTF_8));
        }
      }
    }
    return parameters;
  }

  private static Optional<String> first(@Nullable String... texts) {
    for (String text : texts) {
      if (text != null && !text.isEmpty()) {
        return Optional.of(text);
      }
    }
    return Optional.empty();
  }

  /** A plus sign is itself in the authority and the path, unlike behind the question mark. */
  private static @Nullable String decoded(@Nullable String text) {
    return text == null ? null : URLDecoder.decode(text.replace("+", "%2B"), UTF_8);
  }

  private static ConfigurationException malformed(String key, @Nullable Throwable cause) {
    return new ConfigurationException(
        key,
        "is not the address of one PostgreSQL database",
        "write postgresql://user:password@host:port/database"
            + " or jdbc:postgresql://host:port/database?user=…&password=…, reserved characters"
            + " percent-encoded",
        cause);
  }

  /** The same server and user, another database. */
  public PostgresDsn withDatabase(String name) {
    return new PostgresDsn(host, port, name, user, password, parameters);
  }

  /** The same database by way of another address, for example a proxy's. */
  public PostgresDsn withAddress(String otherHost, int otherPort) {
    return new PostgresDsn(otherHost, otherPort, database, user, password, parameters);
  }

  /** The same address with one more parameter, for example {@code ApplicationName}. */
  public PostgresDsn withParameter(String name, String value) {
    var more = new LinkedHashMap<>(parameters);
    more.put(name, value);
    return new PostgresDsn(host, port, database, user, password, more);
  }

  /** For JDBC; holds the password. */
  public String jdbcUrl() {
    var all = new LinkedHashMap<String, String>();
    all.put("user", user);
    if (password != null) {
      all.put("password", password);
    }
    all.putAll(parameters);
    return "jdbc:postgresql://%s:%d/%s?%s"
        .formatted(address(), port, encoded(database), query(all));
  }

  /** For libpq and its tools (psql, pgbench); holds the password. */
  public String uri() {
    return "postgresql://%s%s@%s:%d/%s%s"
        .formatted(
            encoded(user),
            password == null ? "" : ":" + encoded(password),
            address(),
            port,
            encoded(database),
            parameters.isEmpty() ? "" : "?" + query(parameters));
  }

  private String address() {
    return host.indexOf(':') < 0 ? host : "[" + host + "]";
  }

  private static String query(Map<String, String> parameters) {
    return parameters.entrySet().stream()
        .map(entry -> encoded(entry.getKey()) + "=" + encoded(entry.getValue()))
        .collect(Collectors.joining("&"));
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, UTF_8).replace("+", "%20");
  }

  /** Without the password and the parameters, which may hold secrets too. */
  @Override
  public String toString() {
    return "postgresql://%s@%s:%d/%s".formatted(encoded(user), address(), port, encoded(database));
  }
}
