package dev.turnwise.testkit.sim;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.slf4j.LoggerFactory;

/**
 * Thousands of runs, none of which may break a promise. {@code -Dturnwise.sim.seeds} says how many,
 * {@code -Dturnwise.sim.from} where they begin, {@code -Dturnwise.sim.seed} replays one with all
 * its steps.
 */
@NullMarked
class SimulationTest {

  /** What fits into some 15 s on two busy cores. */
  private static final int DEFAULT_SEEDS = 5_000;

  /** With fewer seeds than this, rare things may rightly not have happened. */
  private static final int ENOUGH_FOR_EVERYTHING = 5_000;

  private static final Logger LOG = (Logger) LoggerFactory.getLogger("dev.turnwise");
  private static final Level LEVEL = LOG.getEffectiveLevel();

  /** Simulated workers complain, as they should, of thousands of simulated faults. */
  @BeforeAll
  static void silence() {
    LOG.setLevel(Level.OFF);
  }

  @AfterAll
  static void speakAgain() {
    LOG.setLevel(LEVEL);
  }

  @Test
  void noSeedBreaksAPromiseAndEverythingIsReached() throws InterruptedException {
    int seeds = Integer.getInteger("turnwise.sim.seeds", DEFAULT_SEEDS);
    long from = Long.getLong("turnwise.sim.from", 1);
    AtomicLong next = new AtomicLong(from);
    List<String> broken = new ArrayList<>();
    Map<Reached, Integer> reached = new EnumMap<>(Reached.class);
    Runnable share =
        () -> {
          for (long seed = next.getAndIncrement();
              seed < from + seeds;
              seed = next.getAndIncrement()) {
            SimulationReport report = Simulation.run(seed);
            synchronized (reached) {
              report.reached().forEach((what, times) -> reached.merge(what, times, Integer::sum));
              if (!report.ok()) {
                broken.add(report.describe());
              }
            }
          }
        };
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < Runtime.getRuntime().availableProcessors(); i++) {
      threads.add(Thread.ofPlatform().name("simulation-" + i).start(share));
    }
    for (Thread thread : threads) {
      thread.join();
    }
    assertThat(broken).isEmpty();
    if (seeds >= ENOUGH_FOR_EVERYTHING) {
      assertThat(reached).containsOnlyKeys(Reached.values());
    }
  }

  @Test
  void theSameSeedGivesTheSameRunStepByStep() {
    for (long seed = 1; seed <= 30; seed++) {
      List<String> first = new ArrayList<>();
      List<String> second = new ArrayList<>();
      SimulationReport one = Simulation.replay(seed, first::add);
      SimulationReport other = Simulation.replay(seed, second::add);
      assertThat(first).isNotEmpty().isEqualTo(second);
      assertThat(one).isEqualTo(other);
      assertThat(one.traceHash()).isEqualTo(Simulation.run(seed).traceHash());
    }
  }

  @Test
  void anotherSeedGivesAnotherRun() {
    assertThat(Simulation.run(1).traceHash()).isNotEqualTo(Simulation.run(2).traceHash());
  }

  @Test
  @EnabledIfSystemProperty(named = "turnwise.sim.seed", matches = "-?\\d+")
  void replaysOneSeed() {
    LOG.setLevel(Level.DEBUG);
    try {
      SimulationReport report =
          Simulation.replay(Long.getLong("turnwise.sim.seed"), System.out::println);
      report.history().forEach(System.out::println);
      assertThat(report.ok()).as(report.describe()).isTrue();
    } finally {
      LOG.setLevel(Level.OFF);
    }
  }
}
