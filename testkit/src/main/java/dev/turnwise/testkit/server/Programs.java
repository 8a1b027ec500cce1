package dev.turnwise.testkit.server;

import dev.turnwise.error.CallInterruptedException;
import dev.turnwise.error.ConfigurationException;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Runs PostgreSQL's own programs ({@code initdb}, {@code pg_ctl}) in a server's folder. */
record Programs(Path folder, Account account) {
  private static final Duration LIMIT = Duration.ofSeconds(90);
  private static final int SHOWN_CHARS = 2_000;

  /** Where the programs lie. */
  Path directory() {
    return ServerFolder.programs(folder).resolve("bin");
  }

  /**
   * Runs a program to its end.
   *
   * @throws ConfigurationException with the last of its output when it fails or takes over 90 s
   */
  void run(String program, String... arguments) {
    int status = status(program, arguments);
    if (status != 0) {
      throw failed(program, "ended with " + status, null);
    }
  }

  /** As {@link #run}, but a failure of the program itself is its exit status. */
  int status(String program, String... arguments) {
    var command = new ArrayList<String>();
    command.add(directory().resolve(program).toString());
    command.addAll(List.of(arguments));
    var builder =
        new ProcessBuilder(account.command(command))
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectInput(new File(Platform.WINDOWS ? "NUL" : "/dev/null"))
            .redirectOutput(output(program).toFile());
    builder.environment().keySet().removeIf(name -> name.startsWith("PG"));
    builder.environment().put("LC_ALL", "C");
    try {
      Process process = builder.start();
      if (!process.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS)) {
        process.destroyForcibly();
        throw failed(program, "did not end within " + LIMIT.toSeconds() + " s", null);
      }
      return process.exitValue();
    } catch (IOException cannotStart) {
      throw failed(program, "cannot be run, " + cannotStart.getMessage(), cannotStart);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new CallInterruptedException();
    }
  }

  /** Stops the server if it runs, by force if it does not obey. */
  void stopServer(StopMode mode) {
    Path data = ServerFolder.data(folder);
    if (Postmaster.on(data).isPresent()) {
      try {
        status("pg_ctl", "stop", "--pgdata=" + data, "--mode=" + mode.option(), "--timeout=20");
      } finally {
        Postmaster.on(data).ifPresent(Postmaster::kill);
      }
    }
  }

  private Path output(String program) {
    return folder.resolve(program + ".log");
  }

  private ConfigurationException failed(String program, String how, @Nullable Throwable cause) {
    return new ConfigurationException(
        "java.io.tmpdir",
        "holds a PostgreSQL server whose "
            + program
            + " "
            + how
            + lastOf(output(program))
            + lastOf(folder.resolve(ServerFolder.LOG)),
        LocalPostgres.REMEDY,
        cause);
  }

  /** The end of a log file for an error message, or nothing. */
  private static String lastOf(Path log) {
    try {
      String text = Files.readString(log).strip();
      return text.isEmpty()
          ? ""
          : "; it said: " + text.substring(Math.max(0, text.length() - SHOWN_CHARS));
    } catch (IOException unreadable) {
      return "";
    }
  }
}
