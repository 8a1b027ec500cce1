package dev.turnwise.postgres;

import static dev.turnwise.postgres.AdvisoryLocks.PATIENCE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.turnwise.lock.RoomLock;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Locks go round between processes in the order of asking, without polling (BR-62). */
class LockHandOffTest {

  private static final int ROUNDS = 500;

  private final TestDatabase database = new TestDatabase();
  private final AdvisoryLocks server = new AdvisoryLocks(database);
  private final List<PostgresAdvisoryLockManager> managers =
      List.of(manager(), manager(), manager());
  private final ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor();

  private PostgresAdvisoryLockManager manager() {
    return PostgresAdvisoryLockManager.builder().dsn(database.dsn()).maxSize(4).build();
  }

  @AfterEach
  void end() {
    callers.shutdownNow();
    managers.forEach(PostgresAdvisoryLockManager::close);
    database.close();
  }

  @Test
  void whoAskedFirstIsServedFirstWhateverTheProcess() throws Exception {
    List<Integer> served = Collections.synchronizedList(new ArrayList<>());
    List<Future<?>> waiting = new ArrayList<>();
    RoomLock first = managers.getFirst().acquire("room", PATIENCE);
    for (int i = 1; i < managers.size(); i++) {
      int number = i;
      waiting.add(
          callers.submit(
              () -> {
                try (RoomLock _ = managers.get(number).acquire("room", PATIENCE)) {
                  served.add(number);
                }
              }));
      await().atMost(PATIENCE).until(() -> server.waiting() == number);
    }
    first.close();
    // The first manager asks again, and has to wait for those who asked before.
    try (RoomLock _ = managers.getFirst().acquire("room", PATIENCE)) {
      served.add(0);
    }
    for (Future<?> one : waiting) {
      one.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    }
    assertThat(served).containsExactly(1, 2, 0);
  }

  @Test
  void nobodyBargesInWhileSomebodyWaits() throws Exception {
    RoomLock first = managers.getFirst().acquire("room", PATIENCE);
    Future<RoomLock> waiting = callers.submit(() -> managers.get(1).acquire("room", PATIENCE));
    await().atMost(PATIENCE).until(() -> server.waiting() == 1);
    first.close();
    assertThat(managers.getFirst().tryAcquire("room")).isEmpty();
    assertThat(managers.get(2).tryAcquire("room")).isEmpty();
    waiting.get(PATIENCE.toSeconds(), TimeUnit.SECONDS).close();
  }

  /** Two processes that both want the lock again and again take turns. */
  @Test
  void aLockThatIsWantedByTwoGoesBackAndForth() throws Exception {
    HandOffs handOffs = new HandOffs();
    CountDownLatch playing = new CountDownLatch(2);
    List<Future<?>> players = new ArrayList<>();
    for (PostgresAdvisoryLockManager manager : managers.subList(0, 2)) {
      players.add(callers.submit(() -> play(manager, handOffs, playing)));
    }
    for (Future<?> player : players) {
      player.get(2 * PATIENCE.toSeconds(), TimeUnit.SECONDS);
    }
    assertThat(handOffs.holders()).hasSize(2 * ROUNDS);
    assertThat(handOffs.nanos()).as("times from one to the other").hasSizeGreaterThan(ROUNDS);
    handOffs.print();
  }

  private void play(
      PostgresAdvisoryLockManager manager, HandOffs handOffs, CountDownLatch playing) {
    try (AdvisoryLocks.Rival observer = server.rival("observer")) {
      for (int i = 0; i < ROUNDS; i++) {
        try (RoomLock _ = manager.acquire("room", PATIENCE)) {
          handOffs.taken(manager);
          if (i == ROUNDS - 1) {
            playing.countDown();
          }
          // Until the other one waits, or has played.
          while (!observer.seesWaiter() && playing.getCount() == 2) {
            Thread.onSpinWait();
          }
          handOffs.releasing();
        }
      }
    }
  }

  /** Used by who holds the lock. */
  private static final class HandOffs {
    private final List<PostgresAdvisoryLockManager> holders =
        Collections.synchronizedList(new ArrayList<>());
    private final List<Long> nanos = Collections.synchronizedList(new ArrayList<>());
    private volatile long releasedAt;

    void taken(PostgresAdvisoryLockManager manager) {
      if (!holders.isEmpty() && holders.getLast() != manager) {
        nanos.add(System.nanoTime() - releasedAt);
      }
      holders.add(manager);
    }

    void releasing() {
      releasedAt = System.nanoTime();
    }

    List<PostgresAdvisoryLockManager> holders() {
      return holders;
    }

    List<Long> nanos() {
      return nanos;
    }

    void print() {
      long[] sorted = nanos.stream().mapToLong(Long::longValue).sorted().toArray();
      System.out.printf(
          "hand-off between two managers, %d times: p50 %d us, p99 %d us, max %d us%n",
          sorted.length,
          sorted[sorted.length / 2] / 1_000,
          sorted[sorted.length * 99 / 100] / 1_000,
          sorted[sorted.length - 1] / 1_000);
    }
  }
}
