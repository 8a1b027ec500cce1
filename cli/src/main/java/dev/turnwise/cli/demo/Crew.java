package dev.turnwise.cli.demo;

import java.util.List;

/** The workers of a run, as the one who coordinates them needs them. */
interface Crew {

  /** All that were started. */
  List<String> ids();

  /** Sends a message, after those before; lost if the worker is gone. */
  void send(String worker, ToWorker message);

  /** SIGKILL. */
  void kill(String worker);

  /**
   * Waits for what is heard next, from any worker.
   *
   * @throws WorkerFailedException if all are silent for too long
   */
  WorkerSignal next();
}
