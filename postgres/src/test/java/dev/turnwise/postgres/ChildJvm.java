package dev.turnwise.postgres;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * A process that runs a main class of these tests, is talked to by lines, and can be stopped or
 * killed.
 */
final class ChildJvm implements AutoCloseable {

  private static final Duration PATIENCE = Duration.ofMinutes(1);

  private final Process process;
  private final BufferedReader answers;

  private ChildJvm(Process process) {
    this.process = process;
    this.answers = new BufferedReader(new InputStreamReader(process.getInputStream(), UTF_8));
  }

  /** Starts it; does not wait for anything. */
  static ChildJvm run(Class<?> main, String... arguments) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-XX:TieredStopAtLevel=1");
    command.add("-cp");
    command.add(
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")));
    command.add(main.getName());
    command.addAll(List.of(arguments));
    return new ChildJvm(
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start());
  }

  /** Sends it a line, and returns the next line that it says. */
  String ask(String question) throws Exception {
    OutputStream questions = process.getOutputStream();
    questions.write((question + "\n").getBytes(UTF_8));
    questions.flush();
    return answer();
  }

  /** The next line that it says; {@code null} as text if it has ended. */
  String answer() throws Exception {
    return CompletableFuture.supplyAsync(this::readLine)
        .get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
  }

  private String readLine() {
    try {
      return String.valueOf(answers.readLine());
    } catch (IOException e) {
      throw new AssertionError("the process ended", e);
    }
  }

  /** Stops all its threads where they are. */
  void stop() throws Exception {
    signal("STOP");
  }

  /** Lets it go on as if nothing had been. */
  void cont() throws Exception {
    signal("CONT");
  }

  private void signal(String name) throws Exception {
    String pid = Long.toString(process.pid());
    int exit = new ProcessBuilder("kill", "-" + name, pid).inheritIO().start().waitFor();
    if (exit != 0) {
      throw new AssertionError("kill -" + name + " failed with " + exit);
    }
  }

  /** SIGKILL: nothing of it runs any more. */
  void kill() throws Exception {
    process.destroyForcibly().waitFor();
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
