package dev.turnwise.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code turnwise bench}: measures. */
@Command(
    name = "bench",
    header = "Measure against baselines on this machine.",
    subcommands = {BenchCommitCommand.class, BenchLockCommand.class})
final class BenchCommand implements Runnable {
  @Mixin CommonOptions common = new CommonOptions();
  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "a command is missing, commit or lock");
  }
}
