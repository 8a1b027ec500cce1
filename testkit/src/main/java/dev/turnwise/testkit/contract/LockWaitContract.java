package dev.turnwise.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import dev.turnwise.error.CallInterruptedException;
import dev.turnwise.error.ErrorCode;
import dev.turnwise.error.InvalidInputException;
import dev.turnwise.error.LockTimeoutException;
import dev.turnwise.lock.RoomLock;
import dev.turnwise.lock.RoomLockManager;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Who waits, in which order, for how long, and what remains of a wait that was given up. */
public abstract class LockWaitContract extends RoomLockManagerContract {

  private static final Duration SHORT = Duration.ofMillis(300);

  private final ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor();

  @AfterEach
  void endCallers() {
    callers.shutdownNow();
  }

  @Test
  void callersOfOneManagerAreServedInTheOrderOfTheirCalls() throws Exception {
    RoomLockManager manager = manager();
    String key = newKey();
    List<Integer> served = Collections.synchronizedList(new ArrayList<>());
    List<Future<?>> waiters = new ArrayList<>();
    try (RoomLock first = manager.acquire(key, PATIENCE)) {
      for (int i = 0; i < 12; i++) {
        int number = i;
        waiters.add(
            callers.submit(
                () -> {
                  try (RoomLock _ = manager.acquire(key, PATIENCE)) {
                    served.add(number);
                  }
                }));
        awaitWaiting(manager, key, i + 1);
      }
      assertThat(first.isHeld()).isTrue();
      assertThat(served).isEmpty();
    }
    for (Future<?> waiter : waiters) {
      get(waiter);
    }
    assertThat(served).containsExactlyElementsOf(IntStream.range(0, 12).boxed().toList());
  }

  @Test
  void whoHoldsAKeyWaitsForItLikeAnybodyElse() {
    RoomLockManager manager = manager();
    String key = newKey();
    try (RoomLock lock = manager.acquire(key, PATIENCE)) {
      assertThat(manager.tryAcquire(key)).isEmpty();
      assertThatThrownBy(() -> manager.acquire(key, SHORT))
          .isInstanceOf(LockTimeoutException.class);
      assertThat(lock.isHeld()).isTrue();
    }
  }

  @Test
  void anyThreadMayReleaseALock() throws Exception {
    RoomLockManager manager = manager();
    String key = newKey();
    RoomLock lock = manager.acquire(key, PATIENCE);
    get(callers.submit(lock::close));
    assertThat(lock.isHeld()).isFalse();
    try (RoomLock next = manager.acquire(key, PATIENCE)) {
      assertThat(next.isHeld()).isTrue();
    }
  }

  @Test
  void aTryTakesWhatIsFreeAndNeverWaits() {
    for (RoomLockManager other : peers()) {
      RoomLockManager manager = manager();
      String key = newKey();
      RoomLock lock = manager.tryAcquire(key).orElseThrow();
      RoomLockManager rival = manager.shared() ? other : manager;
      // If it waited, it would do so for ever, as the holder is this very thread.
      assertThat(rival.tryAcquire(key)).isEmpty();
      lock.close();
      RoomLock next = rival.tryAcquire(key).orElseThrow();
      next.close();
    }
  }

  @Test
  void aWaitThatTimesOutSaysSoAndLeavesNothing() throws Exception {
    List<RoomLockManager> peers = peers();
    String key = newKey();
    RoomLock held = peers.getFirst().acquire(key, PATIENCE);
    RoomLockManager waiter = peers.getLast();

    LockTimeoutException tooLate =
        catchThrowableOfType(LockTimeoutException.class, () -> waiter.acquire(key, SHORT));

    assertThat(tooLate.code()).isEqualTo(ErrorCode.LOCK_TIMEOUT);
    assertThat(tooLate).hasMessageContaining(key).hasMessageContaining("held by");
    assertThat((Long) tooLate.details().get("waited_ms"))
        .isBetween(SHORT.toMillis(), SHORT.toMillis() + 2_000);
    assertThat(waiting(waiter, key)).isZero();
    assertThat(held.isHeld()).isTrue();
    held.close();
    assertIsFree(peers, key);
  }

  @Test
  void manyWhoWaitTogetherAllTimeOutInTime() throws Exception {
    List<RoomLockManager> peers = peers();
    String key = newKey();
    try (RoomLock held = peers.getFirst().acquire(key, PATIENCE)) {
      List<Future<Long>> waits = new ArrayList<>();
      for (int i = 0; i < 20; i++) {
        waits.add(callers.submit(() -> waitedMillis(() -> peers.getLast().acquire(key, SHORT))));
      }
      for (Future<Long> wait : waits) {
        assertThat(get(wait)).isBetween(SHORT.toMillis(), SHORT.toMillis() + 2_000);
      }
      assertThat(held.isHeld()).isTrue();
    }
    assertIsFree(peers, key);
  }

  private static long waitedMillis(Callable<RoomLock> acquire) throws Exception {
    long start = System.nanoTime();
    assertThatThrownBy(acquire::call).isInstanceOf(LockTimeoutException.class);
    return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
  }

  @Test
  void anInterruptedWaitLeavesNothingAndCostsNobodyALock() throws Exception {
    List<RoomLockManager> peers = peers();
    String key = newKey();
    RoomLockManager waiter = peers.getLast();
    RoomLock bystander = waiter.acquire(newKey(), PATIENCE);
    RoomLock held = peers.getFirst().acquire(key, PATIENCE);
    for (int i = 0; i < 5; i++) {
      Future<Boolean> flag =
          callers.submit(
              () -> {
                try (Interruption _ = Interruption.after(SHORT)) {
                  assertThatThrownBy(() -> waiter.acquire(key, PATIENCE))
                      .isInstanceOf(CallInterruptedException.class);
                  return Thread.currentThread().isInterrupted();
                }
              });
      assertThat(get(flag)).as("the interrupt flag is set again").isTrue();
      assertThat(waiting(waiter, key)).isZero();
    }
    assertThat(held.isHeld()).isTrue();
    assertThat(bystander.isHeld()).isTrue();
    held.close();
    bystander.close();
    assertIsFree(peers, key);
  }

  @Test
  void aWaitNeedsATime() {
    RoomLockManager manager = manager();
    assertThatThrownBy(() -> manager.acquire(newKey(), Duration.ZERO))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("at_most");
  }

  /** For whoever tries, and soon: what was given up may have to be withdrawn from a server. */
  private static void assertIsFree(List<RoomLockManager> peers, String key) {
    for (RoomLockManager manager : peers) {
      await().atMost(PATIENCE).until(() -> takesAtOnce(manager, key));
    }
  }

  private static boolean takesAtOnce(RoomLockManager manager, String key) {
    return manager
        .tryAcquire(key)
        .map(
            lock -> {
              lock.close();
              return true;
            })
        .orElse(false);
  }

  private void awaitWaiting(RoomLockManager manager, String key, int number) {
    await().atMost(PATIENCE).until(() -> waiting(manager, key) == number);
  }

  private static <T> T get(Future<T> future)
      throws InterruptedException, ExecutionException, TimeoutException {
    return future.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
  }
}
