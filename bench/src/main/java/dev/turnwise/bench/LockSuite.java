package dev.turnwise.bench;

import dev.turnwise.testkit.server.PostgresDsn;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * How long a lock is on its way from one process to another, beside a client that polls.
 *
 * <p>Two lock managers with sessions of their own stand for two processes: they share the server
 * and nothing else. Works on a database of its own, which is gone afterwards. Prints nothing.
 */
public final class LockSuite {
  private static final String MANAGERS = "two lock managers on sessions of their own";
  private static final Goal GOAL = Goal.atMost(5);

  private final BenchOptions options;
  private final ProgressMeter meter;

  private LockSuite(BenchOptions options, ProgressListener listener) {
    this.options = options;
    this.meter = new ProgressMeter(listener, options.pairs());
  }

  /**
   * Runs the suite; with the default options about half a minute.
   *
   * @return the results, whatever the verdict
   * @throws dev.turnwise.error.ConfigurationException if the DSN is malformed, or no server can run
   *     here
   * @throws dev.turnwise.error.StoreUnavailableException if the server does not answer, or its role
   *     may not create a database
   */
  public static BenchReport run(BenchOptions options, ProgressListener listener) {
    return new LockSuite(options, listener).run();
  }

  private BenchReport run() {
    Instant startedAt = Instant.now();
    long start = System.nanoTime();
    meter.begins("starting PostgreSQL");
    try (BenchServer server = BenchServer.open(options.dsn())) {
      Environment environment = EnvironmentProbe.look(server.baseline().jdbcUrl());
      List<Row> rows = rows(server.database());
      return new BenchReport(
          "lock",
          startedAt,
          (System.nanoTime() - start) / 1e9,
          options.pairs(),
          options.slice().toNanos() / 1e9,
          environment,
          rows);
    }
  }

  private List<Row> rows(PostgresDsn database) {
    try (HandOffs managed =
            new HandOffs(new ManagedContender(database), new ManagedContender(database));
        HandOffs polled =
            new HandOffs(new PollingContender(database), new PollingContender(database))) {
      Comparison comparison =
          new Comparison(
              "lock_hand_off_p99_beside_poller",
              "ms",
              managed,
              Baseline.standard(polled, "two sessions that try every 100 ms"),
              Optional.empty());
      meter.begins("warming up");
      comparison.warmUp(options.slice());
      managed.reset();
      List<Pair> pairs =
          comparison.run(
              options.pairs(), options.slice(), done -> meter.advances("lock_hand_off_p99"));
      Row timed =
          Row.timed(
              "lock_hand_off_p99",
              "ms",
              managed.p99Millis(),
              "%s, %d times".formatted(MANAGERS, managed.count()),
              GOAL,
              tooFew());
      return List.of(timed, Row.compared(comparison, pairs, Optional.empty()));
    }
  }

  private Optional<String> tooFew() {
    return options.pairs() < Judgement.FEWEST_PAIRS
        ? Optional.of(
            "%d pairs, at least %d are needed".formatted(options.pairs(), Judgement.FEWEST_PAIRS))
        : Optional.empty();
  }
}
