package dev.turnwise.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnwise.testkit.server.PostgresServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The demo from end to end: worker processes, one of them killed, on a real database. */
class DemoCommandTest {
  private static final int LINES = 300;
  private static final List<String> FAULTS =
      List.of(
          "duplicate_indices",
          "gaps",
          "out_of_order",
          "acknowledged_lost",
          "stored_twice",
          "wrong_parents",
          "altered",
          "unexpected",
          "history_violations");

  private final PostgresServer server = PostgresServer.shared();
  private final String dsn = server.newDatabase();
  @TempDir private Path folder;

  @BeforeEach
  void writeLogs() throws IOException {
    Files.createDirectory(logs());
    for (String name : List.of("one", "two")) {
      String lines =
          IntStream.range(0, LINES)
              .mapToObj(DemoCommandTest::line)
              .collect(Collectors.joining("\n"));
      Files.writeString(logs().resolve(name + ".jsonl"), lines);
    }
  }

  @AfterEach
  void dropDatabase() {
    server.dropDatabase(dsn);
  }

  private Path logs() {
    return folder.resolve("logs");
  }

  /** Forty speakers, every tenth line the system's, every seventh an answer. */
  private static String line(int number) {
    String kind = number % 10 == 9 ? "system" : number % 25 == 1 ? "action" : "message";
    String sender = kind.equals("system") ? "null" : "\"speaker " + number % 40 + "\"";
    String answers = number % 7 == 6 ? "[" + number / 2 + "]" : "[]";
    String text =
        number % 11 == 3
            ? "damn ☺ " + number
            : number % 13 == 5 ? "☺ http://x.example/" + number : "☺ " + number;
    return "{\"line\":%d,\"time\":null,\"kind\":\"%s\",\"sender\":%s,\"text\":\"%s\",\"replies_to\":%s}"
        .formatted(number, kind, sender, text, answers);
  }

  private Ran demo(String... options) {
    String[] fixed = {
      "demo", "--json", "--dsn", dsn, "--input", logs().toString(), "--workers", "2"
    };
    String[] args = new String[fixed.length + options.length];
    System.arraycopy(fixed, 0, args, 0, fixed.length);
    System.arraycopy(options, 0, args, fixed.length, options.length);
    return Ran.turnwise(args);
  }

  private static void assertOk(Ran ran, int killed) {
    assertThat(ran.exitCode()).as(ran.out() + ran.err()).isZero();
    assertThat(ran.json().get("verdict").stringValue()).isEqualTo("ok");
    assertThat(ran.json().get("workers").intValue()).isEqualTo(2);
    assertThat(ran.json().get("killed").intValue()).isEqualTo(killed);
    assertThat(ran.json().get("rooms").intValue()).isEqualTo(2);
    for (String key : List.of("offered", "acknowledged", "events_committed")) {
      assertThat(ran.json().get(key).intValue()).as(key).isEqualTo(2 * LINES);
    }
    assertThat(ran.json().get("gates_rerun").isIntegralNumber()).isTrue();
    for (String fault : FAULTS) {
      assertThat(ran.json().get(fault).intValue()).as(fault).isZero();
    }
    assertThat(ran.json().get("audit").stringValue()).isEqualTo("ok");
    assertThat(ran.json().get("events_per_second").longValue()).isPositive();
    assertThat(ran.json().get("duration_ms").longValue()).isPositive();
  }

  @Test
  void aKilledWorkerCostsNothingAndTheHistoryProvesIt() {
    Path history = folder.resolve("history.jsonl");

    Ran ran = demo("--kill", "1", "--history", history.toString());

    assertOk(ran, 1);
    assertThat(ran.json().get("re_offered").intValue()).isPositive();
    assertThat(ran.json().get("takeover_ms").doubleValue()).isPositive();
    assertThat(ran.json().get("history").stringValue()).isEqualTo(history.toString());
    assertThat(ran.out()).doesNotContain("password");
    Ran check = Ran.turnwise("check", "--json", history.toString());
    assertThat(check.exitCode()).as(check.out()).isZero();
    assertThat(check.json().get("rooms").intValue()).isEqualTo(2);
    assertThat(check.json().get("events").intValue()).isEqualTo(2 * LINES);
    assertThat(check.json().get("faults").intValue()).isEqualTo(1);
    assertThat(check.json().get("reads").intValue()).isPositive();
    assertThat(check.json().get("unattributed").intValue()).isZero();
  }

  @Test
  void withHooksTheRoomsHoldWhatTheHooksMadeOfTheirLinesAlsoAfterAKill() {
    Path history = folder.resolve("hooked.jsonl");

    Ran ran = demo("--hooks", "--kill", "1", "--history", history.toString());

    assertOk(ran, 1);
    int blocked = 2 * (int) said().filter(number -> number % 11 == 3).count();
    int modified = 2 * (int) said().filter(number -> number % 11 != 3 && number % 13 == 5).count();
    assertThat(ran.json().get("blocked").intValue()).isEqualTo(blocked);
    assertThat(ran.json().get("modified").intValue()).isEqualTo(modified);
    Ran check = Ran.turnwise("check", "--json", history.toString());
    assertThat(check.exitCode()).as(check.out()).isZero();
    assertThat(check.json().get("checked").get("content_as_told").intValue()).isPositive();
    assertThat(check.json().get("blocked").intValue()).isPositive().isLessThanOrEqualTo(blocked);
    assertThat(check.json().get("modified").intValue()).isPositive().isLessThanOrEqualTo(modified);
  }

  /** Numbers of the lines that the hooks are for. */
  private static IntStream said() {
    return IntStream.range(0, LINES).filter(number -> number % 10 != 9);
  }

  @Test
  void aDatabaseCanBeUsedAgainAndFaultsInItAreFound() throws SQLException {
    Ran first = demo("--kill", "0");
    assertOk(first, 0);
    for (String none : List.of("blocked", "modified", "gates_rerun")) {
      assertThat(first.json().get(none).intValue()).as(none).isZero();
    }
    Ran second = demo("--kill", "0");
    assertOk(second, 0);
    assertThat(second.json().get("re_offered").intValue()).isZero();
    assertThat(second.json().get("takeover_ms").isNull()).isTrue();
    assertThat(second.json().get("history").isNull()).isTrue();
    assertThat(
            Ran.turnwise("store", "verify", "--json", "--dsn", dsn).json().get("events").intValue())
        .isEqualTo(4 * LINES);

    moveCursorsBeyondTheEnd();
    Ran third = demo("--kill", "0");

    assertThat(third.exitCode()).isEqualTo(ExitCode.VIOLATED);
    assertThat(third.json().get("audit").stringValue()).isEqualTo("violated");
    assertThat(third.json().get("verdict").stringValue()).isEqualTo("violated");
    assertThat(third.json().get("findings").size()).isPositive();
  }

  private void moveCursorsBeyondTheEnd() throws SQLException {
    try (Connection connection = DriverManager.getConnection(dsn);
        Statement statement = connection.createStatement()) {
      statement.execute("update room_heads set delivered_index = next_index + 5");
    }
  }

  @Test
  void forPeopleThereIsProgressAndATable() {
    Ran ran =
        Ran.turnwise(
            "demo",
            "--dsn",
            dsn,
            "--input",
            logs().resolve("one.jsonl").toString(),
            "--workers",
            "2");

    assertThat(ran.exitCode()).as(ran.err()).isZero();
    assertThat(ran.err())
        .contains("starting 2 workers", "replaying 300 lines into one room", "killed ", "verifying")
        .doesNotContain("InMemoryLockManager");
    assertThat(ran.out())
        .contains("then killed", "events committed", "verdict")
        .doesNotContain("{");
  }
}
