package dev.turnwise.cli.demo;

import dev.turnwise.error.ConfigurationException;
import dev.turnwise.error.ErrorCode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * The worker processes of one run. They are gone after {@link #close()} and after any end of this
 * JVM: killed by a shutdown hook, and after SIGKILL by the end of their input.
 */
final class Team implements Crew, AutoCloseable {
  private static final Duration START_TIMEOUT = Duration.ofSeconds(60);
  private static final Duration STOP_TIMEOUT = Duration.ofSeconds(5);

  /** Longer than any timeout inside a worker: whoever is silent for so long stands still. */
  private static final Duration SILENCE_TIMEOUT = Duration.ofSeconds(60);

  private final Map<String, WorkerProcess> workers = new LinkedHashMap<>();
  private final BlockingQueue<WorkerSignal> signals = new LinkedBlockingQueue<>();
  private final Thread hook = new Thread(this::killAll, "turnwise-workers-kill");

  private Team() {
    Runtime.getRuntime().addShutdownHook(hook);
  }

  /**
   * Starts {@code count} workers and waits until their engines run.
   *
   * @param start what each is told, its id followed by a number
   */
  static Team start(int count, List<String> command, ToWorker.Start start, DemoProgress progress) {
    Team team = new Team();
    try {
      for (int i = 1; i <= count; i++) {
        String id = start.workerId() + "-w" + i;
        team.add(new ToWorker.Start(id, start.dsn(), start.hooks()), command, progress);
      }
      team.awaitReady();
      return team;
    } catch (RuntimeException failure) {
      team.close();
      throw failure;
    }
  }

  private synchronized void add(ToWorker.Start start, List<String> command, DemoProgress progress) {
    String id = start.workerId();
    workers.put(
        id,
        WorkerProcess.start(start, command, signals::add, line -> progress.workerLine(id, line)));
  }

  private void awaitReady() {
    Set<String> starting = new HashSet<>(workers.keySet());
    long deadline = System.nanoTime() + START_TIMEOUT.toNanos();
    while (!starting.isEmpty()) {
      switch (next(Duration.ofNanos(deadline - System.nanoTime()))) {
        case WorkerSignal.Said(String worker, FromWorker.Ready _) -> starting.remove(worker);
        case WorkerSignal.Said(String worker, FromWorker.Broken broken) ->
            throw WorkerFailedException.of(
                broken.code(), worker, "could not start, " + broken.problem());
        case WorkerSignal.Said said ->
            throw new IllegalStateException(
                "worker " + said.worker() + " answers before it is ready");
        case WorkerSignal.Ended ended -> throw endedEarly(ended);
      }
    }
  }

  private static ConfigurationException endedEarly(WorkerSignal.Ended ended) {
    return new ConfigurationException(
        "worker " + ended.worker(),
        "ended with code "
            + ended.exitCode()
            + " before it was ready, saying: "
            + ended.lastWords(),
        "check the JDK and the memory that is free");
  }

  @Override
  public List<String> ids() {
    return new ArrayList<>(workers.keySet());
  }

  @Override
  public void send(String worker, ToWorker message) {
    worker(worker).send(message);
  }

  @Override
  public void kill(String worker) {
    worker(worker).kill();
  }

  private WorkerProcess worker(String id) {
    WorkerProcess worker = workers.get(id);
    if (worker == null) {
      throw new IllegalStateException("there is no worker " + id);
    }
    return worker;
  }

  @Override
  public WorkerSignal next() {
    return next(SILENCE_TIMEOUT);
  }

  private WorkerSignal next(Duration atMost) {
    try {
      WorkerSignal signal = signals.poll(atMost.toNanos(), TimeUnit.NANOSECONDS);
      if (signal == null) {
        throw new WorkerFailedException(
            ErrorCode.PROCESS_TIMEOUT,
            String.join(", ", workers.keySet()),
            "said nothing for "
                + SILENCE_TIMEOUT.toSeconds()
                + " s: check that the database answers");
      }
      return signal;
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while waiting for workers", interrupted);
    }
  }

  private synchronized void killAll() {
    workers.values().forEach(WorkerProcess::kill);
  }

  @Override
  public void close() {
    workers.values().forEach(WorkerProcess::endInput);
    long deadline = System.nanoTime() + STOP_TIMEOUT.toNanos();
    workers.values().forEach(each -> each.awaitEnd(Duration.ofNanos(deadline - System.nanoTime())));
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException shuttingDown) {
      // The hook is at work, and has nothing left to kill.
    }
  }
}
