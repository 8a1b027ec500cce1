package dev.turnwise.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.turnwise.error.EngineClosedException;
import dev.turnwise.lock.RoomLock;
import dev.turnwise.lock.RoomLockManager;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** How a lock ends: released by its holder, or lost because its manager ends. */
public abstract class LockEndContract extends RoomLockManagerContract {

  @Test
  void aHeldLockSaysHowLongItIsCertain() {
    RoomLockManager manager = manager();
    String key = newKey();
    RoomLock lock = manager.acquire(key, PATIENCE);
    assertThat(lock.key()).isEqualTo(key);
    assertThat(lock.isHeld()).isTrue();
    assertThat(lock.remaining()).isPositive();
    lock.close();
    assertThat(lock.isHeld()).isFalse();
    assertThat(lock.remaining()).isZero();
  }

  @Test
  void aSecondReleaseIsWithoutEffectOnTheNextHolder() {
    RoomLockManager manager = manager();
    String key = newKey();
    RoomLock first = manager.acquire(key, PATIENCE);
    first.close();
    try (RoomLock second = manager.acquire(key, PATIENCE)) {
      first.close();
      assertThat(second.isHeld()).isTrue();
      assertThat(manager.tryAcquire(key)).isEmpty();
    }
  }

  @Test
  void aReleasedLockIsFreeForAllOnceItsReleaseReturns() {
    List<RoomLockManager> peers = peers();
    String key = newKey();
    for (int i = 0; i < 50; i++) {
      peers.getFirst().acquire(key, PATIENCE).close();
      peers.getLast().tryAcquire(key).orElseThrow().close();
    }
  }

  @Test
  void closingTheManagerLosesWhatIsHeldAndTellsTheHolders() throws Exception {
    RoomLockManager manager = manager();
    RoomLock released = manager.acquire(newKey(), PATIENCE);
    RoomLock held = manager.acquire(newKey(), PATIENCE);
    AtomicInteger toldReleased = new AtomicInteger();
    AtomicInteger told = new AtomicInteger();
    CountDownLatch onOtherThreads = new CountDownLatch(2);
    Thread closing = Thread.currentThread();
    released.onLost(toldReleased::incrementAndGet);
    for (int i = 0; i < 2; i++) {
      held.onLost(
          () -> {
            told.incrementAndGet();
            if (Thread.currentThread() != closing) {
              onOtherThreads.countDown();
            }
          });
    }
    released.close();

    manager.close();
    manager.close();

    assertThat(held.isHeld()).isFalse();
    assertThat(held.remaining()).isZero();
    assertThat(onOtherThreads.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
    CountDownLatch late = new CountDownLatch(1);
    held.onLost(late::countDown);
    assertThat(late.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
    assertThatCode(held::close).doesNotThrowAnyException();
    assertThat(told).as("told once each").hasValue(2);
    assertThat(toldReleased).as("told although released").hasValue(0);
  }

  @Test
  void closingTheManagerFreesItsKeysForOthers() {
    RoomLockManager manager = manager();
    String key = newKey();
    assertThat(manager.tryAcquire(key)).isPresent();
    manager.close();
    try (RoomLock lock = manager().acquire(key, PATIENCE)) {
      assertThat(lock.isHeld()).isTrue();
    }
  }

  @Test
  void closingTheManagerFailsThoseWhoWait() throws Exception {
    List<RoomLockManager> peers = peers();
    RoomLockManager closing = peers.getLast();
    String key = newKey();
    RoomLock held = peers.getFirst().acquire(key, PATIENCE);
    List<CompletableFuture<Throwable>> failures =
        List.of(new CompletableFuture<>(), new CompletableFuture<>());
    for (CompletableFuture<Throwable> failure : failures) {
      Thread.startVirtualThread(
          () -> {
            try {
              closing.acquire(key, PATIENCE);
            } catch (RuntimeException ended) {
              failure.complete(ended);
            }
          });
    }
    // Where holder and waiter share a manager both wait behind the holder, else one behind the
    // other.
    int inProcess = peers.size() == 1 ? 2 : 1;
    await().atMost(PATIENCE).until(() -> waiting(closing, key) == inProcess);

    closing.close();

    for (CompletableFuture<Throwable> failure : failures) {
      assertThat(failure.get(PATIENCE.toSeconds(), TimeUnit.SECONDS))
          .isInstanceOf(EngineClosedException.class);
    }
    assertThat(keysInUse(closing)).isZero();
    assertThat(held.isHeld()).isEqualTo(peers.size() == 2);
    held.close();
  }

  @Test
  void aClosedManagerGivesNothingOut() {
    RoomLockManager manager = manager();
    manager.close();
    assertThatThrownBy(() -> manager.acquire(newKey(), PATIENCE))
        .isInstanceOf(EngineClosedException.class);
    assertThatThrownBy(() -> manager.tryAcquire(newKey()))
        .isInstanceOf(EngineClosedException.class);
    assertThat(keysInUse(manager)).isZero();
  }
}
