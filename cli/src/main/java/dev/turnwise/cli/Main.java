package dev.turnwise.cli;

import java.util.Arrays;
import picocli.CommandLine;

/** The process {@code turnwise}. */
public final class Main {
  private Main() {}

  /** Runs a command, and ends the process with its exit code. */
  public static void main(String[] args) {
    if (Arrays.asList(args).contains("--verbose")) {
      // Read by logback.xml, so it must be set before the first logger is made.
      System.setProperty("turnwise.log.level", "DEBUG");
    }
    System.exit(commandLine().execute(args));
  }

  static CommandLine commandLine() {
    Failures failures = new Failures();
    return new CommandLine(new RootCommand())
        .setExecutionExceptionHandler(failures)
        .setParameterExceptionHandler(failures);
  }
}
