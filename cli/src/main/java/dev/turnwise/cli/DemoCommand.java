package dev.turnwise.cli;

import dev.turnwise.cli.demo.DemoReport;
import dev.turnwise.cli.demo.DemoRun;
import dev.turnwise.cli.demo.DemoSettings;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code turnwise demo}. */
@Command(
    name = "demo",
    header =
        "Replay chat logs through worker processes, kill some, and prove that nothing went wrong.",
    description = {
      "",
      "Starts a PostgreSQL server (unless --dsn names one) and worker processes. Each log becomes a room: each sender's"
          + " lines are offered in order, the lines of one room to all workers in turn, an answer after what it answers."
          + " Half-way some workers are killed; the others are offered again what was not acknowledged, under the same"
          + " idempotency keys. Then every room is read back and held against its log (with --hooks: as the hooks leave it) and against"
          + " all that was acknowledged."
    })
final class DemoCommand implements Callable<Integer> {
  @Option(
      names = "--workers",
      paramLabel = "N",
      defaultValue = "3",
      description =
          "Worker processes, 1 to " + DemoSettings.MAX_WORKERS + " (default: ${DEFAULT-VALUE}).")
  private int workers;

  @Option(
      names = "--input",
      paramLabel = "FILE-OR-DIR",
      arity = "1..*",
      description =
          "Chat logs (*.jsonl) or folders of them, a room each (default: a log that comes with Turnwise).")
  private List<Path> inputs = new ArrayList<>();

  @Option(
      names = "--kill",
      paramLabel = "K",
      description = "Workers to kill half-way, fewer than there are (default: 1 of several).")
  private @Nullable Integer kill;

  @Option(
      names = "--hooks",
      description =
          "Give every worker a hook that blocks lines by a list of words and one that rewrites links; the rooms are"
              + " then decided under a lock that all workers share.")
  private boolean hooks;

  @Mixin private DsnOption.Optional database = new DsnOption.Optional();

  @Option(
      names = "--history",
      paramLabel = "FILE",
      description =
          "Keep the history of all offers and answers in this file, for 'turnwise check'.")
  private @Nullable Path history;

  @Mixin private JsonOption format = new JsonOption();
  @Mixin CommonOptions common = new CommonOptions();
  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() {
    DemoSettings settings =
        new DemoSettings(
            workers,
            kill == null ? Math.min(1, workers - 1) : kill,
            hooks,
            inputs,
            Optional.ofNullable(database.dsn),
            Optional.ofNullable(history),
            WorkerCommand.processCommand(common.verbose));
    PrintWriter err = spec.commandLine().getErr();
    DemoReport report;
    try (Progress progress = new Progress(err, Progress.isTerminal(), common.verbose)) {
      report = DemoRun.run(settings, progress);
    }
    print(report);
    return report.ok() ? ExitCode.OK : ExitCode.VIOLATED;
  }

  private void print(DemoReport report) {
    PrintWriter out = spec.commandLine().getOut();
    if (format.json) {
      out.println(Json.pretty(report.fields()));
    } else {
      out.println();
      out.print(new Table().rows(report.shares()).gap().rows(report.fields()));
    }
    out.flush();
  }
}
