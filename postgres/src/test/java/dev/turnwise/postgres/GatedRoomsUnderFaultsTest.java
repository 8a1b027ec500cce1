package dev.turnwise.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.turnwise.RoomSpec;
import dev.turnwise.Turnwise;
import dev.turnwise.TurnwiseConfig;
import dev.turnwise.error.TurnwiseException;
import dev.turnwise.hook.Hook;
import dev.turnwise.hook.HookResult;
import dev.turnwise.lock.RoomLock;
import dev.turnwise.model.EventDraft;
import dev.turnwise.model.RoomEvent;
import dev.turnwise.result.InboundResult;
import dev.turnwise.store.AuditReport;
import dev.turnwise.store.EventQuery;
import dev.turnwise.testkit.fake.FakeChannel;
import dev.turnwise.testkit.fault.FaultProxy;
import dev.turnwise.testkit.server.PostgresDsn;
import dev.turnwise.testkit.server.PostgresServer;
import dev.turnwise.testkit.server.StopMode;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Two engines in gated rooms while connections and servers fail. Callers do what clients do: what
 * certainly was not stored, and what is uncertain, goes again under its key. In the end every
 * acknowledged event is where it was acknowledged, once.
 *
 * <p>The worker's clock is in none of it: core reads no wall clock, which a rule of its
 * architecture test holds, and times in the store are the server's (F14).
 */
class GatedRoomsUnderFaultsTest {

  private static final int CALLERS = 16;
  private static final int MESSAGES = 20;
  private static final int RESTARTS = Integer.getInteger("turnwise.faults.restarts", 3);

  private final PostgresServer server = PostgresServer.startLocal();
  private final String database = server.newDatabase();
  private final PostgresDsn address = PostgresDsn.parse("dsn", database);
  private final FaultProxy proxy = FaultProxy.before(address.host(), address.port());
  private final String proxied = address.withAddress(proxy.host(), proxy.port()).jdbcUrl();
  private final List<Turnwise> workers = new ArrayList<>();
  private final ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor();

  private Turnwise worker(String id, String storeDsn, String lockDsn, int lockSessions) {
    Turnwise worker =
        Turnwise.builder()
            .store(PostgresStore.builder().dsn(storeDsn).applicationName(id + "-store").build())
            .lockManager(
                PostgresAdvisoryLockManager.builder()
                    .dsn(lockDsn)
                    .maxSize(lockSessions)
                    .applicationName(id + "-locks")
                    .build())
            .workerId(id)
            .channel(FakeChannel.named("sms"))
            .hook(Hook.beforeBroadcast("allow", (event, context) -> HookResult.allow()))
            .build();
    workers.add(worker);
    return worker;
  }

  private String newRoom() {
    return workers.getFirst().createRoom(RoomSpec.create().withChannel("sms")).id();
  }

  @AfterEach
  void end() {
    callers.shutdownNow();
    proxy.heal();
    workers.forEach(Turnwise::close);
    proxy.close();
    server.close();
  }

  /** What befalls the connections of the first worker. */
  enum Trouble {
    CUT {
      @Override
      void begin(FaultProxy proxy) {
        proxy.cut();
      }
    },
    SWALLOWS_EVERYTHING {
      @Override
      void begin(FaultProxy proxy) {
        proxy.blackhole();
      }
    },
    LATE {
      @Override
      void begin(FaultProxy proxy) {
        proxy.delay(Duration.ofMillis(200));
      }
    },
    A_THOUSAND_BYTES_A_SECOND {
      @Override
      void begin(FaultProxy proxy) {
        proxy.throttle(1_000);
      }
    };

    abstract void begin(FaultProxy proxy);
  }

  /** F8: between worker and PostgreSQL. */
  @ParameterizedTest
  @EnumSource
  void brokenConnectionsOfOneWorkerLoseNothingAndDoubleNothing(Trouble trouble) throws Exception {
    worker("one", proxied, proxied, 4);
    worker("two", database, database, 4);
    String room = newRoom();
    Map<UUID, Long> acknowledged = new ConcurrentHashMap<>();
    AtomicInteger answered = new AtomicInteger();
    List<Future<?>> sends = offer(room, acknowledged, answered);
    awaitAtLeast(answered, CALLERS);

    trouble.begin(proxy);
    awaitAtLeast(answered, CALLERS * MESSAGES / 2);
    proxy.cut();
    proxy.heal();

    finish(sends);
    assertNothingLostOrDoubled(room, acknowledged);
  }

  /** F10: lock sessions and commit sessions. */
  @Test
  void endedSessionsLoseNothingAndDoubleNothing() throws Exception {
    worker("one", database, database, 4);
    worker("two", database, database, 4);
    String room = newRoom();
    Map<UUID, Long> acknowledged = new ConcurrentHashMap<>();
    AtomicInteger answered = new AtomicInteger();
    List<Future<?>> sends = offer(room, acknowledged, answered);
    int ended = 0;
    for (int i = 1; i < 8; i++) {
      awaitAtLeast(answered, CALLERS * MESSAGES * i / 8);
      ended += server.terminateBackends(i % 2 == 0 ? "one-locks" : "one-store");
    }
    finish(sends);
    assertThat(ended).isPositive();
    assertNothingLostOrDoubled(room, acknowledged);
  }

  /** F11: the server itself, at once and again and again. */
  @Test
  void restartsOfTheServerLoseNothingAndDoubleNothing() throws Exception {
    worker("one", database, database, 4);
    worker("two", database, database, 4);
    String room = newRoom();
    Map<UUID, Long> acknowledged = new ConcurrentHashMap<>();
    AtomicInteger answered = new AtomicInteger();
    List<Future<?>> sends = offer(room, acknowledged, answered);
    for (int i = 1; i <= RESTARTS; i++) {
      awaitAtLeast(answered, CALLERS * MESSAGES * i / (RESTARTS + 1));
      server.stop(StopMode.IMMEDIATE);
      server.restart();
    }
    finish(sends);
    assertNothingLostOrDoubled(room, acknowledged);
  }

  /** F20: many more rooms than lock sessions. */
  @Test
  void fiveHundredRoomsGoOnWithFourLockSessions() throws Exception {
    worker("one", database, database, 4);
    worker("two", database, database, 4);
    List<String> rooms = new ArrayList<>();
    for (int i = 0; i < 500; i++) {
      rooms.add(newRoom());
    }
    List<Future<InboundResult>> sends = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      for (String room : rooms) {
        Turnwise worker = workers.get(i % 2);
        sends.add(callers.submit(() -> worker.sendEvent(room, "sms", EventDraft.text("hello"))));
      }
    }
    for (Future<InboundResult> send : sends) {
      assertThat(send.get()).isInstanceOf(InboundResult.Stored.class);
    }
    assertThat(sessions("one-locks")).isLessThanOrEqualTo(4);
    assertThat(sessions("two-locks")).isLessThanOrEqualTo(4);
    assertThat(audit().ok()).isTrue();
  }

  private long sessions(String application) {
    return Long.parseLong(
        query(
            "SELECT count(*) FROM pg_stat_activity WHERE application_name = '%s'"
                .formatted(application)));
  }

  private String query(String sql) {
    try (var connection = DriverManager.getConnection(database);
        var rows = connection.createStatement().executeQuery(sql)) {
      rows.next();
      return rows.getString(1);
    } catch (SQLException failure) {
      throw new AssertionError(sql, failure);
    }
  }

  /** F20: a wait is bounded, and its error says for what and for whom it waited. */
  @Test
  void whoWaitsForARoomThatSomebodyKeepsGetsAClearErrorInTime() {
    try (PostgresAdvisoryLockManager keeper =
        PostgresAdvisoryLockManager.builder().dsn(database).applicationName("the-keeper").build()) {
      Turnwise worker =
          Turnwise.builder()
              .store(PostgresStore.at(database))
              .lockManager(PostgresAdvisoryLockManager.at(database))
              .config(TurnwiseConfig.DEFAULT.withProcessTimeout(Duration.ofMillis(500)))
              .channel(FakeChannel.named("sms"))
              .hook(Hook.beforeBroadcast("allow", (event, context) -> HookResult.allow()))
              .build();
      workers.add(worker);
      String room = newRoom();
      try (RoomLock _ = keeper.acquire("room:" + room, Duration.ofSeconds(10))) {
        assertThatThrownBy(() -> worker.sendEvent(room, "sms", EventDraft.text("late")))
            .isInstanceOf(TurnwiseException.class)
            .hasMessageContaining(room);
      }
      assertThat(worker.sendEvent(room, "sms", EventDraft.text("next")))
          .isInstanceOfSatisfying(
              InboundResult.Stored.class, stored -> assertThat(stored.event().index()).isZero());
    }
  }

  private List<Future<?>> offer(String room, Map<UUID, Long> acknowledged, AtomicInteger answered) {
    List<Future<?>> sends = new ArrayList<>();
    for (int caller = 0; caller < CALLERS; caller++) {
      String name = "caller-" + caller;
      Turnwise worker = workers.get(caller % 2);
      sends.add(
          callers.submit(
              () -> {
                for (int i = 0; i < MESSAGES; i++) {
                  RoomEvent event = untilAnswered(worker, room, name + "-" + i);
                  acknowledged.put(event.id(), event.index());
                  answered.incrementAndGet();
                }
                return null;
              }));
    }
    return sends;
  }

  /** Again under the same key until there is an answer. */
  private static RoomEvent untilAnswered(Turnwise worker, String room, String key) {
    EventDraft draft = EventDraft.text(key).withIdempotencyKey(key);
    while (true) {
      try {
        switch (worker.sendEvent(room, "sms", draft)) {
          case InboundResult.Stored(var event) -> {
            return event;
          }
          case InboundResult.Duplicate(var original, var differs) -> {
            return original;
          }
          case InboundResult.Unknown unknown -> {
            // It goes again.
          }
          case InboundResult.Blocked blocked -> throw new AssertionError("blocked: " + blocked);
          case InboundResult.Refused refused -> throw new AssertionError("refused: " + refused);
          case InboundResult.Injected injected -> throw new AssertionError("injected");
        }
      } catch (TurnwiseException failure) {
        // It goes again: either it certainly was not stored, or its key tells.
      }
    }
  }

  private static void awaitAtLeast(AtomicInteger answered, int wanted) {
    await().atMost(Duration.ofMinutes(2)).until(() -> answered.get() >= wanted);
  }

  private static void finish(List<Future<?>> sends) throws Exception {
    for (Future<?> send : sends) {
      send.get(2, TimeUnit.MINUTES);
    }
  }

  private AuditReport audit() {
    try (PostgresStore store = PostgresStore.at(database)) {
      store.init();
      return store.audit();
    }
  }

  private void assertNothingLostOrDoubled(String room, Map<UUID, Long> acknowledged) {
    Map<UUID, Long> stored = new HashMap<>();
    List<Long> indices = new ArrayList<>();
    try (PostgresStore store = PostgresStore.at(database)) {
      store.init();
      for (RoomEvent event :
          store.page(EventQuery.after(room, -1).withLimit(EventQuery.MAX_LIMIT)).events()) {
        stored.put(event.id(), event.index());
        indices.add(event.index());
      }
    }
    assertThat(stored).isEqualTo(acknowledged).hasSize(CALLERS * MESSAGES);
    assertThat(indices)
        .containsExactlyElementsOf(LongStream.range(0, (long) CALLERS * MESSAGES).boxed().toList());
    assertThat(audit().ok()).isTrue();
  }
}
