package dev.turnwise.bench;

/** Counts steps for a listener. For one thread. */
final class ProgressMeter {
  private final ProgressListener listener;
  private final int total;
  private int done;

  ProgressMeter(ProgressListener listener, int total) {
    this.listener = listener;
    this.total = total;
  }

  /** Says what is being done now. */
  void begins(String step) {
    listener.progress(step, done, total);
  }

  /** Says that one more step of this is done. */
  void advances(String step) {
    done++;
    listener.progress(step, done, total);
  }
}
