package dev.turnwise.cli;

import dev.turnwise.postgres.PostgresStore;
import dev.turnwise.store.AuditReport;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code turnwise store verify}. */
@Command(
    name = "verify",
    header = "Audit a live database.",
    description = {
      "",
      "Reads only, in one snapshot; workers may go on meanwhile. A large database takes its time."
    })
final class StoreVerifyCommand implements Callable<Integer> {
  @Mixin private DsnOption.Required database = new DsnOption.Required();
  @Mixin private JsonOption format = new JsonOption();
  @Mixin CommonOptions common = new CommonOptions();
  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() {
    AuditReport report = ExistingStore.use(database.dsn, PostgresStore::audit);
    PrintWriter out = spec.commandLine().getOut();
    Map<String, Object> fields = fields(report);
    out.print(
        format.json ? Json.pretty(fields) + System.lineSeparator() : new Table().rows(fields));
    out.flush();
    return report.ok() ? ExitCode.OK : ExitCode.VIOLATED;
  }

  private static Map<String, Object> fields(AuditReport report) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("rooms", report.rooms());
    fields.put("events", report.events());
    fields.put("duplicate_indices", report.duplicateIndices());
    fields.put("gaps", report.gaps());
    fields.put("counter_mismatches", report.counterMismatches());
    fields.put("cursor_errors", report.cursorErrors());
    fields.put("undelivered", report.undelivered());
    fields.put("unique_index", report.uniqueIndex());
    fields.put("findings", report.findings());
    fields.put("verdict", report.ok() ? "ok" : "violated");
    return fields;
  }
}
