package dev.turnwise.testkit.sim;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import dev.turnwise.lock.InMemoryLockManager;
import dev.turnwise.testkit.history.HistoryRule;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.slf4j.LoggerFactory;

/**
 * The checks can fail: each safeguard of the commit path is taken out once, and a run shows it. One
 * that is backed by another is taken out together with that one; alone, it shows in its signal.
 */
@NullMarked
class SeededFaultsTest {

  /** Far fewer are needed; see the message of the test. */
  private static final int MOST_SEEDS = 2_000;

  private static final Logger LOG = (Logger) LoggerFactory.getLogger("dev.turnwise");
  private static final Level LEVEL = LOG.getEffectiveLevel();

  @BeforeAll
  static void silence() {
    LOG.setLevel(Level.OFF);
  }

  @AfterAll
  static void speakAgain() {
    LOG.setLevel(LEVEL);
  }

  /** A safeguard that is missing, and the rule that notices. */
  record Fault(String name, String rule, UnaryOperator<Simulation> plant) {
    Fault(String name, SimulationRule rule, UnaryOperator<Simulation> plant) {
      this(name, rule.wire(), plant);
    }

    Fault(String name, HistoryRule rule, UnaryOperator<Simulation> plant) {
      this(name, rule.wire(), plant);
    }

    Simulation in(long seed) {
      return plant.apply(Simulation.of(seed));
    }

    @Override
    public String toString() {
      return name;
    }
  }

  private static final Fault NO_UNIQUE_INDEX =
      new Fault(
          "there is no unique index",
          SimulationRule.STORE_AUDIT,
          run -> run.weakened((store, any) -> WeakStores.withoutUniqueIndex(store)));

  static List<Fault> faults() {
    return List.of(
        new Fault(
            "the commit ignores the config version",
            SimulationRule.MUTED_CHANNEL_IS_BLOCKED,
            run -> run.weakened((store, any) -> WeakStores.ignoringConfigVersion(store))),
        new Fault(
            "the commit ignores that the room is closed",
            SimulationRule.CLOSED_ROOM_STORES_NOTHING,
            run -> run.weakened((store, any) -> WeakStores.ignoringOpenAndConfigVersion(store))),
        new Fault(
            "the commit ignores the next index",
            SimulationRule.GATES_SAW_THE_TIMELINE,
            run -> run.weakened((store, any) -> WeakStores.ignoringNextIndex(store))),
        new Fault(
            "neither commit lock nor fence",
            SimulationRule.GATES_SAW_THE_TIMELINE,
            run -> withoutLock(run).weakened((store, any) -> WeakStores.ignoringNextIndex(store))),
        new Fault(
            "keys stay though the condition failed",
            SimulationRule.REPEAT_HAS_ORIGINAL,
            run -> run.weakened((store, any) -> WeakKeys.keptAfterFailure(store))),
        new Fault(
            "keys are checked before the transaction",
            HistoryRule.KEYS_STORED_ONCE,
            run -> run.weakened(WeakKeys::checkedBefore)),
        new Fault(
            "a duplicate is answered without its original",
            HistoryRule.DUPLICATE_HAS_ORIGINAL,
            run -> run.weakened((store, any) -> WeakKeys.withMadeUpOriginals(store))),
        new Fault(
            "conflicting keys take indices",
            HistoryRule.INDICES_EXACT,
            run -> run.weakened((store, any) -> WeakStores.countingConflicts(store))),
        new Fault(
            "neither head lock nor unique index",
            HistoryRule.INDICES_EXACT,
            run -> run.weakened(WeakStores::numberingFromASnapshot)),
        NO_UNIQUE_INDEX,
        new Fault(
            "an unknown outcome is told as failure",
            HistoryRule.REFUSED_ABSENT,
            run -> run.seenThrough(WeakStores::tellingUnknownAsFailure)),
        new Fault(
            "absence is taken for proof",
            HistoryRule.REFUSED_ABSENT,
            run -> run.seenThrough(WeakStores::takingAbsenceForProof)),
        new Fault(
            "a statement is sent again with new ids",
            HistoryRule.KEYS_STORED_ONCE,
            run -> run.seenThrough(WeakStores::givingNewIds)),
        new Fault(
            "the caller is acknowledged before the commit",
            HistoryRule.ACKNOWLEDGED_STORED,
            run -> run.weakened(WeakStores::acknowledgingFirst)),
        new Fault(
            "a batch reorders a caller's events",
            HistoryRule.CALLER_ORDER,
            run -> run.weakened((store, any) -> WeakStores.reordering(store))),
        new Fault(
            "a batch parts injections from their event",
            SimulationRule.INJECTED_RIGHT_BEHIND,
            run -> run.weakened((store, any) -> WeakStores.reordering(store))),
        new Fault(
            "what hooks made of an event is not stored",
            SimulationRule.HOOKS_DECIDED,
            run -> run.weakened((store, any) -> WeakStores.storingUnmodified(store))),
        new Fault(
            "first messages open a room each",
            SimulationRule.ONE_ROOM_FOR_A_CONVERSATION,
            run -> run.weakened((store, any) -> WeakStores.ignoringRoutes(store))),
        new Fault(
            "reads lag behind",
            HistoryRule.READS_SEE_ACKNOWLEDGED,
            run -> run.seenThrough(WeakStores::readingLate)),
        new Fault(
            "the store falls silent",
            SimulationRule.COMES_TO_REST,
            run -> run.weakened(WeakStores::fallingSilent)));
  }

  /** Each worker has locks of its own, as with a lock manager that reaches its process only. */
  private static Simulation withoutLock(Simulation run) {
    return run.locking((worker, server) -> new InMemoryLockManager(worker));
  }

  @ParameterizedTest
  @MethodSource("faults")
  void eachFaultIsFound(Fault fault) {
    for (long seed = 1; seed <= MOST_SEEDS; seed++) {
      SimulationReport report = fault.in(seed).run();
      if (report.brokenRules().contains(fault.rule())) {
        assertThat(Simulation.run(seed).ok()).as("seed %d without the fault", seed).isTrue();
        return;
      }
    }
    throw new AssertionError(MOST_SEEDS + " seeds have not shown that " + fault);
  }

  /** The fence holds alone; what the lock spares is running gates again, which is counted. */
  @Test
  void aMissingCommitLockBreaksNothingButRerunsGates() {
    UnaryOperator<Simulation> calm =
        run -> run.planned(plan -> plan.calm().withChanges(0).withHookedWorkers(plan.workers()));
    int rerunsWithLock = 0;
    int rerunsWithout = 0;
    for (long seed = 1; seed <= 100; seed++) {
      SimulationReport with = calm.apply(Simulation.of(seed)).run();
      SimulationReport without = withoutLock(calm.apply(Simulation.of(seed))).run();
      assertThat(with.breaches()).isEmpty();
      assertThat(without.breaches()).isEmpty();
      rerunsWithLock += with.count(Reached.GATES_RERUN);
      rerunsWithout += without.count(Reached.GATES_RERUN);
    }
    assertThat(rerunsWithLock).isZero();
    assertThat(rerunsWithout).isPositive();
  }

  /** Alone it harms nobody, as the head row gives the order; the audit says that it is missing. */
  @Test
  void aMissingUniqueIndexBreaksNothingButIsSaidByTheAudit() {
    for (long seed = 1; seed <= 50; seed++) {
      SimulationReport report = NO_UNIQUE_INDEX.in(seed).run();
      assertThat(report.brokenRules()).containsExactly(SimulationRule.STORE_AUDIT.wire());
      assertThat(report.describe()).contains("uniqueIndex=false");
    }
  }
}
