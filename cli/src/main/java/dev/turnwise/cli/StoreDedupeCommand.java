package dev.turnwise.cli;

import dev.turnwise.error.ConfigurationException;
import dev.turnwise.postgres.DedupeReport;
import dev.turnwise.postgres.PostgresStore;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code turnwise store dedupe}. */
@Command(
    name = "dedupe",
    header = "Repair rooms in which events share an index.",
    description = {
      "",
      "Tells what is wrong and changes nothing, unless --apply is given. The repair numbers each room"
          + " concerned anew, moves read markers and delivery cursors along, and makes the index"
          + " unique, all in one transaction: one that is cut short has changed nothing.",
      "Take a backup and stop the workers before; clients of these rooms read from the start again."
    })
final class StoreDedupeCommand implements Callable<Integer> {
  @Mixin private DsnOption.Required database = new DsnOption.Required();

  @Option(names = "--apply", description = "Repair.")
  private boolean apply;

  @Option(
      names = "--force",
      description = "Repair although workers are alive; their writes wait for it or fail.")
  private boolean force;

  @Mixin private JsonOption format = new JsonOption();
  @Mixin CommonOptions common = new CommonOptions();
  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() {
    if (force && !apply) {
      throw new ParameterException(spec.commandLine(), "--force is for a repair: add --apply");
    }
    Map<String, Object> fields = fields(ExistingStore.use(database.dsn, this::run));
    PrintWriter out = spec.commandLine().getOut();
    out.print(
        format.json ? Json.pretty(fields) + System.lineSeparator() : new Table().rows(fields));
    out.flush();
    return ExitCode.OK;
  }

  private DedupeReport run(PostgresStore store) {
    try {
      return store.dedupeEventIndices(!apply, force);
    } catch (ConfigurationException refused) {
      throw "force".equals(refused.details().get("key")) ? inOptions(refused) : refused;
    }
  }

  /** The same, in the words of the command line. */
  private static ConfigurationException inOptions(ConfigurationException refused) {
    return new ConfigurationException(
        "--force",
        String.valueOf(refused.details().get("problem")),
        String.valueOf(refused.details().get("remedy")),
        refused);
  }

  private static Map<String, Object> fields(DedupeReport report) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("action", report.action().wire());
    fields.put("duplicate_rows", report.duplicateRows());
    fields.put("affected_rooms", report.affectedRooms());
    fields.put("moved_events", report.movedEvents());
    fields.put("moved_markers", report.movedMarkers());
    fields.put("now_unique", report.nowUnique());
    fields.put("live_workers", report.liveWorkers());
    return fields;
  }
}
