package dev.turnwise.cli;

import dev.turnwise.postgres.PostgresStore;
import dev.turnwise.store.WorkerRow;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code turnwise store workers}. */
@Command(
    name = "workers",
    header = "List the workers that share a database.",
    description = {
      "",
      "Live ones first, then those that left or died within the last day. Reads only; whether a worker"
          + " is alive is what the database sees of it now."
    })
final class StoreWorkersCommand implements Callable<Integer> {
  @Mixin private DsnOption.Required database = new DsnOption.Required();
  @Mixin private JsonOption format = new JsonOption();
  @Mixin CommonOptions common = new CommonOptions();
  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() {
    List<WorkerRow> workers = ExistingStore.use(database.dsn, PostgresStore::workers);
    PrintWriter out = spec.commandLine().getOut();
    out.print(format.json ? json(workers) : table(workers));
    out.flush();
    return ExitCode.OK;
  }

  private static String json(List<WorkerRow> workers) {
    List<Map<String, Object>> all = workers.stream().map(StoreWorkersCommand::fields).toList();
    return Json.pretty(Map.of("workers", all)) + System.lineSeparator();
  }

  private static Map<String, Object> fields(WorkerRow row) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("id", row.info().id());
    fields.put("state", state(row));
    fields.put("channels", new TreeSet<>(row.info().channels()));
    fields.put("has_hooks", row.info().hasHooks());
    fields.put("started_at", row.startedAt().toString());
    fields.put("seen_at", row.seenAt().toString());
    return fields;
  }

  private static String state(WorkerRow row) {
    return row.state().name().toLowerCase(Locale.ROOT);
  }

  private static Grid table(List<WorkerRow> workers) {
    Grid grid = new Grid().row("worker", "state", "hooks", "started", "last seen", "channels");
    for (WorkerRow row : workers) {
      grid.row(
          row.info().id(),
          state(row),
          row.info().hasHooks() ? "yes" : "no",
          row.startedAt().toString(),
          row.seenAt().toString(),
          String.join(", ", new TreeSet<>(row.info().channels())));
    }
    return grid;
  }
}
