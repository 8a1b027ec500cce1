package dev.turnwise.testkit.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.turnwise.error.CallInterruptedException;
import dev.turnwise.runtime.Calls;
import dev.turnwise.runtime.Promise;
import dev.turnwise.runtime.Signal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.function.BiConsumer;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;

/** One task at a time, in an order that the seed decides, in a time of its own. */
@NullMarked
class SchedulerTest {

  private static final Pace EVEN = new Pace(0.5, false, 0);
  private static final Duration AGE = Duration.ofDays(100_000);

  private final List<String> said = new ArrayList<>();

  /** Runs it, and has what fails in its tasks fail the test. */
  private static void run(long seed, BiConsumer<Scheduler, SimulatedTasks> root) {
    Scheduler scheduler = new Scheduler(new Choices(seed), EVEN, 10_000, null);
    run(scheduler, root);
    assertThat(scheduler.failures()).isEmpty();
  }

  private static void run(Scheduler scheduler, BiConsumer<Scheduler, SimulatedTasks> root) {
    SimulatedTasks tasks = new SimulatedTasks(scheduler, new SimProcess("p"));
    scheduler.run(tasks.process(), () -> root.accept(scheduler, tasks));
  }

  private static SimulatedTasks process(Scheduler scheduler, String name) {
    return new SimulatedTasks(scheduler, new SimProcess(name));
  }

  private String order(long seed) {
    said.clear();
    run(
        seed,
        (scheduler, tasks) -> {
          List<Promise<Boolean>> ends = new ArrayList<>();
          for (String name : List.of("a", "b")) {
            Promise<Boolean> end = tasks.promise();
            ends.add(end);
            tasks.fork(
                name,
                () -> {
                  said.add(name);
                  scheduler.point("between", name);
                  said.add(name);
                  scheduler.point("between", name);
                  said.add(name);
                  end.keep(true);
                });
          }
          ends.forEach(end -> end.await(AGE));
        });
    return String.join("", said);
  }

  @Test
  void theSameSeedGivesTheSameOrder() {
    for (long seed = 0; seed < 50; seed++) {
      assertThat(order(seed)).isEqualTo(order(seed));
    }
  }

  @Test
  void everyOrderIsFoundByOneSeedOrAnother() {
    Set<String> orders = new HashSet<>();
    for (long seed = 0; seed < 3_000; seed++) {
      orders.add(order(seed));
    }
    // 6! / (3! 3!)
    assertThat(orders).hasSize(20);
  }

  @Test
  void timePassesOnlyWhenNobodyCanRun() {
    List<Duration> seen = new ArrayList<>();
    run(
        1,
        (scheduler, tasks) -> {
          seen.add(tasks.now());
          scheduler.sleep(Duration.ofDays(1));
          seen.add(tasks.now());
          assertThat(tasks.signal().await(Duration.ofHours(1))).isFalse();
          seen.add(tasks.now());
        });
    assertThat(seen)
        .containsExactly(Duration.ZERO, Duration.ofDays(1), Duration.ofDays(1).plusHours(1));
  }

  @Test
  void aRaiseBeforeTheWaitIsNotLost() {
    run(
        1,
        (scheduler, tasks) -> {
          Signal signal = tasks.signal();
          signal.raise();
          signal.raise();
          signal.await();
          assertThat(signal.await(Duration.ofMillis(1))).as("two raises count as one").isFalse();
        });
  }

  @Test
  void callsGiveUpAfterTheirTime() {
    run(
        1,
        (scheduler, tasks) -> {
          Calls calls = new Calls(tasks);
          assertThat(calls.call("quick", Duration.ofSeconds(1), () -> "done")).contains("done");
          Optional<String> late =
              calls.call(
                  "slow",
                  Duration.ofSeconds(1),
                  () -> {
                    scheduler.sleep(Duration.ofSeconds(2));
                    return "late";
                  });
          assertThat(late).isEmpty();
          assertThat(tasks.now()).isEqualTo(Duration.ofSeconds(1));
        });
  }

  @Test
  void anInterruptedCallerStopsWaiting() {
    run(
        1,
        (scheduler, tasks) -> {
          Promise<Boolean> never = tasks.promise();
          Promise<Boolean> interrupted = tasks.promise();
          SimTask waiter =
              scheduler.fork(
                  tasks.process(),
                  "waiter",
                  () -> {
                    try {
                      never.await(AGE);
                    } catch (CallInterruptedException expected) {
                      interrupted.keep(true);
                    }
                  });
          scheduler.awaitSteps(10);
          scheduler.interrupt(waiter);
          assertThat(interrupted.await(AGE)).contains(true);
        });
  }

  @Test
  void nothingOfACrashedProcessRunsAgain() {
    run(
        1,
        (scheduler, tasks) -> {
          SimulatedTasks other = process(scheduler, "other");
          other.fork(
              "endless",
              () -> {
                while (true) {
                  said.add("step");
                  scheduler.point("step", "endless");
                }
              });
          scheduler.awaitSteps(50);
          scheduler.crash(other.process());
          int before = said.size();
          scheduler.sleep(Duration.ofHours(1));
          assertThat(before).isPositive();
          assertThat(said).hasSize(before);
        });
  }

  @Test
  void aPausedProcessGoesOnAfterItsPause() {
    run(
        1,
        (scheduler, tasks) -> {
          SimulatedTasks other = process(scheduler, "other");
          Promise<Duration> done = tasks.promise();
          scheduler.pause(other.process(), Duration.ofSeconds(7));
          other.fork("late", () -> done.keep(other.now()));
          assertThat(done.await(AGE)).contains(Duration.ofSeconds(7));
        });
  }

  @Test
  void aForkedTaskMayBeGivenTheFirstStep() {
    for (long seed = 0; seed < 20; seed++) {
      run(
          seed,
          (scheduler, tasks) -> {
            SimTask task = scheduler.fork(tasks.process(), "first", () -> said.add("first"));
            assertThat(scheduler.runFirst(task)).isTrue();
            assertThat(said).containsExactly("first");
            said.clear();
          });
    }
  }

  @Test
  void aDeadlockIsReportedWithWhatEachTaskWaitsFor() {
    assertThatThrownBy(
            () ->
                run(
                    1,
                    (scheduler, tasks) -> {
                      Signal never = tasks.signal();
                      tasks.fork("first", never::await);
                      tasks.<Boolean>promise().await(AGE);
                    }))
        .isInstanceOf(SimulationStuckException.class)
        .hasMessageContaining("nobody can run")
        .hasMessageContaining("p/first #2 waits for a signal")
        .hasMessageContaining("p/root #1 waits for a promise");
  }

  @Test
  void aRunWithoutEndIsReported() {
    assertThatThrownBy(
            () ->
                run(
                    1,
                    (scheduler, tasks) -> {
                      while (true) {
                        scheduler.point("again", "loop");
                      }
                    }))
        .isInstanceOf(SimulationStuckException.class)
        .hasMessageContaining("no end after 10000 steps");
  }

  @Test
  void aTaskThatBlocksItsThreadIsReportedWithItsStack() {
    CountDownLatch outside = new CountDownLatch(1);
    Scheduler scheduler = new Scheduler(new Choices(1), EVEN, 10_000, null, Duration.ofMillis(300));
    assertThatThrownBy(
            () ->
                run(
                    scheduler,
                    (same, tasks) -> {
                      try {
                        outside.await();
                      } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                      }
                    }))
        .isInstanceOf(SimulationStuckException.class)
        .hasMessageContaining("blocks its thread outside the simulation")
        .hasMessageContaining("CountDownLatch.await");
    outside.countDown();
  }

  @Test
  void whatEscapesFromATaskIsKept() {
    Scheduler scheduler = new Scheduler(new Choices(1), EVEN, 10_000, null);
    run(
        scheduler,
        (same, tasks) -> {
          tasks.fork(
              "failing",
              () -> {
                throw new IllegalStateException("by design");
              });
          same.awaitSteps(20);
        });
    assertThat(scheduler.failures()).extracting(Throwable::getMessage).containsExactly("by design");
  }

  @Test
  void noThreadOutlivesItsSimulation() {
    List<Thread> threads = new ArrayList<>();
    run(
        1,
        (scheduler, tasks) -> {
          SimulatedTasks other = process(scheduler, "other");
          for (int i = 0; i < 50; i++) {
            SimulatedTasks home = i % 2 == 0 ? tasks : other;
            threads.add(
                scheduler.fork(home.process(), "stays", () -> home.signal().await()).thread());
          }
          scheduler.awaitSteps(500);
          scheduler.crash(other.process());
        });
    assertThat(threads).allMatch(thread -> thread.getState() == Thread.State.TERMINATED);
  }
}
