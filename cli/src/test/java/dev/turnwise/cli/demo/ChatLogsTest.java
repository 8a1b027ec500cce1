package dev.turnwise.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.turnwise.error.InvalidInputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ChatLogsTest {
  @TempDir private Path folder;

  @Test
  void theShippedLogHasAllThatLogsHave() {
    ChatLog log = ChatLogs.shipped();

    assertThat(log.lines()).hasSize(1250);
    assertThat(log.lines()).extracting(LogLine::number).isSorted().doesNotHaveDuplicates();
    assertThat(log.lines()).extracting(LogLine::kind).contains(LogLine.Kind.values());
    assertThat(log.lines()).filteredOn(line -> line.parent() != null).hasSizeGreaterThan(200);
    assertThat(log.lines()).anyMatch(line -> line.text().isEmpty());
    assertThat(log.lines()).anyMatch(line -> line.text().equals("大家好"));
  }

  @Test
  void aLineIsReadAsItWasLogged() throws IOException {
    Path file =
        Logs.write(
            folder.resolve("a.jsonl"),
            "{\"line\":0,\"time\":null,\"kind\":\"system\",\"sender\":null,\"text\":\"ann joined\",\"replies_to\":[]}",
            "{\"line\":1,\"time\":\"10:00\",\"kind\":\"action\",\"sender\":\"ann\",\"text\":\"waves ☺\",\"replies_to\":[0]}");

    assertThat(ChatLogs.read(List.of(file)))
        .containsExactly(
            new ChatLog(
                "a",
                List.of(
                    new LogLine(0, LogLine.Kind.SYSTEM, LogLine.SYSTEM, "ann joined", null),
                    new LogLine(1, LogLine.Kind.ACTION, "ann", "waves ☺", 0))));
  }

  @Test
  void theParentIsTheNearestEarlierLineAndALinkToItselfIsNone() throws IOException {
    Path file =
        Logs.write(
            folder.resolve("a.jsonl"),
            Logs.message(0, "ann", "one", 0),
            Logs.message(1, "bob", "two"),
            Logs.message(2, "cid", "three", 0, 2, 1));

    assertThat(ChatLogs.read(List.of(file)).getFirst().lines())
        .extracting(LogLine::parent)
        .containsExactly(null, null, 1);
  }

  @Test
  void aFolderGivesItsLogsInTheOrderOfTheirNames() throws IOException {
    Logs.write(folder.resolve("b.jsonl"), Logs.message(0, "ann", "b"));
    Logs.write(folder.resolve("a.jsonl"), Logs.message(0, "ann", "a"));
    Logs.write(folder.resolve("README.md"), "no log");
    Path single = Logs.write(folder.resolve("other.log"), Logs.message(0, "ann", "c"));

    assertThat(ChatLogs.read(List.of(folder, single)))
        .extracting(ChatLog::name)
        .containsExactly("a", "b", "other.log");
  }

  @Test
  void aMissingFileAnEmptyFileAndAFolderWithoutLogsAreTold() throws IOException {
    Path empty = Logs.write(folder.resolve("empty.log"), "", " ");

    assertThatThrownBy(() -> ChatLogs.read(List.of(folder.resolve("none.jsonl"))))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("none.jsonl does not exist");
    assertThatThrownBy(() -> ChatLogs.read(List.of(empty)))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("empty.log is empty");
    assertThatThrownBy(() -> ChatLogs.read(List.of(folder)))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("holds no file *.jsonl");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          hello                                                                                 | is not one JSON object
          {"line": 1, "kind": "message", "sender": "bob", "text": "cut off                      | is not one JSON object
          null                                                                                  | is null
          ``                                                                                    | is not one JSON object
          {"line": 1, "kind": "message", "sender": "bob", "text": "x"} {}                       | is not one JSON object
          {"line": 7, "kind": "message", "sender": "bob", "text": "x"}                          | has "line": 7 where 1 is due
          {"kind": "message", "sender": "bob", "text": "x"}                                     | has "line": null where 1 is due
          {"line": "1", "kind": "message", "sender": "bob", "text": "x"}                        | has an unknown or unfit field 'line'
          {"line": 1, "kind": "shout", "sender": "bob", "text": "x"}                            | has the unknown kind 'shout'
          {"line": 1, "sender": "bob", "text": "x"}                                             | has no "kind"
          {"line": 1, "kind": "message", "sender": "bob"}                                       | has no "text"
          {"line": 1, "kind": "message", "sender": null, "text": "x"}                           | cannot be stored, sender is missing
          {"line": 1, "kind": "system", "sender": "bob", "text": "x"}                           | is of kind system and has a sender
          {"line": 1, "kind": "message", "sender": "bob", "text": "a\\u0000b"}                  | cannot be stored, text contains U+0000
          {"line": 1, "kind": "message", "sender": "bob", "text": "\\ud800"}                    | cannot be stored, text contains a lone surrogate
          {"line": 1, "kind": "message", "sender": "bob", "text": "x", "replies_to": [2]}       | answers line 2, which is no earlier line
          {"line": 1, "kind": "message", "sender": "bob", "text": "x", "replies_to": [-1]}      | answers line -1, which is no earlier line
          {"line": 1, "kind": "message", "sender": "bob", "text": "x", "replies_to": 0}         | has an unknown or unfit field 'replies_to'
          {"line": 1, "kind": "message", "sender": "bob", "text": "x", "mood": "good"}          | has an unknown or unfit field 'mood'
          {"line": 1, "kind": "message", "sender": "bob", "text": "x", "text": "y"}             | is not one JSON object
          """)
  void aBrokenLineIsToldWithFileLineProblemAndForm(String line, String problem) throws IOException {
    Path file =
        Logs.write(
            folder.resolve("a.jsonl"),
            Logs.message(0, "ann", "one"),
            line,
            Logs.message(2, "ann", "three"));

    assertThatThrownBy(() -> ChatLogs.read(List.of(file)))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("a.jsonl line 2 " + problem)
        .hasMessageContaining("one line is {\"line\": its number from 0");
  }

  @Test
  void bytesThatAreNoUtf8AreTold() throws IOException {
    Path file = folder.resolve("latin1.jsonl");
    Files.write(
        file,
        Logs.message(0, "ann", "caf\u00e9").getBytes(java.nio.charset.StandardCharsets.ISO_8859_1));

    assertThatThrownBy(() -> ChatLogs.read(List.of(file)))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("latin1.jsonl line 1");
  }
}
