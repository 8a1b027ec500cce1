package dev.turnwise.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/**
 * What holds for all commands: help, options, errors and exit codes. None of these starts a server.
 */
class CommandLineTest {
  /** Nobody listens there: the port of the discard service. */
  private static final String UNREACHABLE = "postgresql://ann:secret@127.0.0.1:9/db";

  @TempDir private Path folder;

  static Stream<CommandSpec> commands() {
    return withSubcommands(Main.commandLine());
  }

  private static Stream<CommandSpec> withSubcommands(CommandLine command) {
    return Stream.concat(
        Stream.of(command.getCommandSpec()),
        command.getSubcommands().values().stream().flatMap(CommandLineTest::withSubcommands));
  }

  private static Ran help(CommandSpec command) {
    List<String> path = List.of(command.qualifiedName().split(" "));
    return Ran.turnwise(
        Stream.concat(path.stream().skip(1), Stream.of("--help")).toArray(String[]::new));
  }

  @ParameterizedTest
  @MethodSource("commands")
  void everyCommandHasHelpWithItsExitCodes(CommandSpec command) {
    Ran ran = help(command);

    assertThat(ran.exitCode()).isZero();
    assertThat(ran.out())
        .contains(
            "Usage: " + command.qualifiedName(), "--help", "--verbose", "Exit codes:", " 70 ");
  }

  @ParameterizedTest
  @MethodSource("commands")
  void everyCommandThatPrintsAResultHasJson(CommandSpec command) {
    boolean group = !command.subcommands().isEmpty();
    boolean hidden = command.usageMessage().hidden();

    assertThat(command.optionsMap().containsKey("--json")).isEqualTo(!group && !hidden);
  }

  @Test
  void theWorkerCommandIsNotShown() {
    assertThat(Ran.turnwise("--help").out())
        .contains("demo", "store", "check", "bench")
        .doesNotContain("worker  ");
  }

  @Test
  void theVersionNamesTheProductAndTheJava() {
    Ran ran = Ran.turnwise("--version");

    assertThat(ran.exitCode()).isZero();
    assertThat(ran.out()).startsWith("turnwise ").contains("Java " + Runtime.version());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "store",
        "bench",
        "dmeo",
        "demo --wrokers 3",
        "demo --workers many",
        "demo --kill",
        "check",
        "store verify",
        "store dedupe",
        "store dedupe --force --dsn postgresql://localhost/db",
        "store workers"
      })
  void wrongUsageIsOneLineThatPointsToTheHelp(String arguments) {
    Ran ran = Ran.turnwise(arguments.isEmpty() ? new String[0] : arguments.split(" "));

    assertThat(ran.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(ran.out()).isEmpty();
    assertThat(ran.err()).startsWith("error: ").contains("--help").doesNotContain("\tat ");
  }

  @Test
  void wrongUsageIsJsonWhereJsonIsAskedFor() {
    Ran ran = Ran.turnwise("demo", "--json", "--workers", "many");

    assertThat(ran.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(ran.err()).isEmpty();
    assertThat(ran.json().get("error").stringValue()).isEqualTo("usage");
    assertThat(ran.json().get("message").stringValue()).contains("--workers");
  }

  @ParameterizedTest
  @ValueSource(strings = {"--workers 0", "--workers 17", "--workers 2 --kill 2", "--kill -1"})
  void workersAndKillsOutOfRangeAreRefused(String arguments) {
    Ran ran = Ran.turnwise(("demo " + arguments).split(" "));

    assertThat(ran.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(ran.err()).startsWith("error: --").contains("limit: ").hasLineCount(1);
  }

  @Test
  void aBrokenLogLineEndsTheDemoBeforeAnythingIsStarted() throws IOException {
    Path log = Files.writeString(folder.resolve("a.jsonl"), "{\"line\": 0}\n");

    Ran ran = Ran.turnwise("demo", "--input", log.toString());

    assertThat(ran.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(ran.err())
        .startsWith("error: " + log + " line 1 has no \"kind\": one line is ")
        .hasLineCount(1);
  }

  @Test
  void aMissingLogIsJsonWhereJsonIsAskedFor() {
    Ran ran = Ran.turnwise("demo", "--json", "--input", folder.resolve("none").toString());

    assertThat(ran.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(ran.json().get("error").stringValue()).isEqualTo("invalid_input");
    assertThat(ran.json().get("message").stringValue()).contains("none does not exist");
    assertThat(ran.err()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"demo", "store init", "store verify", "store dedupe", "store workers"})
  void aMalformedAddressIsToldWithoutItsPassword(String command) {
    Ran ran = Ran.turnwise((command + " --dsn mysql://ann:secret@host/db").split(" "));

    assertThat(ran.exitCode()).isEqualTo(ExitCode.DATABASE);
    assertThat(ran.err())
        .contains("error: ", "postgresql://user:password@host:port/database")
        .doesNotContain("secret");
  }

  @ParameterizedTest
  @ValueSource(strings = {"demo", "store init", "store verify", "store dedupe", "store workers"})
  void anUnreachableDatabaseIsToldWithoutThePassword(String command) {
    Ran ran = Ran.turnwise((command + " --dsn " + UNREACHABLE).split(" "));

    assertThat(ran.exitCode()).isEqualTo(ExitCode.DATABASE);
    assertThat(ran.err())
        .contains("error: the store is unavailable", "127.0.0.1:9")
        .doesNotContain("secret", "\tat ");
  }

  @Test
  void theStackTraceComesWithVerboseOnly() {
    assertThat(Ran.turnwise("check", "--verbose", folder.resolve("none").toString()).err())
        .contains("\tat ");
  }
}
