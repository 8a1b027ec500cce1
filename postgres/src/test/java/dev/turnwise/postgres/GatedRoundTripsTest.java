package dev.turnwise.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.turnwise.RoomSpec;
import dev.turnwise.Turnwise;
import dev.turnwise.TurnwiseConfig;
import dev.turnwise.hook.Hook;
import dev.turnwise.hook.HookResult;
import dev.turnwise.model.EventDraft;
import dev.turnwise.result.InboundResult;
import dev.turnwise.testkit.fake.FakeChannel;
import dev.turnwise.testkit.fault.FaultProxy;
import dev.turnwise.testkit.fault.PgRoundTrips;
import dev.turnwise.testkit.server.PostgresDsn;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A gated room costs four round trips for everything that waits: lock, look, commit, unlock. */
class GatedRoundTripsTest {

  private static final Duration NEVER = Duration.ofHours(1);

  private final TestDatabase database = new TestDatabase();
  private final PostgresDsn address = PostgresDsn.parse("dsn", database.dsn());
  private final FaultProxy proxy = FaultProxy.before(address.host(), address.port());
  private final PgRoundTrips roundTrips = PgRoundTrips.through(proxy);
  private final String proxied = address.withAddress(proxy.host(), proxy.port()).jdbcUrl();
  private final CountDownLatch waitingAreMany = new CountDownLatch(1);
  private final Turnwise turnwise =
      Turnwise.builder()
          .store(PostgresStore.builder().dsn(proxied).workerLease(NEVER).build())
          .lockManager(
              PostgresAdvisoryLockManager.builder()
                  .dsn(proxied)
                  // Its pings would be counted.
                  .lockLease(Duration.ofMinutes(10))
                  .build())
          .channel(FakeChannel.named("sms"))
          .config(TurnwiseConfig.DEFAULT.withTimerInterval(NEVER))
          .hook(
              Hook.beforeBroadcast(
                  "allow",
                  (event, context) -> {
                    if (event.content().toString().contains("first of many")) {
                      waitingAreMany.await();
                    }
                    return HookResult.allow();
                  }))
          .build();
  private final ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor();
  private final String room = turnwise.createRoom(RoomSpec.create().withChannel("sms")).id();

  @AfterEach
  void close() {
    callers.shutdownNow();
    turnwise.close();
    proxy.close();
    database.close();
  }

  private void send(String text) {
    assertThat(turnwise.sendEvent(room, "sms", EventDraft.text(text)))
        .isInstanceOf(InboundResult.Stored.class);
  }

  /** The unlock is not waited for by the sender. */
  private void awaitRest() {
    await().until(() -> turnwise.busyRooms() == 0);
  }

  @Test
  void aLoneMessageTakesFour() {
    send("sets the gate");
    send("opens what is not open yet");
    awaitRest();
    roundTrips.reset();

    for (int i = 0; i < 10; i++) {
      send("message");
    }

    awaitRest();
    assertThat(roundTrips.count()).isEqualTo(40);
  }

  @Test
  void aBatchTakesFourToo() throws Exception {
    send("sets the gate");
    send("opens what is not open yet");
    awaitRest();
    Future<?> first = callers.submit(() -> send("first of many"));
    await().until(() -> turnwise.pendingCommits() == 1);
    List<Future<?>> sends = new ArrayList<>();
    for (int i = 0; i < 30; i++) {
      sends.add(callers.submit(() -> send("message")));
    }
    await().until(() -> turnwise.pendingCommits() == 31);
    roundTrips.reset();

    waitingAreMany.countDown();
    first.get();
    for (Future<?> send : sends) {
      send.get();
    }

    // Commit and unlock of the first one, four for the thirty that waited.
    awaitRest();
    assertThat(roundTrips.count()).isLessThanOrEqualTo(6);
  }
}
