package dev.turnwise.cli;

import dev.turnwise.testkit.history.CheckReport;
import dev.turnwise.testkit.history.CheckedRule;
import dev.turnwise.testkit.history.HistoryChecker;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code turnwise check}. */
@Command(
    name = "check",
    header = "Prove from a history that its rooms kept their promises.",
    description = {"", "A history is what 'turnwise demo --history FILE' writes."})
final class CheckCommand implements Callable<Integer> {
  @Parameters(paramLabel = "HISTORY.jsonl", description = "The history.")
  private Path file = Path.of("");

  @Mixin private JsonOption format = new JsonOption();
  @Mixin CommonOptions common = new CommonOptions();
  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() {
    CheckReport report = HistoryChecker.check(file);
    PrintWriter out = spec.commandLine().getOut();
    out.print(format.json ? Json.pretty(report.fields()) + System.lineSeparator() : table(report));
    out.flush();
    return report.verdict() == CheckReport.Verdict.OK ? ExitCode.OK : ExitCode.VIOLATED;
  }

  private static String table(CheckReport report) {
    Table table = new Table();
    Map<String, Object> fields = report.fields();
    fields.keySet().removeAll(Set.of("checked", "violations", "examples", "notes", "verdict"));
    table.rows(fields).gap();
    for (CheckedRule rule : report.rules()) {
      table.row(
          rule.rule().wire().replace('_', ' '),
          String.format(
              Locale.ROOT, "%,d checked, %,d violations", rule.checked(), rule.violations()));
      rule.examples().forEach(example -> table.row("", example));
    }
    report.notes().forEach(note -> table.row("note", note));
    return table.gap().row("verdict", report.verdict().wire()).toString();
  }
}
