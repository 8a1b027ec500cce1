package dev.turnwise.cli;

import dev.turnwise.bench.LockSuite;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code turnwise bench lock}. */
@Command(
    name = "lock",
    header = "Measure how long a contended lock is on its way from one process to another.",
    description = {
      "",
      "Two lock managers with sessions of their own pass one lock to and fro; so do two sessions that poll every"
          + " 100 ms. The 99th percentile over all slices is judged. Exit code 1 means that it failed."
    })
final class BenchLockCommand implements Callable<Integer> {
  @Mixin private BenchSettings settings = new BenchSettings();

  @Override
  public Integer call() {
    return settings.run(LockSuite::run);
  }
}
