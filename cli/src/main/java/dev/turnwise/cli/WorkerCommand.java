package dev.turnwise.cli;

import dev.turnwise.cli.demo.Backends;
import dev.turnwise.cli.demo.Worker;
import dev.turnwise.lock.RoomLockManager;
import dev.turnwise.postgres.PostgresAdvisoryLockManager;
import dev.turnwise.postgres.PostgresStore;
import dev.turnwise.store.ConversationStore;
import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code turnwise worker}: one worker process of a demo, started by it and not by people. */
@Command(name = WorkerCommand.NAME, hidden = true, header = "A worker process of the demo.")
final class WorkerCommand implements Callable<Integer> {
  static final String NAME = "worker";

  /** One for tries, one for waits: a demo has few rooms, and its server few connections. */
  private static final int LOCK_SESSIONS = 2;

  /** Above what closing an engine may take. */
  private static final Duration LAST_MOMENT = Duration.ofSeconds(5);

  @Mixin CommonOptions common = new CommonOptions();

  /** The command line of such a process: the same Java, the same classes. */
  static List<String> processCommand(boolean verbose) {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                // Small and quick to start: several of them share the machine with their database.
                "-Xmx96m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName(),
                NAME));
    if (verbose) {
      command.add("--verbose");
    }
    return command;
  }

  @Override
  public Integer call() throws IOException {
    OutputStream answers = new BufferedOutputStream(new FileOutputStream(FileDescriptor.out));
    // Standard output carries the answers and nothing else, whatever a library would like to print.
    System.setOut(System.err);
    Worker.run(System.in, answers, new PostgresBackends(), WorkerCommand::endSoon);
    return ExitCode.OK;
  }

  /** Named after the worker, so that the server's list of sessions tells which are whose. */
  private static final class PostgresBackends implements Backends {
    @Override
    public ConversationStore store(String dsn, String workerId) {
      return PostgresStore.builder().dsn(dsn).applicationName(workerId).build();
    }

    @Override
    public RoomLockManager locks(String dsn, String workerId) {
      return PostgresAdvisoryLockManager.builder()
          .dsn(dsn)
          .applicationName(workerId)
          .maxSize(LOCK_SESSIONS)
          .build();
    }
  }

  /**
   * The coordinator is gone, and perhaps the database too: no close that hangs may keep this
   * process.
   */
  private static void endSoon() {
    Thread.ofPlatform()
        .daemon()
        .name("worker-end")
        .start(
            () -> {
              try {
                Thread.sleep(LAST_MOMENT);
                Runtime.getRuntime().halt(ExitCode.INTERNAL);
              } catch (InterruptedException ending) {
                Thread.currentThread().interrupt();
              }
            });
  }
}
