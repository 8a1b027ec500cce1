package dev.turnwise.cli;

import dev.turnwise.error.TurnwiseException;
import java.io.PrintWriter;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** Turns errors into one helpful line, or one JSON object, and an exit code. */
final class Failures implements IExecutionExceptionHandler, IParameterExceptionHandler {
  private static final String VERBOSE = "--verbose";

  @Override
  public int handleExecutionException(
      Exception failure, CommandLine commandLine, ParseResult parsed) {
    if (processIsEnding()) {
      // Servers and workers go first, and somebody who pressed Ctrl-C knows why.
      return ExitCode.INTERNAL;
    }
    int exitCode = ExitCode.of(failure);
    tell(
        commandLine,
        parsed.expandedArgs().contains(JsonOption.NAME),
        code(failure),
        exitCode == ExitCode.INTERNAL ? internal(failure) : String.valueOf(failure.getMessage()));
    if (parsed.expandedArgs().contains(VERBOSE)) {
      failure.printStackTrace(commandLine.getErr());
    }
    return exitCode;
  }

  @Override
  public int handleParseException(ParameterException failure, String[] args) {
    CommandLine commandLine = failure.getCommandLine();
    CommandSpec spec = commandLine.getCommandSpec();
    boolean json = Arrays.asList(args).contains(JsonOption.NAME);
    tell(
        commandLine,
        json,
        "usage",
        failure.getMessage() + "; see " + spec.qualifiedName() + " --help");
    if (!json) {
      UnmatchedArgumentException.printSuggestions(failure, commandLine.getErr());
    }
    return ExitCode.USAGE;
  }

  private static void tell(CommandLine commandLine, boolean json, String code, String message) {
    if (json) {
      Map<String, Object> error = new LinkedHashMap<>();
      error.put("error", code);
      error.put("message", message);
      commandLine.getOut().println(Json.line(error));
      commandLine.getOut().flush();
    } else {
      PrintWriter err = commandLine.getErr();
      err.println(commandLine.getColorScheme().errorText("error: ").toString() + message);
      err.flush();
    }
  }

  private static String code(Exception failure) {
    return failure instanceof TurnwiseException typed ? typed.code().wire() : "internal";
  }

  private static String internal(Exception failure) {
    String message =
        failure instanceof TurnwiseException
            ? String.valueOf(failure.getMessage())
            : "internal error, " + failure;
    return message + "; run again with " + VERBOSE + " for the stack trace";
  }

  /** A shutdown hook can be added at any time but in a shutdown. */
  private static boolean processIsEnding() {
    Thread probe = new Thread(() -> {});
    try {
      Runtime.getRuntime().addShutdownHook(probe);
      Runtime.getRuntime().removeShutdownHook(probe);
      return false;
    } catch (IllegalStateException ending) {
      return true;
    }
  }
}
