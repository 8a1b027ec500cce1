package dev.turnwise.bench;

import dev.turnwise.Turnwise;
import dev.turnwise.TurnwiseConfig;
import dev.turnwise.postgres.PostgresStore;
import dev.turnwise.testkit.server.PostgresDsn;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What a commit costs and how many there can be, against the baselines that the project is judged
 * by.
 *
 * <p>Works on a database of its own, which is gone afterwards, also after an orderly end of the JVM
 * in the middle. Prints nothing.
 */
public final class CommitSuite {
  /** The worker's name, which every event carries. */
  static final String WORKER = "bench";

  private static final int ROOMS = 10_000;

  /**
   * Neither the first code that the compiler has made, nor the first pages that the server has
   * read, should count.
   */
  private static final int WARM_UP_SLICES = 5;

  private final BenchOptions options;
  private final Optional<Pgbench> pgbench;
  private final int rooms;
  private final ProgressMeter meter;

  CommitSuite(
      BenchOptions options, ProgressListener listener, Optional<Pgbench> pgbench, int rooms) {
    this.options = options;
    this.pgbench = pgbench;
    this.rooms = rooms;
    this.meter = new ProgressMeter(listener, CommitRows.COUNT * options.pairs() + 1);
  }

  /**
   * Runs the suite; with the default options about seven minutes.
   *
   * @return the results, whatever the verdict
   * @throws dev.turnwise.error.ConfigurationException if the DSN is malformed, or no server or
   *     pgbench can run here
   * @throws dev.turnwise.error.StoreUnavailableException if the server does not answer, or its role
   *     may not create a database
   */
  public static BenchReport run(BenchOptions options, ProgressListener listener) {
    return new CommitSuite(options, listener, Pgbench.onPath(), ROOMS).run();
  }

  BenchReport run() {
    Instant startedAt = Instant.now();
    long start = System.nanoTime();
    meter.begins("starting PostgreSQL");
    try (BenchServer server = BenchServer.open(options.dsn());
        Turnwise engine = engine(server.database(), TurnwiseConfig.DEFAULT)) {
      List<String> ids = Rooms.ids(rooms);
      meter.begins("creating " + rooms + " rooms");
      Rooms.create(engine, ids);
      server.execute(Script.resource("thin-schema.sql"));
      server.execute(Script.resource("seed-schema.sql"));
      Environment environment = EnvironmentProbe.look(server.baseline().jdbcUrl());
      List<Row> rows = rows(server, engine, ids, environment);
      return new BenchReport(
          "commit",
          startedAt,
          (System.nanoTime() - start) / 1e9,
          options.pairs(),
          options.slice().toNanos() / 1e9,
          environment,
          rows);
    }
  }

  static Turnwise engine(PostgresDsn database, TurnwiseConfig config) {
    return engine(PostgresStore.at(database.jdbcUrl()), WORKER, config);
  }

  private static Turnwise engine(PostgresStore store, String worker, TurnwiseConfig config) {
    return Turnwise.builder()
        .store(store)
        .channel(new EngineLoad.BenchChannel())
        .workerId(worker)
        .config(config)
        .build();
  }

  private List<Row> rows(
      BenchServer server, Turnwise engine, List<String> ids, Environment environment) {
    ScriptTool tool = ScriptTool.choose(pgbench, options.slice(), server.baseline());
    try (CommitStatement statement = CommitStatement.open(server.baseline().jdbcUrl(), ids)) {
      CommitRows plan = new CommitRows(engine, ids, statement, tool);
      meter.begins("warming up");
      warmUp(plan);
      server.execute("VACUUM ANALYZE");
      List<Row> rows = new ArrayList<>();
      for (Comparison comparison : plan.all()) {
        rows.add(compared(comparison, environment.server()));
      }
      meter.begins("round_trips");
      rows.addAll(
          RoundTrips.count(
              server.database(), ids.getFirst(), options.slice(), CommitSuite::quietEngine));
      meter.advances("round_trips");
      return rows;
    }
  }

  /** An engine that sends nothing of its own accord, so that only commits are counted. */
  private static Turnwise quietEngine(PostgresDsn database) {
    Duration never = Duration.ofHours(1);
    return engine(
        PostgresStore.builder().dsn(database.jdbcUrl()).workerLease(never).build(),
        WORKER + "-that-counts",
        TurnwiseConfig.DEFAULT.withTimerInterval(never));
  }

  private void warmUp(CommitRows plan) {
    Rooms.warmUp(new EngineLoad(plan.engine(), plan.rooms(), 1));
    plan.hot().run(options.slice().multipliedBy(WARM_UP_SLICES));
  }

  private Row compared(Comparison comparison, Environment.Server server) {
    meter.begins(comparison.name());
    comparison.warmUp(options.slice());
    List<Pair> pairs =
        comparison.run(options.pairs(), options.slice(), done -> meter.advances(comparison.name()));
    return Row.compared(comparison, pairs, obstacle(server));
  }

  private static Optional<String> obstacle(Environment.Server server) {
    return server.isDurable()
        ? Optional.empty()
        : Optional.of(
            "the server runs with fsync or synchronous_commit off, which no baseline is made for");
  }
}
