package dev.turnwise.testkit.history;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HistoryDocumentationTest {
  private static final Pattern ROW = Pattern.compile("^\\| `(\\w+)` \\| (.*) \\|$");

  @Test
  void theDocumentHasEachRuleInTheWordsOfTheCode() throws IOException {
    List<String> rules =
        Arrays.stream(HistoryRule.values())
            .map(rule -> "| `" + rule.wire() + "` | " + rule.statement() + " |")
            .toList();

    assertThat(rows("## The rules")).containsExactlyElementsOf(rules);
  }

  @Test
  void theDocumentHasEachKindOfRecord() throws IOException {
    Stream<String> kinds =
        Arrays.stream(HistoryRecord.class.getAnnotation(JsonSubTypes.class).value())
            .map(JsonSubTypes.Type::name);

    assertThat(rows("## The file"))
        .map(HistoryDocumentationTest::name)
        .containsExactlyInAnyOrderElementsOf(kinds.toList());
  }

  @Test
  void theExampleIsAHistoryThatKeepsEveryRule(@TempDir Path folder) throws IOException {
    Path file = Files.writeString(folder.resolve("example.jsonl"), section("```json\n", "```"));

    CheckReport report = HistoryChecker.check(file);

    assertThat(report.violated()).isEmpty();
    assertThat(report.operations()).isEqualTo(3);
    assertThat(report.duplicates()).isEqualTo(1);
  }

  private static List<String> rows(String heading) throws IOException {
    return section(heading, "\n## ").lines().filter(line -> ROW.matcher(line).matches()).toList();
  }

  private static String section(String begin, String end) throws IOException {
    String document = Files.readString(Path.of("HISTORY.md"));
    int from = document.indexOf(begin) + begin.length();
    int to = document.indexOf(end, from);
    return document.substring(from, to < 0 ? document.length() : to);
  }

  private static String name(String row) {
    Matcher matcher = ROW.matcher(row);
    assertThat(matcher.matches()).isTrue();
    return matcher.group(1);
  }
}
