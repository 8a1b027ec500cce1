package dev.turnwise.cli.demo;

/** Hears how far the demo is. Called from one thread at a time. */
public interface DemoProgress {

  /** Another part begins. */
  void phase(String what);

  /** Lines acknowledged so far. */
  void replayed(long acknowledged, long total);

  /** Something happened that an onlooker wants to know. */
  void note(String what);

  /** A line on a worker's standard error. */
  void workerLine(String worker, String line);
}
