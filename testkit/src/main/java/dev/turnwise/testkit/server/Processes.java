package dev.turnwise.testkit.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Whether processes run. Stateless. */
public final class Processes {

  private Processes() {}

  /**
   * Whether the process still runs. One that has ended and that nobody has collected does not: as
   * the first process of a container rarely collects orphans, such a "zombie" keeps its id for as
   * long as the container lives, and {@link ProcessHandle#isAlive} calls it alive.
   */
  public static boolean isRunning(ProcessHandle process) {
    return process.isAlive() && !isZombie(process.pid());
  }

  /** Like {@link #isRunning(ProcessHandle)}, for whoever has this id now. */
  public static boolean isRunning(long pid) {
    Optional<ProcessHandle> process = ProcessHandle.of(pid);
    return process.isPresent() && isRunning(process.get());
  }

  /** Systems without /proc are not asked: there it stays with what the JDK says. */
  private static boolean isZombie(long pid) {
    try {
      return Files.readAllLines(Path.of("/proc", Long.toString(pid), "status")).stream()
          .anyMatch(line -> line.startsWith("State:") && line.substring(6).strip().startsWith("Z"));
    } catch (IOException gone) {
      return false;
    }
  }
}
