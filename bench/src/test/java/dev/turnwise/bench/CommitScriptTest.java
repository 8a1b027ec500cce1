package dev.turnwise.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.regex.Matcher;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The script that pgbench runs is the store's own statement, and stays it. */
class CommitScriptTest {
  /** A time-ordered id, as the engine makes them; the store's statement gets it from outside. */
  private static final String ID =
      "(lpad(to_hex((extract(epoch FROM clock_timestamp()) * 1000)::bigint), 12, '0')"
          + " || substr(gen_random_uuid()::text, 15))";

  private static final String DRAW = "\\set room random(1, :rooms)\n";

  @Test
  void theScriptIsTheStoresStatementWithOneEventInIt() {
    String script = Script.load("commit-event.sql").text();

    assertThat(normal(script.substring(script.indexOf(DRAW) + DRAW.length())))
        .as("after a change of the store's statement, change the script in the same way")
        .isEqualTo(normal(filled(OneEvent.statementText()) + ";"));
  }

  @Test
  void itDrawsARoomAndRunsOneStatement() {
    assertThat(Script.load("commit-event.sql").steps()).hasSize(2);
  }

  private static String filled(String statement) {
    Matcher parameter = Script.VARIABLE.matcher(withoutComments(statement));
    return parameter.replaceAll(use -> Matcher.quoteReplacement(literal(use.group(1))));
  }

  private static String literal(String name) {
    return switch (name) {
      case "id" -> ID;
      case "room_id" -> "'bench-' || :room";
      default -> OneEvent.constant(name).map(value -> "'" + value + "'").orElse("NULL");
    };
  }

  private static String normal(String sql) {
    return withoutComments(sql).replaceAll("\\s+", " ").strip();
  }

  private static String withoutComments(String sql) {
    return sql.lines()
        .filter(line -> !line.strip().startsWith("--"))
        .collect(Collectors.joining("\n"));
  }
}
