package dev.turnwise.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** What every command has. */
@Command(
    sortOptions = false,
    usageHelpAutoWidth = true,
    optionListHeading = "%nOptions:%n",
    commandListHeading = "%nCommands:%n",
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:it worked, and nothing is wrong",
      "1:something is wrong: a violation was found, or the verdict is not ok",
      "2:wrong usage, or an input file that cannot be read",
      "3:the machine lacks something: a process or a server cannot be started",
      "4:the database's address is malformed, or it cannot be used: unreachable, without Turnwise's schema, too new",
      "70:an internal error"
    })
final class CommonOptions {
  @Option(
      names = "--verbose",
      description = "Log what happens, and print the stack trace of an error.")
  boolean verbose;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this help.")
  boolean help;
}
