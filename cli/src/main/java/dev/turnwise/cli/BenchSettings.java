package dev.turnwise.cli;

import dev.turnwise.bench.BenchOptions;
import dev.turnwise.bench.BenchReport;
import dev.turnwise.bench.ProgressListener;
import dev.turnwise.bench.TableLine;
import dev.turnwise.bench.Verdict;
import dev.turnwise.error.ConfigurationException;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.Optional;
import java.util.function.BiFunction;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;

/** What all benchmarks have in common: how they are run, and how their report is printed. */
final class BenchSettings {
  @Option(
      names = "--pairs",
      paramLabel = "N",
      defaultValue = "15",
      description =
          "Pairs of slices a row; fewer than 15 are not judged (default: ${DEFAULT-VALUE}).")
  private int pairs;

  @Option(
      names = "--slice-ms",
      paramLabel = "MS",
      defaultValue = "1000",
      description = "Length of a slice; pgbench needs whole seconds (default: ${DEFAULT-VALUE}).")
  private long sliceMillis;

  @Mixin private DsnOption.Optional database = new DsnOption.Optional();
  @Mixin private JsonOption format = new JsonOption();
  @Mixin private CommonOptions common = new CommonOptions();

  @Spec(Target.MIXEE)
  private CommandSpec spec = CommandSpec.create();

  /** Runs a suite and prints what it found; returns the exit code. */
  int run(BiFunction<BenchOptions, ProgressListener, BenchReport> suite) {
    BenchOptions options = options();
    BenchReport report;
    PrintWriter err = spec.commandLine().getErr();
    try (Progress progress = new Progress(err, Progress.isTerminal(), common.verbose)) {
      report = suite.apply(options, progress::step);
    }
    PrintWriter out = spec.commandLine().getOut();
    out.print(format.json ? report.toJson() + System.lineSeparator() : grid(report));
    out.flush();
    return report.verdict() == Verdict.FAIL ? ExitCode.VIOLATED : ExitCode.OK;
  }

  private BenchOptions options() {
    try {
      return new BenchOptions(
          Optional.ofNullable(database.dsn), pairs, Duration.ofMillis(sliceMillis));
    } catch (ConfigurationException outOfRange) {
      throw new ParameterException(
          spec.commandLine(), String.valueOf(outOfRange.getMessage()), outOfRange);
    }
  }

  private static Grid grid(BenchReport report) {
    Grid grid =
        new Grid().row("", "turnwise", "baseline", "ratio (quartiles)", "goal", "verdict", "");
    for (TableLine line : report.toTable()) {
      grid.row(
          line.name(),
          line.measured(),
          line.baseline(),
          line.ratio(),
          line.goal(),
          line.verdict(),
          line.note());
    }
    return grid.row("verdict", "", "", "", "", report.verdict().text(), "");
  }
}
