package dev.turnwise.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.turnwise.error.CallInterruptedException;
import dev.turnwise.error.LockTimeoutException;
import dev.turnwise.lock.RoomLock;
import dev.turnwise.lock.RoomLockManager;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** One holder at a time, under load and whatever becomes of those who wait. */
public abstract class LockExclusionContract extends RoomLockManagerContract {

  private static final int THREADS = 64;
  private static final Duration LIMIT = Duration.ofMinutes(2);

  private record Tally(long held, long timedOut, long interrupted) {
    static final Tally NONE = new Tally(0, 0, 0);

    Tally plus(Tally other) {
      return new Tally(
          held + other.held, timedOut + other.timedOut, interrupted + other.interrupted);
    }
  }

  private static final Tally HELD = new Tally(1, 0, 0);
  private static final Tally TIMED_OUT = new Tally(0, 1, 0);
  private static final Tally INTERRUPTED = new Tally(0, 0, 1);

  @Test
  void aKeyHasOneHolderAtATime() throws Exception {
    List<RoomLockManager> peers = peers();
    String key = newKey();
    GuardedSection section = new GuardedSection();

    Tally all = together(peers, (manager, random) -> visit(manager, key, PATIENCE, section));

    assertThat(all).isEqualTo(new Tally((long) THREADS * subject().rounds(), 0, 0));
    assertThat(section.visits()).isEqualTo(all.held());
    assertNothingIsLeft(peers, key);
  }

  @Test
  void waitersThatGiveUpHarmNobody() throws Exception {
    List<RoomLockManager> peers = peers();
    String key = newKey();
    GuardedSection section = new GuardedSection();

    Tally all =
        together(
            peers,
            (manager, random) ->
                switch (random.nextInt(4)) {
                  case 0 -> visit(manager, key, randomTime(random), section);
                  case 1 -> visitUnlessInterrupted(manager, key, randomTime(random), section);
                  default -> visit(manager, key, PATIENCE, section);
                });

    assertThat(section.visits()).isEqualTo(all.held());
    assertThat(all.held())
        .as("those with patience")
        .isGreaterThan((long) THREADS * subject().rounds() / 3);
    assertThat(all.timedOut()).as("those who timed out").isPositive();
    assertThat(all.interrupted()).as("those who were interrupted").isPositive();
    assertNothingIsLeft(peers, key);
  }

  private interface Attempt {
    Tally by(RoomLockManager manager, SplittableRandom random);
  }

  /** On virtual threads: 64 of the others spend their time in the scheduler of a small machine. */
  private Tally together(List<RoomLockManager> peers, Attempt attempt) throws Exception {
    try (ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<Tally>> running =
          IntStream.range(0, THREADS)
              .mapToObj(i -> callers.submit(() -> rounds(peers.get(i % peers.size()), i, attempt)))
              .toList();
      Tally all = Tally.NONE;
      try {
        for (Future<Tally> one : running) {
          all = all.plus(one.get(LIMIT.toSeconds(), TimeUnit.SECONDS));
        }
      } finally {
        callers.shutdownNow();
      }
      return all;
    }
  }

  private Tally rounds(RoomLockManager manager, int seed, Attempt attempt) {
    SplittableRandom random = new SplittableRandom(seed);
    Tally tally = Tally.NONE;
    for (int round = 0; round < subject().rounds(); round++) {
      tally = tally.plus(attempt.by(manager, random));
    }
    return tally;
  }

  private static Tally visit(
      RoomLockManager manager, String key, Duration atMost, GuardedSection section) {
    try (RoomLock lock = manager.acquire(key, atMost)) {
      assertThat(lock.key()).isEqualTo(key);
      section.visit();
      return HELD;
    } catch (LockTimeoutException tooLate) {
      return TIMED_OUT;
    }
  }

  private static Tally visitUnlessInterrupted(
      RoomLockManager manager, String key, Duration after, GuardedSection section) {
    try (Interruption _ = Interruption.after(after)) {
      return visit(manager, key, PATIENCE, section);
    } catch (CallInterruptedException interrupted) {
      return INTERRUPTED;
    }
  }

  private static Duration randomTime(SplittableRandom random) {
    return Duration.ofNanos(random.nextLong(1_000, 3_000_000));
  }

  private void assertNothingIsLeft(List<RoomLockManager> peers, String key) {
    await()
        .atMost(PATIENCE)
        .untilAsserted(
            () ->
                assertThat(peers)
                    .allSatisfy(
                        manager -> {
                          assertThat(waiting(manager, key)).isZero();
                          assertThat(keysInUse(manager)).isZero();
                        }));
    for (RoomLockManager manager : peers) {
      try (RoomLock lock = manager.acquire(key, PATIENCE)) {
        assertThat(lock.isHeld()).isTrue();
      }
    }
  }
}
