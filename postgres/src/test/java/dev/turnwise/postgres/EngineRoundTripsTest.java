package dev.turnwise.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnwise.RoomSpec;
import dev.turnwise.Turnwise;
import dev.turnwise.TurnwiseConfig;
import dev.turnwise.model.EventDraft;
import dev.turnwise.model.InboundMessage;
import dev.turnwise.result.InboundResult;
import dev.turnwise.testkit.fake.FakeChannel;
import dev.turnwise.testkit.fault.FaultProxy;
import dev.turnwise.testkit.fault.PgRoundTrips;
import dev.turnwise.testkit.server.PostgresDsn;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** How often a commit travels to the server, counted on the wire. */
class EngineRoundTripsTest {

  private final TestDatabase database = new TestDatabase();
  private final PostgresDsn address = PostgresDsn.parse("dsn", database.dsn());
  private final FaultProxy proxy = FaultProxy.before(address.host(), address.port());
  private final PgRoundTrips roundTrips = PgRoundTrips.through(proxy);
  private final Turnwise turnwise =
      Turnwise.builder()
          .store(
              PostgresStore.builder()
                  .dsn(address.withAddress(proxy.host(), proxy.port()).jdbcUrl())
                  // Its pings would be counted.
                  .workerLease(Duration.ofHours(1))
                  .build())
          .channel(FakeChannel.named("sms"))
          // Its own look at the store would be counted.
          .config(TurnwiseConfig.DEFAULT.withTimerInterval(Duration.ofHours(1)))
          .build();
  private final ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor();

  @AfterEach
  void close() {
    callers.shutdownNow();
    turnwise.close();
    proxy.close();
    database.close();
  }

  private String newRoom() {
    return turnwise.createRoom(RoomSpec.create().withChannel("sms")).id();
  }

  private void send(String room) {
    assertThat(turnwise.sendEvent(room, "sms", EventDraft.text("hello")))
        .isInstanceOf(InboundResult.Stored.class);
  }

  /** Opens the pool's connections, whose first words would be counted. */
  private void warmUp() throws Exception {
    String room = newRoom();
    List<Future<?>> sends = new ArrayList<>();
    for (int i = 0; i < 64; i++) {
      String each = newRoom();
      sends.add(callers.submit(() -> send(each)));
      sends.add(callers.submit(() -> send(room)));
    }
    for (Future<?> send : sends) {
      send.get();
    }
  }

  @Test
  void aLoneAppendTakesTwoTheFirstTimeAndOneFromThenOn() throws Exception {
    warmUp();
    String room = newRoom();
    roundTrips.reset();
    send(room);
    assertThat(roundTrips.count()).as("configuration, commit").isEqualTo(2);
    roundTrips.reset();
    for (int i = 0; i < 10; i++) {
      send(room);
    }
    assertThat(roundTrips.count()).isEqualTo(10);
  }

  @Test
  void anInboundMessageWithItsSenderAndKeyTakesOneToo() throws Exception {
    warmUp();
    String room = newRoom();
    send(room);
    roundTrips.reset();
    for (int i = 0; i < 10; i++) {
      turnwise.processInbound(
          InboundMessage.text("sms", "+" + i, "hello")
              .withRoomId(room)
              .withIdempotencyKey("k-" + i));
    }
    assertThat(roundTrips.count()).isEqualTo(10);
  }

  @Test
  void thirtyTwoCallersInOneRoomTakeAtMostAQuarterOfOneEach() throws Exception {
    warmUp();
    String room = newRoom();
    send(room);
    proxy.delay(Duration.ofMillis(3));
    roundTrips.reset();
    List<Future<?>> running = new ArrayList<>();
    for (int caller = 0; caller < 32; caller++) {
      running.add(
          callers.submit(
              () -> {
                for (int i = 0; i < 50; i++) {
                  send(room);
                }
              }));
    }
    for (Future<?> future : running) {
      future.get();
    }
    assertThat(roundTrips.count() / (32.0 * 50)).isLessThanOrEqualTo(0.25);
  }
}
