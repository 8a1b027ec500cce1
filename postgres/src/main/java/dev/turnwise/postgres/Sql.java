package dev.turnwise.postgres;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * One statement out of a {@code .sql} file, with parameters named as {@code :name}.
 *
 * <p>A file may leave a few words open as <code>{{slot}}</code>, for statements that differ in no
 * more than them; they are filled with constants when the class is loaded, never with data.
 * Immutable.
 */
final class Sql {

  /** A colon and a name, but not the second colon of a cast. */
  private static final Pattern PARAMETER = Pattern.compile("(?<!:):([a-z_]+)");

  private final String text;
  private final Map<String, int[]> positions;

  private Sql(String source) {
    List<String> names = new ArrayList<>();
    Matcher matcher = PARAMETER.matcher(withoutComments(source));
    this.text = matcher.replaceAll(match -> "?" + note(names, match.group(1)));
    this.positions = positions(names);
  }

  /** The statement in {@code sql/NAME.sql}. */
  static Sql of(String name) {
    return of(name, Map.of());
  }

  /** The statement in {@code sql/NAME.sql} with its slots filled. */
  static Sql of(String name, Map<String, String> slots) {
    String source = resource("sql/" + name + ".sql");
    for (Map.Entry<String, String> slot : slots.entrySet()) {
      source = source.replace("{{" + slot.getKey() + "}}", slot.getValue());
    }
    if (source.contains("{{")) {
      throw new IllegalStateException("statement " + name + " has an open slot");
    }
    return new Sql(source);
  }

  /** Text of a file beside this class. */
  static String resource(String path) {
    try (InputStream in = Sql.class.getResourceAsStream(path)) {
      if (in == null) {
        throw new IllegalStateException("this build lacks the file " + path);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException("the file " + path + " cannot be read", e);
    }
  }

  /** Comment lines are for readers; a server would only have to skip them. */
  private static String withoutComments(String source) {
    return source
        .lines()
        .filter(line -> !line.strip().startsWith("--"))
        .collect(Collectors.joining("\n"));
  }

  private static String note(List<String> names, String name) {
    names.add(name);
    return "";
  }

  private static Map<String, int[]> positions(List<String> names) {
    Map<String, int[]> positions = new HashMap<>();
    for (String name : names) {
      positions.computeIfAbsent(
          name,
          wanted ->
              IntStream.range(0, names.size())
                  .filter(i -> names.get(i).equals(wanted))
                  .map(i -> i + 1)
                  .toArray());
    }
    return Map.copyOf(positions);
  }

  /** Prepares it on a connection, to be given its parameters and run. */
  Call on(Connection connection) throws SQLException {
    return new Call(connection.prepareStatement(text), this);
  }

  /** Where a parameter stands, from 1 on. */
  int[] positions(String name) {
    int[] at = positions.get(name);
    if (at == null) {
      throw new IllegalArgumentException("the statement has no parameter " + name);
    }
    return at;
  }

  @Override
  public String toString() {
    return text;
  }
}
