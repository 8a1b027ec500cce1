package dev.turnwise.bench;

/**
 * Told how far a suite is; called on the suite's own thread, between measurements, so it must be
 * quick.
 */
@FunctionalInterface
public interface ProgressListener {
  /** Listens to nothing. */
  ProgressListener NOOP = (step, done, total) -> {};

  /**
   * Takes note of the progress.
   *
   * @param step what is being done, for readers
   * @param done how many measurements of the whole suite are done
   * @param total how many there are to do; the same in all calls of one run
   */
  void progress(String step, int done, int total);
}
