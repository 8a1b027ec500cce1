package dev.turnwise.postgres;

import static dev.turnwise.postgres.AdvisoryLocks.PATIENCE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import dev.turnwise.error.CallInterruptedException;
import dev.turnwise.error.LockTimeoutException;
import dev.turnwise.lock.RoomLock;
import dev.turnwise.testkit.fault.FaultProxy;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A wait that was given up never gets the lock later, and costs no session (BR-04). */
class AbandonedWaitsTest {

  private static final String APPLICATION = "abandoned-waits";
  private static final Duration ONE_SECOND = Duration.ofSeconds(1);

  private final TestDatabase database = new TestDatabase();
  private final AdvisoryLocks server = new AdvisoryLocks(database);
  private final AdvisoryLocks.Rival rival = server.rival("the-rival");
  private final PostgresAdvisoryLockManager manager =
      PostgresAdvisoryLockManager.builder()
          .dsn(database.dsn())
          .applicationName(APPLICATION)
          .maxSize(6)
          .build();
  private final ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor();

  @AfterEach
  void end() {
    callers.shutdownNow();
    manager.close();
    rival.close();
    database.close();
  }

  @Test
  void twentyWhoWaitForOneKeyTimeOutTogetherAndLeaveNothing() throws Exception {
    assertTimeOut(i -> "room");
  }

  @Test
  void twentyWhoWaitForTwentyKeysTimeOutTogetherAndLeaveNothing() throws Exception {
    assertTimeOut(i -> "room-" + i);
  }

  private void assertTimeOut(IntFunction<String> keyOf) throws Exception {
    List<String> keys = IntStream.range(0, 20).mapToObj(keyOf).toList();
    keys.stream().distinct().forEach(rival::lock);
    int heldByRival = server.granted();

    List<Future<LockTimeoutException>> waits =
        keys.stream().map(key -> callers.submit(() -> timeOut(manager, key))).toList();

    for (Future<LockTimeoutException> wait : waits) {
      LockTimeoutException tooLate = wait.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
      assertThat((Long) tooLate.details().get("waited_ms")).isBetween(1_000L, 2_500L);
      assertThat(tooLate)
          .hasMessageContaining("room")
          .hasMessageContaining("pid " + rival.pid() + ", application the-rival");
    }
    await().atMost(PATIENCE).until(() -> server.waiting() == 0);
    assertThat(server.granted()).isEqualTo(heldByRival);

    keys.stream().distinct().forEach(rival::unlock);
    await().during(ONE_SECOND).atMost(PATIENCE).until(this::isServerEmpty);
    for (String key : keys) {
      manager.acquire(key, ONE_SECOND).close();
    }
    assertThat(manager.keysInUse()).isZero();
    assertThat(server.sessions(APPLICATION)).isBetween(1, 6);
  }

  private boolean isServerEmpty() {
    return server.granted() == 0 && server.waiting() == 0;
  }

  private static LockTimeoutException timeOut(PostgresAdvisoryLockManager manager, String key) {
    return catchThrowableOfType(LockTimeoutException.class, () -> manager.acquire(key, ONE_SECOND));
  }

  @Test
  void anInterruptWithdrawsTheWaitFromTheServerWithoutCostingASession() throws Exception {
    rival.lock("room");
    RoomLock bystander = manager.acquire("another room", PATIENCE);
    for (int i = 0; i < 10; i++) {
      Future<?> waiter =
          callers.submit(
              () ->
                  assertThatThrownBy(() -> manager.acquire("room", Duration.ofMinutes(5)))
                      .isInstanceOf(CallInterruptedException.class));
      await().atMost(PATIENCE).until(() -> server.waiting() == 1);
      String sessions = server.pids(APPLICATION);

      waiter.cancel(true);

      await().atMost(PATIENCE).until(() -> server.waiting() == 0 && manager.keysInUse() == 1);
      assertThat(server.pids(APPLICATION)).isEqualTo(sessions);
    }
    assertThat(bystander.isHeld()).isTrue();
    rival.unlock("room");
    try (RoomLock lock = manager.acquire("room", ONE_SECOND)) {
      assertThat(lock.isHeld()).isTrue();
    }
  }

  @Test
  void theSessionOfAWaitThatTimedOutWaitsForTheNextCallerAsIfNothingHadBeen() throws Exception {
    rival.lock("room");
    assertThat(timeOut(manager, "room")).isNotNull();
    Future<RoomLock> patient = callers.submit(() -> manager.acquire("room", PATIENCE));
    // Past the time limit of the first wait, which must not have stuck to the session.
    await().atMost(PATIENCE).until(() -> server.waiting() == 1);
    await().during(ONE_SECOND.multipliedBy(2)).atMost(PATIENCE).until(() -> server.waiting() == 1);
    assertThat(server.sessions(APPLICATION)).isEqualTo(2);

    rival.unlock("room");

    try (RoomLock lock = patient.get(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
      assertThat(lock.isHeld()).isTrue();
    }
    assertThat(server.granted()).isZero();
  }

  @Test
  void aTimeoutSaysWhenNobodyKnowsTheHolder() throws Exception {
    try (FaultProxy proxy = server.newProxy();
        PostgresAdvisoryLockManager cutOff =
            PostgresAdvisoryLockManager.at(server.through(proxy))) {
      RoomLock held = cutOff.acquire("room", PATIENCE);
      proxy.blackhole();
      assertThatThrownBy(() -> cutOff.acquire("room", Duration.ofMillis(200)))
          .isInstanceOf(LockTimeoutException.class)
          .hasMessageContaining("held by unknown");
      assertThat(held.isHeld()).isTrue();
      proxy.heal();
    }
  }
}
