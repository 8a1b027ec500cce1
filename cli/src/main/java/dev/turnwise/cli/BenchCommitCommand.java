package dev.turnwise.cli;

import dev.turnwise.bench.CommitSuite;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code turnwise bench commit}. */
@Command(
    name = "commit",
    header = "Measure commits: alone, many rooms, one hot room, and round trips.",
    description = {
      "",
      "Measures in pairs of slices, Turnwise and the baseline in turn, and judges the median of the pairs' ratios."
          + " Baselines run on pgbench if that is on the PATH. A row is void if its quartiles lie too far apart, and"
          + " not judged if something that it needs is missing. Exit code 1 means that a row failed."
    })
final class BenchCommitCommand implements Callable<Integer> {
  @Mixin private BenchSettings settings = new BenchSettings();

  @Override
  public Integer call() {
    return settings.run(CommitSuite::run);
  }
}
