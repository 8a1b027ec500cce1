package dev.turnwise.cli;

import java.io.PrintWriter;
import java.io.StringWriter;
import picocli.CommandLine;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A command that was run inside this JVM, with its exit code and all that it printed. */
record Ran(int exitCode, String out, String err) {
  static Ran turnwise(String... args) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    CommandLine commandLine =
        Main.commandLine().setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true));
    int exitCode = commandLine.execute(args);
    return new Ran(exitCode, out.toString(), err.toString());
  }

  /** Standard output as the one JSON object that it has to be. */
  JsonNode json() {
    return JsonMapper.builder().build().readTree(out);
  }
}
