package dev.turnwise.postgres;

import dev.turnwise.error.ConfigurationException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Where a database is, and as whom to connect.
 *
 * <p>Its text form never shows the password, nor the values of parameters, which may be secrets
 * too.
 *
 * @param servers at least one; the driver takes the first that answers
 * @param database its name
 * @param user null: the operating system's
 * @param password null: none, or from the user's password file
 * @param parameters connection parameters under the driver's names
 */
record PostgresDsn(
    List<Server> servers,
    String database,
    @Nullable String user,
    @Nullable String password,
    Map<String, String> parameters) {

  static final int DEFAULT_PORT = 5432;

  /** One server. */
  record Server(String host, int port) {
    @Override
    public String toString() {
      return (host.indexOf(':') < 0 ? host : "[" + host + "]") + ":" + port;
    }
  }

  PostgresDsn {
    servers = List.copyOf(servers);
    parameters = Map.copyOf(parameters);
  }

  /**
   * Reads {@code postgresql://user:password@host:port/database?parameters} (also {@code
   * postgres://}) and {@code jdbc:postgresql://host:port/database?user=…&password=…}.
   *
   * @param key name of the setting that the text comes from, for the message
   * @throws ConfigurationException naming what is wrong and the accepted forms
   */
  static PostgresDsn parse(String key, String dsn) {
    return DsnParser.parse(key, dsn);
  }

  /** The address of a store. */
  static PostgresDsn parse(String dsn) {
    return parse("store.dsn", dsn);
  }

  /** {@code host:port/database}, for messages. */
  String target() {
    return servers.stream().map(Server::toString).collect(Collectors.joining(",")) + "/" + database;
  }

  @Override
  public String toString() {
    String shownUser = user == null ? "" : user + "@";
    String shownParameters =
        parameters.isEmpty() ? "" : "?" + String.join("&", new TreeMap<>(parameters).keySet());
    return "postgresql://" + shownUser + target() + shownParameters;
  }
}
