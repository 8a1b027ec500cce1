package dev.turnwise.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The entry: names the commands. */
@Command(
    name = "turnwise",
    header = "Conversations that many processes share, each with one order.",
    versionProvider = VersionText.class,
    subcommands = {
      DemoCommand.class,
      StoreCommand.class,
      CheckCommand.class,
      BenchCommand.class,
      WorkerCommand.class
    })
final class RootCommand implements Runnable {
  @Mixin CommonOptions common = new CommonOptions();

  @Option(
      names = {"-V", "--version"},
      versionHelp = true,
      description = "Show the version.")
  boolean version;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "a command is missing");
  }
}
