package dev.turnwise.testkit.sim;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import dev.turnwise.lock.InMemoryLockManager;
import dev.turnwise.testkit.history.HistoryRule;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
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
  enum Fault {
    THE_COMMIT_IGNORES_THE_CONFIG_VERSION(
        SimulationRule.MUTED_CHANNEL_IS_BLOCKED.wire(),
        run -> run.weakened((store, any) -> WeakStores.ignoringConfigVersion(store))),
    THE_COMMIT_IGNORES_THAT_THE_ROOM_IS_CLOSED(
        SimulationRule.CLOSED_ROOM_STORES_NOTHING.wire(),
        run -> run.weakened((store, any) -> WeakStores.ignoringOpenAndConfigVersion(store))),
    THE_COMMIT_IGNORES_THE_NEXT_INDEX(
        SimulationRule.GATES_SAW_THE_TIMELINE.wire(),
        run -> run.weakened((store, any) -> WeakStores.ignoringNextIndex(store))),
    NEITHER_COMMIT_LOCK_NOR_FENCE(
        SimulationRule.GATES_SAW_THE_TIMELINE.wire(),
        run ->
            withoutLock(run)
                .weakened((store, any) -> WeakStores.ignoringNextIndex(store))),
    KEYS_STAY_THOUGH_THE_CONDITION_FAILED(
        SimulationRule.REPEAT_HAS_ORIGINAL.wire(),
        run -> run.weakened((store, any) -> WeakStores.keepingKeysOfFailures(store))),
    KEYS_ARE_CHECKED_BEFORE_THE_TRANSACTION(
        HistoryRule.KEYS_STORED_ONCE.wire(),
        run -> run.weakened(WeakStores::checkingKeysBefore)),
    A_DUPLICATE_IS_ANSWERED_WITHOUT_ITS_ORIGINAL(
        HistoryRule.DUPLICATE_HAS_ORIGINAL.wire(),
        run -> run.weakened((store, any) -> WeakStores.makingUpOriginals(store))),
    CONFLICTING_KEYS_TAKE_INDICES(
        HistoryRule.INDICES_EXACT.wire(),
        run -> run.weakened((store, any) -> WeakStores.countingConflicts(store))),
    NEITHER_HEAD_LOCK_NOR_UNIQUE_INDEX(
        HistoryRule.INDICES_EXACT.wire(),
        run -> run.weakened(WeakStores::numberingFromASnapshot)),
    NO_UNIQUE_INDEX(
        SimulationRule.STORE_AUDIT.wire(),
        run -> run.weakened((store, any) -> WeakStores.withoutUniqueIndex(store))),
    AN_UNKNOWN_OUTCOME_IS_TOLD_AS_FAILURE(
        HistoryRule.REFUSED_ABSENT.wire(),
        run -> run.seenThrough(WeakStores::tellingUnknownAsFailure)),
    ABSENCE_IS_TAKEN_FOR_PROOF(
        HistoryRule.REFUSED_ABSENT.wire(),
        run -> run.seenThrough(WeakStores::takingAbsenceForProof)),
    A_STATEMENT_IS_SENT_AGAIN_WITH_NEW_IDS(
        HistoryRule.KEYS_STORED_ONCE.wire(), run -> run.seenThrough(WeakStores::givingNewIds)),
    THE_CALLER_IS_ACKNOWLEDGED_BEFORE_THE_COMMIT(
        HistoryRule.ACKNOWLEDGED_STORED.wire(),
        run -> run.weakened(WeakStores::acknowledgingFirst)),
    A_BATCH_REORDERS_A_CALLERS_EVENTS(
        HistoryRule.CALLER_ORDER.wire(),
        run -> run.weakened((store, any) -> WeakStores.reordering(store))),
    A_BATCH_PARTS_INJECTIONS_FROM_THEIR_EVENT(
        SimulationRule.INJECTED_RIGHT_BEHIND.wire(),
        run -> run.weakened((store, any) -> WeakStores.reordering(store))),
    WHAT_HOOKS_MADE_OF_AN_EVENT_IS_NOT_STORED(
        SimulationRule.HOOKS_DECIDED.wire(),
        run -> run.weakened((store, any) -> WeakStores.storingUnmodified(store))),
    FIRST_MESSAGES_OPEN_A_ROOM_EACH(
        SimulationRule.ONE_ROOM_FOR_A_CONVERSATION.wire(),
        run -> run.weakened((store, any) -> WeakStores.ignoringRoutes(store))),
    READS_LAG_BEHIND(
        HistoryRule.READS_SEE_ACKNOWLEDGED.wire(), run -> run.seenThrough(WeakStores::readingLate)),
    THE_STORE_FALLS_SILENT(
        SimulationRule.COMES_TO_REST.wire(), run -> run.weakened(WeakStores::fallingSilent));

    private final String rule;
    private final UnaryOperator<Simulation> plant;

    Fault(String rule, UnaryOperator<Simulation> plant) {
      this.rule = rule;
      this.plant = plant;
    }
  }

  /** Each worker has locks of its own, as with a lock manager that reaches its process only. */
  private static Simulation withoutLock(Simulation run) {
    return run.locking((worker, server) -> new InMemoryLockManager(worker));
  }

  @ParameterizedTest
  @EnumSource
  void eachFaultIsFound(Fault fault) {
    for (long seed = 1; seed <= MOST_SEEDS; seed++) {
      SimulationReport report = fault.plant.apply(Simulation.of(seed)).run();
      if (report.brokenRules().contains(fault.rule)) {
        assertThat(Simulation.run(seed).ok()).as("seed %d without the fault", seed).isTrue();
        return;
      }
    }
    throw new AssertionError(MOST_SEEDS + " seeds have not shown " + fault);
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
      SimulationReport report =
          Fault.NO_UNIQUE_INDEX.plant.apply(Simulation.of(seed)).run();
      assertThat(report.brokenRules()).containsExactly(SimulationRule.STORE_AUDIT.wire());
      assertThat(report.describe()).contains("uniqueIndex=false");
    }
  }
}
