package dev.turnwise.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code turnwise store}: looks after a database. */
@Command(
    name = "store",
    header = "Prepare, audit or repair a database.",
    subcommands = {
      StoreInitCommand.class,
      StoreVerifyCommand.class,
      StoreDedupeCommand.class,
      StoreWorkersCommand.class
    })
final class StoreCommand implements Runnable {
  @Mixin CommonOptions common = new CommonOptions();
  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public void run() {
    throw new ParameterException(
        spec.commandLine(), "a command is missing: init, verify, dedupe or workers");
  }
}
