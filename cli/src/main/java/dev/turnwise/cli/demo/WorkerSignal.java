package dev.turnwise.cli.demo;

/** What the coordinator hears of a worker, in the order in which it happened. */
sealed interface WorkerSignal {
  String worker();

  /** It said something. */
  record Said(String worker, FromWorker message) implements WorkerSignal {}

  /**
   * Its process has ended, and everything that it said before has been heard.
   *
   * @param lastWords end of what it wrote to its standard error
   */
  record Ended(String worker, int exitCode, String lastWords) implements WorkerSignal {}
}
