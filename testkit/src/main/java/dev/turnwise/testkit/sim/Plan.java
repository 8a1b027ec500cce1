package dev.turnwise.testkit.sim;

import dev.turnwise.commit.CommitConfig;
import java.time.Duration;

/**
 * The shape of a simulated run.
 *
 * @param rooms rooms that exist from the start
 * @param routed whether messages of one more conversation open their room themselves
 * @param workers workers at the start
 * @param hookedWorkers how many of them have hooks
 * @param callers how many send
 * @param messages how many each of them sends, repeats not counted
 * @param readers how many read on
 * @param changes how many changes an operator makes in each room
 * @param crashes how often a worker ends without warning
 * @param pauses how often one stands still
 * @param lockLosses how often one loses its lock session
 * @param leaves how often one leaves in order
 * @param trouble on the way to the store
 * @param pace of the schedule
 * @param commit the workers' commit settings
 * @param processTimeout the workers' process timeout
 */
record Plan(
    int rooms,
    boolean routed,
    int workers,
    int hookedWorkers,
    int callers,
    int messages,
    int readers,
    int changes,
    int crashes,
    int pauses,
    int lockLosses,
    int leaves,
    StoreTrouble trouble,
    Pace pace,
    CommitConfig commit,
    Duration processTimeout) {

  static Plan of(Choices choices) {
    int workers = choices.between(2, 3);
    // Some runs go without what makes the others hard, so that nothing hides behind it.
    boolean rough = choices.chance(0.8);
    return new Plan(
        choices.between(1, 3),
        choices.chance(0.3),
        workers,
        choices.chance(0.4) ? 0 : choices.between(1, workers),
        choices.between(3, 8),
        choices.between(2, 5),
        choices.between(0, 2),
        choices.chance(0.7) ? choices.between(1, 4) : 0,
        rough ? choices.of(0, 0, 1, 2) : 0,
        rough ? choices.of(0, 0, 1, 3) : 0,
        rough ? choices.of(0, 0, 1, 3, 10) : 0,
        rough ? choices.of(0, 0, 0, 1) : 0,
        rough ? StoreTrouble.of(choices) : StoreTrouble.NONE,
        Pace.of(choices),
        CommitConfig.DEFAULT
            .withCommitters(choices.between(1, 3))
            .withMaxBatch(choices.of(2, 8, 128))
            .withMaxRooms(choices.of(1, 3)),
        choices.of(Duration.ofSeconds(30), Duration.ofSeconds(2)));
  }

  /** The same without crashes, pauses, losses or trouble. */
  Plan calm() {
    return new Plan(
        rooms,
        routed,
        workers,
        hookedWorkers,
        callers,
        messages,
        readers,
        changes,
        0,
        0,
        0,
        0,
        StoreTrouble.NONE,
        pace,
        commit,
        Duration.ofSeconds(30));
  }

  /** The same with hooks in so many workers. */
  Plan withHookedWorkers(int count) {
    return new Plan(
        rooms,
        routed,
        workers,
        count,
        callers,
        messages,
        readers,
        changes,
        crashes,
        pauses,
        lockLosses,
        leaves,
        trouble,
        pace,
        commit,
        processTimeout);
  }

  /** The same with so many changes in each room. */
  Plan withChanges(int count) {
    return new Plan(
        rooms,
        routed,
        workers,
        hookedWorkers,
        callers,
        messages,
        readers,
        count,
        crashes,
        pauses,
        lockLosses,
        leaves,
        trouble,
        pace,
        commit,
        processTimeout);
  }
}
