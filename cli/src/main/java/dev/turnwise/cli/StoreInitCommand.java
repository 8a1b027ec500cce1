package dev.turnwise.cli;

import dev.turnwise.postgres.PostgresStore;
import dev.turnwise.store.ConversationStore;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code turnwise store init}. */
@Command(
    name = "init",
    header = "Create or upgrade Turnwise's schema in a database.",
    description = {"", "Safe to repeat, and safe while workers run. Never removes anything."})
final class StoreInitCommand implements Callable<Integer> {
  @Mixin private DsnOption.Required database = new DsnOption.Required();
  @Mixin private JsonOption format = new JsonOption();
  @Mixin CommonOptions common = new CommonOptions();
  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() {
    Map<String, Object> result = new LinkedHashMap<>();
    try (ConversationStore store = PostgresStore.at(database.dsn)) {
      store.init();
      result.put("store", store.toString());
      result.put("status", "ready");
    }
    PrintWriter out = spec.commandLine().getOut();
    out.print(
        format.json ? Json.pretty(result) + System.lineSeparator() : new Table().rows(result));
    out.flush();
    return ExitCode.OK;
  }
}
