package dev.turnwise.postgres;

import dev.turnwise.error.ConfigurationException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGProperty;

/**
 * Takes a DSN apart. Own code, because the driver's parser knows one of the two forms only, and
 * writes what it cannot read, password included, to its log.
 *
 * <p>Both forms are the same but for their beginning, so each accepts what the other does: people
 * mix them up.
 */
final class DsnParser {

  private static final List<String> SCHEMES =
      List.of("postgresql:", "postgres:", "jdbc:postgresql:");
  private static final String FORMS =
      "write postgresql://user:password@host:port/database or"
          + " jdbc:postgresql://host:port/database?user=…&password=…, with reserved characters percent-encoded"
          + " (@ is %40, : is %3A, / is %2F, % is %25)";

  /** What libpq calls differently than the driver. */
  private static final Map<String, String> LIBPQ_NAMES =
      Map.of(
          "application_name", "ApplicationName",
          "connect_timeout", "connectTimeout",
          "channel_binding", "channelBinding",
          "gssencmode", "gssEncMode");

  private static final Map<String, String> SESSION_ATTRIBUTES =
      Map.of(
          "any",
          "any",
          "read-write",
          "primary",
          "primary",
          "primary",
          "prefer-standby",
          "preferSecondary");

  private @Nullable String user;
  private @Nullable String password;
  private @Nullable String database;
  private List<PostgresDsn.Server> servers =
      List.of(new PostgresDsn.Server("localhost", PostgresDsn.DEFAULT_PORT));
  private final Map<String, String> parameters = new LinkedHashMap<>();

  private DsnParser() {}

  static PostgresDsn parse(String key, String dsn) {
    try {
      return parse(dsn.strip());
    } catch (Malformed malformed) {
      throw new ConfigurationException(key, malformed.problem, FORMS);
    }
  }

  private static PostgresDsn parse(String text) {
    for (String scheme : SCHEMES) {
      if (text.regionMatches(true, 0, scheme, 0, scheme.length())) {
        return new DsnParser().read(text.substring(scheme.length()));
      }
    }
    throw wrong(
        text.isEmpty() ? "is empty" : "does not begin with postgresql:// or jdbc:postgresql://");
  }

  private PostgresDsn read(String text) {
    int question = text.indexOf('?');
    String place = question < 0 ? text : text.substring(0, question);
    if (place.lastIndexOf('@') > place.indexOf('/', 2) && place.indexOf('/', 2) >= 0) {
      // Most likely the rest of a password with a slash in it, which must not be taken for a name
      // that may be shown.
      throw wrong("has an @ behind the slash that ends the host part");
    }
    if (place.startsWith("//")) {
      int slash = place.indexOf('/', 2);
      readAuthority(place.substring(2, slash < 0 ? place.length() : slash));
      database =
          slash < 0 ? null : emptyToNull(decoded("the database name", place.substring(slash + 1)));
    } else {
      database =
          emptyToNull(
              decoded("the database name", place.startsWith("/") ? place.substring(1) : place));
    }
    if (question >= 0) {
      readParameters(text.substring(question + 1));
    }
    return finish();
  }

  private PostgresDsn finish() {
    String name = database == null ? user : database;
    if (name == null) {
      throw wrong("names no database");
    }
    if (name.indexOf('/') >= 0) {
      throw wrong("names a database with a slash in it");
    }
    return new PostgresDsn(servers, name, user, password, parameters);
  }

  private void readAuthority(String authority) {
    // The last @: a password that should have been encoded is taken as meant, not as a host name to
    // be shown.
    int at = authority.lastIndexOf('@');
    if (at >= 0) {
      readCredentials(authority.substring(0, at));
    }
    String hosts = authority.substring(at + 1);
    if (hosts.isEmpty()) {
      return;
    }
    List<PostgresDsn.Server> named = new ArrayList<>();
    for (String host : hosts.split(",", -1)) {
      named.add(server(host));
    }
    servers = named;
  }

  private void readCredentials(String credentials) {
    int colon = credentials.indexOf(':');
    user =
        emptyToNull(
            decoded("the user name", colon < 0 ? credentials : credentials.substring(0, colon)));
    password =
        colon < 0 ? null : emptyToNull(decoded("the password", credentials.substring(colon + 1)));
  }

  private static PostgresDsn.Server server(String text) {
    if (text.startsWith("[")) {
      int end = text.indexOf(']');
      if (end < 0) {
        throw wrong("has an IPv6 address without closing bracket");
      }
      String rest = text.substring(end + 1);
      if (!rest.isEmpty() && !rest.startsWith(":")) {
        throw wrong("has something other than a port behind an IPv6 address");
      }
      return new PostgresDsn.Server(text.substring(1, end), port(rest));
    }
    int colon = text.indexOf(':');
    if (colon >= 0 && text.indexOf(':', colon + 1) >= 0) {
      throw wrong("has several colons in the host part (an IPv6 address needs brackets)");
    }
    String host = decoded("the host", colon < 0 ? text : text.substring(0, colon));
    if (host.isEmpty()) {
      throw wrong("has an empty host name");
    }
    return new PostgresDsn.Server(host, port(colon < 0 ? "" : text.substring(colon)));
  }

  /**
   * The port out of {@code :port}. What stands there is not shown: it may be the rest of a
   * password.
   */
  private static int port(String text) {
    if (text.isEmpty() || text.equals(":")) {
      return PostgresDsn.DEFAULT_PORT;
    }
    try {
      int port = Integer.parseInt(text, 1, text.length(), 10);
      if (port >= 1 && port <= 65_535) {
        return port;
      }
    } catch (NumberFormatException e) {
      // Falls through to the same answer as a number out of range.
    }
    throw wrong("has a port that is not a number from 1 to 65535");
  }

  private void readParameters(String query) {
    for (String pair : query.split("&", -1)) {
      if (pair.isEmpty()) {
        continue;
      }
      int equals = pair.indexOf('=');
      if (equals <= 0) {
        throw wrong("has a parameter that is not of the form name=value");
      }
      readParameter(
          decoded("a parameter name", pair.substring(0, equals)),
          decoded("a parameter value", pair.substring(equals + 1)));
    }
  }

  private void readParameter(String name, String value) {
    switch (name) {
      case "user" -> user = emptyToNull(value);
      case "password" -> password = emptyToNull(value);
      case "dbname" -> database = emptyToNull(value);
      case "target_session_attrs" -> parameters.put("targetServerType", sessionAttribute(value));
      default -> parameters.put(driverName(name), value);
    }
  }

  private static String sessionAttribute(String value) {
    String type = SESSION_ATTRIBUTES.get(value);
    if (type == null) {
      throw wrong(
          "has an unusable target_session_attrs (usable: any, read-write, primary, prefer-standby)");
    }
    return type;
  }

  /** The driver would ignore a parameter that it does not know; a typo must not go unnoticed. */
  private static String driverName(String name) {
    String own = LIBPQ_NAMES.getOrDefault(name, name);
    if (PGProperty.forName(own) == null) {
      throw wrong("has the unknown parameter '" + name.replaceAll("[^A-Za-z0-9_]", "?") + "'");
    }
    return own;
  }

  private static String decoded(String part, String text) {
    try {
      // A plus sign is itself in a DSN.
      return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      // Without the cause: its message quotes the text.
      throw wrong(
          "has a percent sign in " + part + " that is not followed by two hexadecimal digits");
    }
  }

  private static @Nullable String emptyToNull(String text) {
    return text.isEmpty() ? null : text;
  }

  private static Malformed wrong(String problem) {
    return new Malformed(problem);
  }

  /** Caught where the setting's name is known. */
  private static final class Malformed extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private final String problem;

    Malformed(String problem) {
      super(problem);
      this.problem = problem;
    }
  }
}
