package dev.turnwise.cli.demo;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.turnwise.error.ConfigurationException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import tools.jackson.core.JacksonException;

/**
 * A worker process as the coordinator holds it.
 *
 * <p>Reading and writing have threads of their own: a worker that stands still stops nobody else.
 * Thread-safe.
 */
final class WorkerProcess {
  private static final int LAST_WORDS = 20;

  private final String id;
  private final Process process;
  private final Consumer<WorkerSignal> signals;
  private final Consumer<String> errorLines;
  private final BlockingQueue<Optional<ToWorker>> outbox = new LinkedBlockingQueue<>();
  private final Deque<String> lastWords = new ArrayDeque<>();
  private final CountDownLatch errorsRead = new CountDownLatch(1);

  private WorkerProcess(
      String id, Process process, Consumer<WorkerSignal> signals, Consumer<String> errorLines) {
    this.id = id;
    this.process = process;
    this.signals = signals;
    this.errorLines = errorLines;
  }

  /**
   * Starts a worker.
   *
   * @param command runs {@link Worker} with its standard streams
   * @param signals told of what it says, then of its end
   * @param errorLines told of each line on its standard error
   * @throws ConfigurationException if the process cannot be started
   */
  static WorkerProcess start(
      ToWorker.Start start,
      List<String> command,
      Consumer<WorkerSignal> signals,
      Consumer<String> errorLines) {
    String id = start.workerId();
    try {
      Process process = new ProcessBuilder(command).start();
      WorkerProcess worker = new WorkerProcess(id, process, signals, errorLines);
      worker.send(start);
      Thread.ofVirtual().name(id + "-writer").start(worker::write);
      Thread.ofVirtual().name(id + "-errors").start(worker::readErrors);
      Thread.ofVirtual().name(id + "-reader").start(worker::read);
      return worker;
    } catch (IOException failure) {
      throw new ConfigurationException(
          "worker " + id,
          "cannot be started, " + failure.getMessage(),
          "check the JDK and the memory that is free",
          failure);
    }
  }

  String id() {
    return id;
  }

  /** Sends a message, after those before; lost if the worker is gone. */
  void send(ToWorker message) {
    outbox.add(Optional.of(message));
  }

  /**
   * SIGKILL. By its handle: {@code Process.destroyForcibly()} would throw away what it has said
   * already.
   */
  void kill() {
    process.toHandle().destroyForcibly();
  }

  /** Ends its input, which ends the worker. */
  void endInput() {
    outbox.add(Optional.empty());
  }

  /** Waits for its end; kills it if that does not come in time. */
  void awaitEnd(Duration atMost) {
    try {
      if (!process.waitFor(atMost)) {
        kill();
      }
    } catch (InterruptedException interrupted) {
      kill();
      Thread.currentThread().interrupt();
    }
  }

  private void write() {
    try (OutputStream out = process.getOutputStream()) {
      for (Optional<ToWorker> next = outbox.take(); next.isPresent(); next = outbox.take()) {
        Protocol.write(out, next.get());
      }
    } catch (IOException workerIsGone) {
      // The reader sees its end.
    } catch (InterruptedException ending) {
      Thread.currentThread().interrupt();
    }
  }

  private void read() {
    try (BufferedReader lines = process.inputReader(UTF_8)) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        signals.accept(new WorkerSignal.Said(id, Protocol.fromWorker(line)));
      }
    } catch (IOException | JacksonException torn) {
      // A kill cuts the last line off: what it said is unknown, as if it had not been written.
      // Should a
      // living worker have said it, it cannot be trusted with more.
      kill();
    }
    ended();
  }

  private void ended() {
    try {
      int exitCode = process.waitFor();
      // Bounded, as a child of the worker could hold the stream open.
      if (!errorsRead.await(1, TimeUnit.SECONDS)) {
        process.getErrorStream().close();
      }
      signals.accept(new WorkerSignal.Ended(id, exitCode, words()));
    } catch (InterruptedException | IOException ending) {
      signals.accept(new WorkerSignal.Ended(id, -1, words()));
    }
  }

  private void readErrors() {
    try (BufferedReader lines =
        new BufferedReader(new InputStreamReader(process.getErrorStream(), UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        errorLines.accept(line);
        remember(line);
      }
    } catch (IOException workerIsGone) {
      // Nothing more to read.
    } finally {
      errorsRead.countDown();
    }
  }

  private synchronized void remember(String line) {
    lastWords.add(line);
    if (lastWords.size() > LAST_WORDS) {
      lastWords.remove();
    }
  }

  private synchronized String words() {
    return String.join("\n", lastWords);
  }
}
