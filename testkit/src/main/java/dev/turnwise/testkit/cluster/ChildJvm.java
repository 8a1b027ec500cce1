package dev.turnwise.testkit.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/**
 * A process that runs a main class with this one's class path, is talked to by lines, and can be
 * stopped, continued or killed. What it writes to its standard error shows up in this one's.
 *
 * <p>Thread-safe. Closing it kills it.
 */
public final class ChildJvm implements AutoCloseable {

  private static final Duration PATIENCE = Duration.ofMinutes(1);
  private static final String END = "\u0000end";

  private final Process process;
  private final BlockingQueue<String> unread = new LinkedBlockingQueue<>();
  private final List<String> said = new CopyOnWriteArrayList<>();

  private ChildJvm(Process process) {
    this.process = process;
    Thread.ofVirtual().name("child-lines").start(this::listen);
  }

  /**
   * Starts it; does not wait for anything.
   *
   * @throws UncheckedIOException if the process cannot be started
   */
  public static ChildJvm run(Class<?> main, String... arguments) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-XX:TieredStopAtLevel=1");
    command.add("-cp");
    command.add(
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")));
    command.add(main.getName());
    command.addAll(List.of(arguments));
    try {
      return new ChildJvm(
          new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start());
    } catch (IOException failure) {
      throw new UncheckedIOException("cannot start " + main.getName(), failure);
    }
  }

  private void listen() {
    try (BufferedReader lines = process.inputReader(UTF_8)) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        said.add(line);
        unread.add(line);
      }
    } catch (IOException ended) {
      // As if it had closed its output: it was killed.
    }
    unread.add(END);
  }

  /** Sends it a line. */
  public void tell(String line) {
    try {
      process.getOutputStream().write((line + "\n").getBytes(UTF_8));
      process.getOutputStream().flush();
    } catch (IOException ended) {
      throw new UncheckedIOException("the process does not listen any more", ended);
    }
  }

  /** Sends it a line, and returns the next line that it says. */
  public String ask(String question) throws InterruptedException {
    tell(question);
    return answer();
  }

  /**
   * The next line that it says and that nobody has read.
   *
   * @throws IllegalStateException if it has ended, or says nothing for a minute
   */
  public String answer() throws InterruptedException {
    String line = unread.poll(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
    if (line == null || line.equals(END)) {
      throw new IllegalStateException(
          line == null ? "the process says nothing" : "the process has ended");
    }
    return line;
  }

  /** Everything that it has said so far. */
  public List<String> said() {
    return List.copyOf(said);
  }

  /** The first line that it has said so far and that is meant. */
  public Optional<String> said(Predicate<String> meant) {
    return said.stream().filter(meant).findFirst();
  }

  /** Stops all its threads where they are (SIGSTOP). */
  public void stop() throws InterruptedException {
    signal("STOP");
  }

  /** Lets it go on as if nothing had been (SIGCONT). */
  public void cont() throws InterruptedException {
    signal("CONT");
  }

  private void signal(String name) throws InterruptedException {
    try {
      String pid = Long.toString(process.pid());
      int exit = new ProcessBuilder("kill", "-" + name, pid).inheritIO().start().waitFor();
      if (exit != 0) {
        throw new IllegalStateException("kill -" + name + " failed with " + exit);
      }
    } catch (IOException failure) {
      throw new UncheckedIOException("cannot send SIG" + name, failure);
    }
  }

  /** SIGKILL: nothing of it runs any more. */
  public void kill() throws InterruptedException {
    process.destroyForcibly().waitFor();
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
