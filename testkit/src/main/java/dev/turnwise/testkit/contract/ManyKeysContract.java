package dev.turnwise.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnwise.lock.RoomLock;
import dev.turnwise.lock.RoomLockManager;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Many keys at once: they neither stand in each other's way nor leave anything behind. */
public abstract class ManyKeysContract extends RoomLockManagerContract {

  private static final int KEYS = 500;
  private static final Duration LONG = Duration.ofSeconds(50);

  @Test
  void keysThatWereUsedLeaveNothing() {
    RoomLockManager manager = manager();
    int most = 0;
    for (String key : newKeys(subject().distinctKeys())) {
      manager.acquire(key, PATIENCE).close();
      most = Math.max(most, keysInUse(manager));
    }
    assertThat(most).isLessThan(1_000);
    assertThat(keysInUse(manager)).isZero();
  }

  @Test
  void waitersOfSomeKeysDoNotBlockOthers() throws Exception {
    List<RoomLockManager> peers = peers();
    List<String> slow = newKeys(40);
    List<RoomLock> held = acquireAll(peers.getFirst(), slow);
    try (ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<RoomLock>> waiting =
          slow.stream().map(key -> callers.submit(() -> acquire(peers.getLast(), key))).toList();

      for (String key : newKeys(200)) {
        // Contended on the server as well, whenever there are two managers.
        Future<?> one = callers.submit(() -> acquire(peers.getFirst(), key).close());
        acquire(peers.getLast(), key).close();
        one.get(LONG.toSeconds(), TimeUnit.SECONDS);
      }

      assertThat(waiting).noneMatch(Future::isDone);
      held.forEach(RoomLock::close);
      for (Future<RoomLock> wait : waiting) {
        wait.get(LONG.toSeconds(), TimeUnit.SECONDS).close();
      }
    }
  }

  @Test
  void fiveHundredKeysInUseMakeProgress() throws Exception {
    List<RoomLockManager> peers = peers();
    List<String> keys = newKeys(KEYS);
    List<GuardedSection> sections = keys.stream().map(key -> new GuardedSection()).toList();
    List<RoomLock> held = acquireAll(peers.getFirst(), keys);
    List<Callable<Void>> visits = new ArrayList<>();
    for (RoomLockManager manager : peers) {
      for (int i = 0; i < KEYS; i++) {
        int number = i;
        visits.add(
            () -> {
              try (RoomLock _ = acquire(manager, keys.get(number))) {
                sections.get(number).visit();
              }
              return null;
            });
      }
    }
    try (ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<Void>> running = visits.stream().map(callers::submit).toList();
      assertThat(held).allMatch(RoomLock::isHeld);
      held.forEach(RoomLock::close);
      for (Future<Void> one : running) {
        one.get(LONG.toSeconds(), TimeUnit.SECONDS);
      }
    }
    assertThat(sections).allMatch(section -> section.visits() == peers.size());
    assertThat(peers).allMatch(manager -> keysInUse(manager) == 0);
  }

  private static List<RoomLock> acquireAll(RoomLockManager manager, List<String> keys) {
    return keys.stream().map(key -> acquire(manager, key)).toList();
  }

  private static RoomLock acquire(RoomLockManager manager, String key) {
    return manager.acquire(key, LONG);
  }
}
