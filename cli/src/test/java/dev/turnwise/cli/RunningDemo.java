package dev.turnwise.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.turnwise.testkit.server.Processes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A demo in a JVM of its own, with a server of its own, in the middle of a replay that would take
 * long.
 */
final class RunningDemo implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final Path temporary;
  private final Path errors;
  private final Process process;
  private final List<ProcessHandle> started;

  /** Returns once lines are being replayed. */
  RunningDemo(Path folder) throws IOException {
    // The server runs under another account where the tests run as root.
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
    temporary = Files.createDirectory(folder.resolve("tmp")).toRealPath();
    errors = folder.resolve("errors.txt");
    process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-Djava.io.tmpdir=" + temporary,
                // As users have it: the tests' own configuration shows more.
                "-Dlogback.configurationFile=logback.xml",
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName(),
                "demo",
                "--workers",
                "2",
                "--input",
                longLog(folder).toString())
            .redirectError(errors.toFile())
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    await().atMost(PATIENCE).until(() -> !process.isAlive() || errors().contains("replaying"));
    started = startedBy(process, temporary);
    assertThat(started).as(errors()).hasSizeGreaterThan(3);
  }

  /** One speaker, so one line at a time. */
  private static Path longLog(Path folder) throws IOException {
    String lines =
        IntStream.range(0, 20_000)
            .mapToObj(
                "{\"line\":%d,\"kind\":\"message\",\"sender\":\"ann\",\"text\":\"x\"}"::formatted)
            .collect(Collectors.joining("\n"));
    return Files.writeString(folder.resolve("long.jsonl"), lines);
  }

  /** Workers are its children; servers and guards name the folder for temporary files. */
  private static List<ProcessHandle> startedBy(Process process, Path temporary) {
    Stream<ProcessHandle> below =
        ProcessHandle.allProcesses()
            .filter(each -> each.info().commandLine().orElse("").contains(temporary.toString()))
            .filter(each -> each.pid() != process.pid());
    return Stream.concat(process.descendants(), below).distinct().toList();
  }

  /** What it has printed on standard error so far. */
  String errors() throws IOException {
    return Files.readString(errors);
  }

  /** Sends SIGTERM or SIGKILL, and waits for the exit code. */
  int end(boolean forcibly) throws InterruptedException {
    if (forcibly) {
      process.destroyForcibly();
    } else {
      process.destroy();
    }
    assertThat(process.waitFor(PATIENCE)).isTrue();
    return process.exitValue();
  }

  /** Waits until workers, server and guard are gone. */
  void awaitNoProcess(Duration atMost) {
    await().atMost(atMost).until(() -> started.stream().noneMatch(Processes::isRunning));
  }

  /** What is left in the folder for temporary files. */
  List<String> left() throws IOException {
    try (Stream<Path> files = Files.list(temporary)) {
      return files.map(each -> each.getFileName().toString()).toList();
    }
  }

  @Override
  public void close() {
    process.destroyForcibly();
    started.forEach(ProcessHandle::destroyForcibly);
  }
}
