package dev.turnwise.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CheckCommandTest {
  private static final String GOOD =
      """
      {"turnwise_history":1,"about":{}}
      {"kind":"invoke","op":1,"process":"w1","caller":"ann","room":"r","key":"k","at_nanos":1}
      {"kind":"ok","op":1,"index":0,"event_id":"00000000-0000-0000-0000-000000000001","at_nanos":2}
      {"kind":"final","room":"r","events":[{"index":0,"event_id":"00000000-0000-0000-0000-000000000001","key":"k","status":"delivered"}]}
      {"kind":"counters","room":"r","next_index":1,"latest_index":0}
      """;

  @TempDir private Path folder;

  private Ran check(String history, String... options) throws IOException {
    Path file = Files.writeString(folder.resolve("history.jsonl"), history);
    String[] args = new String[options.length + 2];
    args[0] = "check";
    args[1] = file.toString();
    System.arraycopy(options, 0, args, 2, options.length);
    return Ran.turnwise(args);
  }

  @Test
  void aHistoryThatHoldsEndsWithOk() throws IOException {
    Ran ran = check(GOOD);

    assertThat(ran.exitCode()).isZero();
    assertThat(ran.out())
        .contains("acknowledged", "acknowledged stored", "verdict")
        .endsWith("ok\n");
    assertThat(check(GOOD, "--json").json().get("verdict").stringValue()).isEqualTo("ok");
  }

  @Test
  void aViolationEndsWithOneAndNamesItself() throws IOException {
    String lost =
        GOOD.replace(
            "\"index\":0,\"event_id\":\"00000000-0000-0000-0000-000000000001\",\"key\"",
            "\"index\":1,\"event_id\":\"00000000-0000-0000-0000-000000000001\",\"key\"");

    Ran ran = check(lost);

    assertThat(ran.exitCode()).isEqualTo(ExitCode.VIOLATED);
    assertThat(ran.out()).contains("violated", "index 0");
    Ran json = check(lost, "--json");
    assertThat(json.exitCode()).isEqualTo(ExitCode.VIOLATED);
    assertThat(json.json().at("/violations/acknowledged_stored").intValue()).isEqualTo(1);
  }

  @Test
  void aFileThatIsNoHistoryIsTold() throws IOException {
    Ran ran = check("hello\n");

    assertThat(ran.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(ran.err()).startsWith("error: ").contains("history.jsonl line 1").hasLineCount(1);
  }

  @Test
  void aMissingFileIsTold() {
    Ran ran = Ran.turnwise("check", "--json", folder.resolve("none.jsonl").toString());

    assertThat(ran.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(ran.json().get("message").stringValue()).contains("none.jsonl does not exist");
  }
}
