package dev.turnwise.bench;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A pgbench script, as text for pgbench and as steps for a replay without it. Immutable.
 *
 * <p>Of pgbench's language only what the scripts here use is known: {@code \set name random(1,
 * bound)} on a line of its own, statements that end with a semicolon at the end of a line or with
 * {@code \gset}, and lines of comment.
 *
 * @param name its file name
 * @param text what pgbench reads
 * @param steps one transaction of pgbench's, in order
 */
record Script(String name, String text, List<Step> steps) {

  /** One line of work. */
  sealed interface Step {
    /**
     * Sets a variable to a random number from 1 to {@code bound}, a number or the name of a
     * variable.
     */
    record Draw(String variable, String bound) implements Step {}

    /**
     * Runs a statement.
     *
     * @param sql its text, with a question mark for each use of a variable
     * @param variables the variables used, in order
     * @param keepsRow whether the columns of its one row become variables
     */
    record Run(String sql, List<String> variables, boolean keepsRow) implements Step {}
  }

  private static final Pattern DRAW =
      Pattern.compile("\\\\set\\s+(\\w+)\\s+random\\(\\s*1\\s*,\\s*:?(\\w+)\\s*\\)");

  /** A colon and a name, but not the second colon of a cast. */
  static final Pattern VARIABLE = Pattern.compile("(?<!:):([A-Za-z_]\\w*)");

  private static final String KEEP = "\\gset";

  /** Reads a script that lies beside this class. */
  static Script load(String name) {
    return parse(name, resource(name));
  }

  /** Reads a text that lies beside this class. */
  static String resource(String name) {
    try (InputStream in = Script.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalArgumentException("no resource " + name);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  /**
   * Reads a script.
   *
   * @throws IllegalArgumentException if it uses anything that a replay would not do as pgbench does
   */
  static Script parse(String name, String text) {
    List<Step> steps = new ArrayList<>();
    var statement = new StringBuilder();
    for (String line : text.lines().map(String::strip).toList()) {
      if (line.isEmpty() || line.startsWith("--")) {
        continue;
      }
      if (statement.isEmpty() && line.startsWith("\\")) {
        steps.add(draw(name, line));
        continue;
      }
      statement.append(statement.isEmpty() ? "" : "\n").append(line);
      if (line.endsWith(";") || line.endsWith(KEEP)) {
        steps.add(run(name, statement.toString()));
        statement.setLength(0);
      }
    }
    if (!statement.isEmpty()) {
      throw new IllegalArgumentException(name + " ends in the middle of a statement: " + statement);
    }
    return new Script(name, text, List.copyOf(steps));
  }

  private static Step draw(String name, String line) {
    Matcher set = DRAW.matcher(line);
    if (!set.matches()) {
      throw new IllegalArgumentException(name + " has an unknown command: " + line);
    }
    return new Step.Draw(set.group(1), set.group(2));
  }

  private static Step run(String name, String statement) {
    boolean keepsRow = statement.endsWith(KEEP);
    String sql =
        statement.substring(0, statement.length() - (keepsRow ? KEEP.length() : 1)).strip();
    if (sql.contains("?") || sql.contains("\\")) {
      throw new IllegalArgumentException(
          name + " has a statement that JDBC reads otherwise: " + sql);
    }
    List<String> variables = VARIABLE.matcher(sql).results().map(use -> use.group(1)).toList();
    return new Step.Run(VARIABLE.matcher(sql).replaceAll("?"), variables, keepsRow);
  }
}
