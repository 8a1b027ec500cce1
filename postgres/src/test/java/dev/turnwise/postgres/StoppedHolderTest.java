package dev.turnwise.postgres;

import static dev.turnwise.postgres.AdvisoryLocks.PATIENCE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.turnwise.lock.RoomLock;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** A process that is stopped with a lock in its hand holds others up for a lease, and no longer. */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "has no SIGSTOP")
class StoppedHolderTest {

  private static final Duration LEASE = Duration.ofSeconds(3);

  private final TestDatabase database = new TestDatabase();
  private final AdvisoryLocks server = new AdvisoryLocks(database);
  private final PostgresAdvisoryLockManager other = PostgresAdvisoryLockManager.at(database.dsn());
  private LockHolderProcess holder;

  @BeforeEach
  void startHolder() throws Exception {
    holder = LockHolderProcess.start(database.dsn(), "room", LEASE);
  }

  @AfterEach
  void end() {
    holder.close();
    other.close();
    database.close();
  }

  @Test
  void othersGoOnAfterTheLeaseAndTheStaleHolderKnowsThatItIsStale() throws Exception {
    assertThat(other.tryAcquire("room")).isEmpty();
    assertThat(holder.ask()).isEqualTo("certain");

    holder.stop();
    long stopped = System.nanoTime();
    try (RoomLock lock = other.acquire("room", PATIENCE)) {
      assertThat(Duration.ofNanos(System.nanoTime() - stopped)).isLessThan(LEASE.plusSeconds(1));
      holder.cont();
      // Its very first answer, whatever its threads have noticed by then.
      assertThat(holder.ask()).isEqualTo("not certain");
      assertThat(lock.isHeld()).isTrue();
      await()
          .during(Duration.ofSeconds(1))
          .atMost(PATIENCE)
          .until(() -> holder.ask().equals("not certain") && lock.isHeld());
    }
    assertThat(server.granted()).isZero();
  }

  @Test
  void aPauseShorterThanTheLeaseCostsNothing() throws Exception {
    holder.stop();
    await()
        .during(LEASE.dividedBy(3))
        .atMost(LEASE)
        .until(() -> other.tryAcquire("room").isEmpty());
    holder.cont();
    await().atMost(PATIENCE).until(() -> holder.ask().equals("certain"));
    assertThat(other.tryAcquire("room")).isEmpty();
  }

  @Test
  void aKilledHolderFreesItsLockAtOnce() {
    long killed = System.nanoTime();
    holder.close();
    try (RoomLock lock = other.acquire("room", PATIENCE)) {
      assertThat(lock.isHeld()).isTrue();
      assertThat(Duration.ofNanos(System.nanoTime() - killed)).isLessThan(LEASE);
    }
  }
}
