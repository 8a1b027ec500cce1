package dev.turnwise.testkit.server;

/** How a PostgreSQL server is made to stop; named as by {@code pg_ctl stop -m}. */
public enum StopMode {
  /** Ends every session, writes everything out and leaves a clean data directory. */
  FAST("fast"),

  /** Ends at once, as after a crash: the next start replays the write-ahead log. */
  IMMEDIATE("immediate");

  private final String option;

  StopMode(String option) {
    this.option = option;
  }

  String option() {
    return option;
  }
}
