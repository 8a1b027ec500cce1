package dev.turnwise.testkit.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** The server's main process, known from the file that it keeps in its data directory. */
record Postmaster(ProcessHandle process) {
  private static final int KILL_LIMIT_SECONDS = 10;

  /**
   * The process that runs on this data directory. A process that merely has the recorded id does
   * not count, nor does one that has ended and was not yet collected: neither names the directory.
   */
  static Optional<Postmaster> on(Path data) {
    return recordedPid(data)
        .flatMap(ProcessHandle::of)
        .filter(process -> commandLine(process).contains(data.toString()))
        .map(Postmaster::new);
  }

  private static Optional<Long> recordedPid(Path data) {
    try (var lines = Files.lines(data.resolve("postmaster.pid"))) {
      return lines.findFirst().map(line -> Long.valueOf(line.strip()));
    } catch (IOException | NumberFormatException | java.io.UncheckedIOException none) {
      return Optional.empty();
    }
  }

  private static String commandLine(ProcessHandle process) {
    ProcessHandle.Info info = process.info();
    return info.commandLine()
        .or(() -> info.arguments().map(arguments -> String.join(" ", arguments)))
        .orElse("");
  }

  /** Last resort: its children notice its death and end too. */
  void kill() {
    process.destroyForcibly();
    try {
      process.onExit().get(KILL_LIMIT_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException | TimeoutException notSeen) {
      // Nothing stronger than SIGKILL is left to be done.
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
