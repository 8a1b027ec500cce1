package dev.turnwise.postgres;

import static dev.turnwise.postgres.AdvisoryLocks.PATIENCE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.turnwise.error.EngineClosedException;
import dev.turnwise.lock.RoomLock;
import dev.turnwise.testkit.fault.Direction;
import dev.turnwise.testkit.fault.FaultProxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A session that falls silent keeps its locks as long as the lease, a healthy one for ever. */
class LeaseOnServerTest {

  private static final Duration LEASE = Duration.ofSeconds(3);

  /** How much later than its lease a lock may be free, see the issue on a stopped holder. */
  private static final Duration SLACK = Duration.ofSeconds(1);

  private final TestDatabase database = new TestDatabase();
  private final AdvisoryLocks server = new AdvisoryLocks(database);
  private final FaultProxy proxy = server.newProxy();
  private final PostgresAdvisoryLockManager cutOff = manager(server.through(proxy));
  private final PostgresAdvisoryLockManager healthy = manager(database.dsn());
  private final ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor();

  private static PostgresAdvisoryLockManager manager(String dsn) {
    return PostgresAdvisoryLockManager.builder()
        .dsn(dsn)
        .maxSize(4)
        .lockLease(LEASE)
        .leaseMargin(Duration.ofMillis(500))
        .build();
  }

  @AfterEach
  void end() {
    callers.shutdownNow();
    cutOff.close();
    healthy.close();
    proxy.close();
    database.close();
  }

  @Test
  void aHealthyHolderKeepsItsLocksBeyondTheLease() throws Exception {
    List<RoomLock> held = new ArrayList<>();
    // On a shared session and on one of its own.
    held.add(healthy.acquire("free room", PATIENCE));
    RoomLock first = cutOff.acquire("contended room", PATIENCE);
    Future<RoomLock> waiting = callers.submit(() -> healthy.acquire("contended room", PATIENCE));
    await().atMost(PATIENCE).until(() -> server.waiting() == 1);
    first.close();
    held.add(waiting.get(PATIENCE.toSeconds(), TimeUnit.SECONDS));

    await()
        .during(LEASE.multipliedBy(2))
        .atMost(PATIENCE)
        .until(() -> held.stream().allMatch(RoomLock::isHeld) && server.granted() == 2);
    assertThat(cutOff.tryAcquire("free room")).isEmpty();
    assertThat(cutOff.tryAcquire("contended room")).isEmpty();
  }

  @Test
  void aWaitLongerThanTheLeaseYieldsALockThatIsCertain() throws Exception {
    RoomLock first = cutOff.acquire("room", PATIENCE);
    Future<RoomLock> waiting = callers.submit(() -> healthy.acquire("room", PATIENCE));
    await().during(LEASE.plus(SLACK)).atMost(PATIENCE).until(() -> !waiting.isDone());
    first.close();
    RoomLock second = waiting.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    assertThat(second.remaining()).isGreaterThan(LEASE.dividedBy(2));
    assertThat(second.isHeld()).isTrue();
  }

  /**
   * BR-42: both directions, or one alone: whether the ping or its answer is lost is all the same.
   */
  @ParameterizedTest
  @EnumSource
  void aHolderThatIsCutOffLosesItsLockBeforeOthersGetIt(Cut cut) throws Exception {
    RoomLock held = cutOff.acquire("room", PATIENCE);
    CompletableFuture<Long> lostAt = new CompletableFuture<>();
    held.onLost(() -> lostAt.complete(System.nanoTime()));

    long cutAt = System.nanoTime();
    cut.apply(proxy);
    healthy.acquire("another room", Duration.ofSeconds(1)).close();
    RoomLock next = healthy.acquire("room", PATIENCE);
    long gotAt = System.nanoTime();

    assertThat(held.isHeld()).isFalse();
    assertThat(held.remaining()).isZero();
    assertThat(next.isHeld()).isTrue();
    assertThat(Duration.ofNanos(gotAt - cutAt)).isLessThan(LEASE.plus(SLACK));
    assertThat(lostAt.get(1, TimeUnit.SECONDS)).as("the holder is told first").isLessThan(gotAt);
    assertThat(cutOff.waiting("room")).isZero();

    proxy.heal();
    next.close();
    RoomLock again = cutOff.acquire("room", PATIENCE);
    assertThat(again.isHeld()).isTrue();
    held.close();
    assertThat(again.isHeld()).isTrue();
    assertThat(healthy.tryAcquire("room")).isEmpty();
  }

  enum Cut {
    BOTH_WAYS,
    QUESTIONS,
    ANSWERS;

    void apply(FaultProxy proxy) {
      switch (this) {
        case BOTH_WAYS -> proxy.blackhole();
        case QUESTIONS -> proxy.blackhole(Direction.CLIENT_TO_SERVER);
        case ANSWERS -> proxy.blackhole(Direction.SERVER_TO_CLIENT);
      }
    }
  }

  @Test
  void aWaiterThatIsCutOffTimesOutInTimeAndBlocksNobodyForLong() throws Exception {
    RoomLock held = healthy.acquire("room", PATIENCE);
    Future<RoomLock> waiting = callers.submit(() -> cutOff.acquire("room", Duration.ofSeconds(2)));
    await().atMost(PATIENCE).until(() -> server.waiting() == 1);
    long start = System.nanoTime();
    proxy.blackhole();

    assertThat(waiting)
        .failsWithin(Duration.ofSeconds(4))
        .withThrowableThat()
        .withMessageContaining("room");
    held.close();
    // The key may have gone to the waiter that is cut off; then its session's lease frees it.
    RoomLock next = healthy.acquire("room", PATIENCE);
    assertThat(next.isHeld()).isTrue();
    assertThat(Duration.ofNanos(System.nanoTime() - start))
        .isLessThan(Duration.ofSeconds(4).plus(LEASE).plus(SLACK));
  }

  @Test
  void aManagerThatIsCutOffClosesInTime() throws Exception {
    List<RoomLock> theirs = List.of(healthy.acquire("1", PATIENCE), healthy.acquire("2", PATIENCE));
    List<RoomLock> mine = List.of(cutOff.acquire("3", PATIENCE), cutOff.acquire("4", PATIENCE));
    List<Future<RoomLock>> waiting =
        theirs.stream()
            .map(lock -> callers.submit(() -> cutOff.acquire(lock.key(), PATIENCE)))
            .toList();
    await().atMost(PATIENCE).until(() -> server.waiting() == 2);
    proxy.blackhole();

    long start = System.nanoTime();
    cutOff.close();

    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(LEASE.multipliedBy(2));
    assertThat(mine).noneMatch(RoomLock::isHeld);
    for (Future<RoomLock> wait : waiting) {
      assertThat(wait)
          .failsWithin(PATIENCE)
          .withThrowableThat()
          .withCauseInstanceOf(EngineClosedException.class);
    }
    assertThat(theirs).allMatch(RoomLock::isHeld);
  }
}
