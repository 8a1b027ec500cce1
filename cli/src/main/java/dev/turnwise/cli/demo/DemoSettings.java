package dev.turnwise.cli.demo;

import dev.turnwise.error.InvalidInputException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * What a demo is to do.
 *
 * @param workers worker processes
 * @param kill how many of them are killed half-way
 * @param hooks whether the workers have hooks that block and rewrite lines
 * @param inputs chat logs and folders of them; empty means the one that is shipped
 * @param dsn a database of the user's own; empty means a server is started
 * @param history where the history is kept; empty means it is thrown away once it is checked
 * @param workerCommand command line of a process that runs {@link Worker}
 */
public record DemoSettings(
    int workers,
    int kill,
    boolean hooks,
    List<Path> inputs,
    Optional<String> dsn,
    Optional<Path> history,
    List<String> workerCommand) {
  /** Beyond it, workers and their connections outgrow one machine and a server's defaults. */
  public static final int MAX_WORKERS = 16;

  public DemoSettings {
    inputs = List.copyOf(inputs);
    workerCommand = List.copyOf(workerCommand);
    if (workers < 1 || workers > MAX_WORKERS) {
      throw new InvalidInputException(
          "--workers", "is " + workers, "1 to " + MAX_WORKERS, "choose a number in that range");
    }
    if (kill < 0 || kill >= workers) {
      throw new InvalidInputException(
          "--kill",
          "is " + kill + " of " + workers + " workers",
          "0 to " + (workers - 1),
          "leave at least one worker alive");
    }
  }
}
