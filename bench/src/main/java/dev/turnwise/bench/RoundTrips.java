package dev.turnwise.bench;

import dev.turnwise.Turnwise;
import dev.turnwise.error.ConfigurationException;
import dev.turnwise.error.StoreUnavailableException;
import dev.turnwise.testkit.fault.FaultProxy;
import dev.turnwise.testkit.fault.PgRoundTrips;
import dev.turnwise.testkit.server.PostgresDsn;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;

/** Counts what commits cost in round trips, on the wire, with nothing else going on. */
final class RoundTrips {
  private static final int ALONE = 200;
  private static final int CALLERS = 32;
  private static final String NAME_ALONE = "round_trips_alone";
  private static final String NAME_WAITING = "round_trips_32_waiting";
  private static final Goal GOAL_ALONE = Goal.atMost(1);
  private static final Goal GOAL_WAITING = Goal.atMost(0.25);
  private static final String UNIT = "per event";
  private static final String COUNTER = "counted by a proxy between engine and server";

  private RoundTrips() {}

  /**
   * Counts both rows; a server that takes encrypted sessions only leaves nothing to count.
   *
   * @param engines makes an engine on a DSN, with the rooms that the other rows used
   */
  static List<Row> count(
      PostgresDsn database, String room, Duration slice, Function<PostgresDsn, Turnwise> engines) {
    try (FaultProxy proxy = FaultProxy.before(database.host(), database.port())) {
      PgRoundTrips trips = PgRoundTrips.through(proxy);
      try (Turnwise engine = engines.apply(readable(database, proxy))) {
        return count(new EngineLoad(engine, List.of(room), CALLERS), room, slice, trips);
      }
    } catch (ConfigurationException | StoreUnavailableException refused) {
      String reason = "cannot be counted: " + refused.getMessage();
      return List.of(
          Row.notCounted(NAME_ALONE, UNIT, COUNTER, GOAL_ALONE, reason),
          Row.notCounted(NAME_WAITING, UNIT, COUNTER, GOAL_WAITING, reason));
    }
  }

  private static List<Row> count(EngineLoad load, String room, Duration slice, PgRoundTrips trips) {
    // All connections are open and the room is known before anything is counted.
    load.run(slice);
    return List.of(
        Row.counted(NAME_ALONE, UNIT, alone(load, room, trips), COUNTER, GOAL_ALONE),
        Row.counted(NAME_WAITING, UNIT, together(load, slice, trips), COUNTER, GOAL_WAITING));
  }

  private static PostgresDsn readable(PostgresDsn database, FaultProxy proxy) {
    return database
        .withAddress(proxy.host(), proxy.port())
        .withParameter("sslmode", "disable")
        .withParameter("gssEncMode", "disable");
  }

  private static double alone(EngineLoad load, String room, PgRoundTrips trips) {
    trips.reset();
    for (int i = 0; i < ALONE; i++) {
      load.send(room);
    }
    return (double) trips.count() / ALONE;
  }

  private static double together(EngineLoad load, Duration slice, PgRoundTrips trips) {
    trips.reset();
    long events = load.run(slice).latencies().getTotalCount();
    return (double) trips.count() / events;
  }
}
