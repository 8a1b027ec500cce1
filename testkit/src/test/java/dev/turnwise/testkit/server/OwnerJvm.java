package dev.turnwise.testkit.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/** A child JVM that runs {@link Owner} with a temporary folder of its own. */
final class OwnerJvm implements AutoCloseable {
  private final Path root;
  private final Process process;
  private final BufferedReader output;

  OwnerJvm(Path root) throws IOException {
    this.root = root.toRealPath();
    this.process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                "-Djava.io.tmpdir=" + root,
                "-XX:TieredStopAtLevel=1",
                Owner.class.getName())
            .redirectError(Redirect.INHERIT)
            .start();
    this.output =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    assertThat(output.readLine()).isEqualTo("starting");
  }

  /** Waits until the server runs, and returns the folder that it lives in. */
  Path folder() throws IOException {
    String data = output.readLine();
    assertThat(data).as("data directory").isNotNull();
    return root.resolve(root.relativize(Path.of(data)).getName(0));
  }

  OwnerJvm signal(String name) throws Exception {
    send(name, process.pid());
    return this;
  }

  void awaitEnd() {
    await("the owner's end").atMost(Duration.ofMinutes(2)).until(() -> !process.isAlive());
  }

  static void send(String signal, long pid) throws Exception {
    var kill = new ProcessBuilder("sh", "-c", "kill -" + signal + " " + pid).inheritIO().start();
    assertThat(kill.waitFor()).as("kill -" + signal).isZero();
  }

  /** Processes of any kind whose command line names the root: servers, guards and programs. */
  List<ProcessHandle> processesBelowRoot() {
    return ProcessHandle.allProcesses()
        .filter(handle -> handle.pid() != process.pid())
        .filter(handle -> handle.info().commandLine().orElse("").contains(root.toString()))
        .toList();
  }

  List<ProcessHandle> servers() {
    return processesBelowRoot().stream()
        .filter(handle -> handle.info().commandLine().orElse("").contains("bin/postgres"))
        .toList();
  }

  List<Path> folders() throws IOException {
    try (Stream<Path> children = Files.list(root)) {
      return children.filter(child -> child.getFileName().toString().startsWith("turn")).toList();
    }
  }

  @Override
  public void close() throws IOException {
    process.getOutputStream().close();
    awaitEnd();
  }

  /**
   * Whether SIGINT reaches children of this JVM: an ignored signal stays ignored in whoever is
   * started.
   */
  static boolean interruptsArrive() throws IOException {
    Path status = Path.of("/proc/self/status");
    if (!Files.exists(status)) {
      return true;
    }
    String ignored =
        Files.readAllLines(status).stream()
            .filter(line -> line.startsWith("SigIgn:"))
            .findFirst()
            .orElse("SigIgn: 0");
    return (Long.parseUnsignedLong(ignored.substring(7).strip(), 16) & 2) == 0;
  }
}
