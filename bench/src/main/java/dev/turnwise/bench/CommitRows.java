package dev.turnwise.bench;

import dev.turnwise.Turnwise;
import java.util.List;
import java.util.Optional;

/**
 * The rows of the commit suite that compare, with their goals.
 *
 * @param engine what is measured
 * @param rooms ids of all rooms; the first is the hot one
 * @param statement the store's statement without the engine
 * @param tool what runs the scripts
 */
record CommitRows(Turnwise engine, List<String> rooms, CommitStatement statement, ScriptTool tool) {
  /** How many rows there are. */
  static final int COUNT = 9;

  private static final int CALLERS = 32;
  private static final String RATE = "events/s";

  private static final Script COMMIT = Script.load("commit-event.sql");
  private static final Script THIN = Script.load("thin-commit.sql");
  private static final Script SEED = Script.load("seed-shape.sql");

  List<Comparison> all() {
    EngineLoad alone = new EngineLoad(engine, rooms, 1);
    EngineLoad many = new EngineLoad(engine, rooms, CALLERS);
    EngineLoad hot = hot();
    return List.of(
        new Comparison(
            "commit_alone_p50",
            "µs",
            alone::medianMicros,
            Baseline.standard(
                statement::medianMicros,
                "the store's statement in a bare loop through the same driver"),
            Optional.of(Goal.atMost(1.35, 1.15))),
        rate("many_rooms_32_callers", many, COMMIT, Goal.atLeast(1, 2)),
        rate("hot_room_32_callers", hot, COMMIT, Goal.atLeast(8, 12)),
        rate("seed_shape_alone", alone, SEED, Goal.atLeast(1.5)),
        rate("seed_shape_32_callers", many, SEED, Goal.atLeast(3)),
        rate("seed_shape_hot_room", hot, SEED, Goal.atLeast(15)),
        shown("thin_statement_alone", alone, THIN),
        shown("thin_statement_32_callers", many, THIN),
        shown("thin_statement_hot_room", hot, THIN));
  }

  /** Everybody in one room. */
  EngineLoad hot() {
    return new EngineLoad(engine, rooms.subList(0, 1), CALLERS);
  }

  private Comparison rate(String name, EngineLoad load, Script script, Goal goal) {
    return new Comparison(name, RATE, load::perSecond, baseline(load, script), Optional.of(goal));
  }

  private Comparison shown(String name, EngineLoad load, Script script) {
    return new Comparison(name, RATE, load::perSecond, baseline(load, script), Optional.empty());
  }

  private Baseline baseline(EngineLoad load, Script script) {
    return tool.baseline(script, load.callers(), load.rooms().size());
  }
}
