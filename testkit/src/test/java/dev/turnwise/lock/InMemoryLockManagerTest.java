package dev.turnwise.lock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.turnwise.error.LockTimeoutException;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** What the in-memory lock manager does beyond the contract. */
class InMemoryLockManagerTest {

  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final InMemoryLockManager manager = new InMemoryLockManager();

  @Test
  void doesNotClaimToExcludeOtherProcesses() {
    assertThat(manager.name()).isEqualTo("InMemoryLockManager");
    assertThat(manager.shared()).isFalse();
    assertThat(manager.holdsConnectionPerKey()).isFalse();
  }

  @Test
  void memoryDoesNotGrowWithTheKeysThatWereUsed() {
    long before = usedHeap();
    for (int i = 0; i < 200_000; i++) {
      manager.acquire("session-" + i, PATIENCE).close();
    }
    assertThat(usedHeap() - before).isLessThan(20_000_000);
    assertThat(manager.keysInUse()).isZero();
  }

  @Test
  void aTimeoutNamesWhoHoldsIt() {
    try (RoomLock lock = manager.acquire("room", PATIENCE)) {
      assertThat(lock.isHeld()).isTrue();
      assertThatExceptionOfType(LockTimeoutException.class)
          .isThrownBy(() -> manager.acquire("room", Duration.ofMillis(10)))
          .withMessageContaining("room")
          .withMessageContaining("another caller in this process");
    }
  }

  private static long usedHeap() {
    System.gc();
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }
}
