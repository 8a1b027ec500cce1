package dev.turnwise.bench;

import dev.turnwise.testkit.server.PostgresDsn;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What runs the scripts of the baselines. */
sealed interface ScriptTool {
  /**
   * A script as a baseline, in transactions a second.
   *
   * @param rooms how many rooms it draws from, beginning with the first
   */
  Baseline baseline(Script script, int clients, int rooms);

  /**
   * pgbench where it is there and can run slices of this length, else a replay.
   *
   * @param pgbench what was found on this machine
   */
  static ScriptTool choose(Optional<Pgbench> pgbench, Duration slice, PostgresDsn dsn) {
    if (pgbench.isEmpty()) {
      return new Replayed(dsn, "pgbench is not on the PATH");
    }
    if (!Pgbench.canRunFor(slice)) {
      return new Replayed(dsn, "pgbench runs for whole seconds only");
    }
    return new Real(dsn, pgbench.get());
  }

  private static Map<String, String> variables(int rooms) {
    return Map.of("rooms", Integer.toString(rooms));
  }

  private static String words(String tool, Script script, int clients, int rooms) {
    return "%s, %s, %d client%s, %s"
        .formatted(
            tool,
            script.name(),
            clients,
            clients == 1 ? "" : "s",
            rooms == 1 ? "one room" : rooms + " rooms");
  }

  /** The program itself. */
  record Real(PostgresDsn dsn, Pgbench pgbench) implements ScriptTool {
    @Override
    public Baseline baseline(Script script, int clients, int rooms) {
      return Baseline.standard(
          slice -> pgbench.run(dsn, script, variables(rooms), clients, slice),
          words(pgbench.version(), script, clients, rooms));
    }
  }

  /**
   * The same script through JDBC.
   *
   * @param reason why pgbench is not used
   */
  record Replayed(PostgresDsn dsn, String reason) implements ScriptTool {
    @Override
    public Baseline baseline(Script script, int clients, int rooms) {
      return new Baseline(
          slice -> replay(script, clients, rooms, slice),
          words("JDBC replay", script, clients, rooms),
          Optional.of(reason));
    }

    /** Connects before the slice begins, as pgbench leaves the time to connect out. */
    private double replay(Script script, int clients, int rooms, Duration slice) {
      List<Replay> replays = new ArrayList<>(clients);
      try {
        for (int i = 0; i < clients; i++) {
          replays.add(Replay.open(dsn.jdbcUrl(), script, variables(rooms)));
        }
        // As with pgbench, reading the catalogue and planning are not counted.
        replays.forEach(Replay::run);
        return new Callers(clients, replays::get).run(slice).perSecond();
      } finally {
        replays.forEach(Replay::close);
      }
    }
  }
}
