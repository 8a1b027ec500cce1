package dev.turnwise.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnwise.RoomSpec;
import dev.turnwise.Turnwise;
import dev.turnwise.error.StoreUnavailableException;
import dev.turnwise.model.EventDraft;
import dev.turnwise.model.RoomEvent;
import dev.turnwise.result.InboundResult;
import dev.turnwise.store.AuditReport;
import dev.turnwise.store.EventQuery;
import dev.turnwise.testkit.fake.FakeChannel;
import dev.turnwise.testkit.server.PostgresServer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Two engines on one database, as two processes would be: each with its own pool, memory and
 * committers.
 */
class TwoWorkersTest {

  private static final int CALLERS = 32;

  private final TestDatabase database = new TestDatabase();
  private final List<Turnwise> workers = List.of(worker("one"), worker("two"));
  private final ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor();
  private final String room =
      workers.getFirst().createRoom(RoomSpec.create().withChannel("sms")).id();

  private Turnwise worker(String name) {
    return Turnwise.builder()
        .store(
            PostgresStore.builder().dsn(database.dsn()).applicationName("turnwise-" + name).build())
        .channel(FakeChannel.named("sms"))
        .workerId(name)
        .build();
  }

  @AfterEach
  void close() {
    callers.shutdownNow();
    workers.forEach(Turnwise::close);
    database.close();
  }

  private InboundResult send(int worker, String text) {
    return workers.get(worker % 2).sendEvent(room, "sms", EventDraft.text(text));
  }

  private List<RoomEvent> timeline() {
    List<RoomEvent> all = new ArrayList<>();
    long after = -1;
    while (true) {
      List<RoomEvent> page =
          workers
              .getFirst()
              .events(EventQuery.after(room, after).withLimit(EventQuery.MAX_LIMIT))
              .events();
      if (page.isEmpty()) {
        return all;
      }
      all.addAll(page);
      after = page.getLast().index();
    }
  }

  /** Every caller does this, each with its own number; failures come out. */
  private void inParallel(CallerTask task) throws Exception {
    List<Future<?>> running = new ArrayList<>();
    for (int caller = 0; caller < CALLERS; caller++) {
      int number = caller;
      running.add(
          callers.submit(
              () -> {
                task.run(number);
                return null;
              }));
    }
    for (Future<?> future : running) {
      future.get();
    }
  }

  private interface CallerTask {
    void run(int caller) throws Exception;
  }

  private static List<Long> upTo(int count) {
    return LongStream.range(0, count).boxed().toList();
  }

  private void auditIsClean() {
    AuditReport audit = new TestAudit(database).run();
    assertThat(audit.findings()).isEmpty();
    assertThat(audit.ok()).isTrue();
  }

  @Test
  void twentyThousandAppendsGetExactIndicesAndTrueAnswers() throws Exception {
    Map<UUID, Long> acknowledged = new ConcurrentHashMap<>();
    inParallel(
        caller -> {
          for (int i = 0; i < 20_000 / CALLERS; i++) {
            InboundResult.Stored stored = (InboundResult.Stored) send(caller + i, caller + "-" + i);
            acknowledged.put(stored.event().id(), stored.event().index());
          }
        });
    List<RoomEvent> timeline = timeline();
    assertThat(timeline).extracting(RoomEvent::index).containsExactlyElementsOf(upTo(20_000));
    Map<UUID, Long> stored = new HashMap<>();
    timeline.forEach(event -> stored.put(event.id(), event.index()));
    assertThat(stored).isEqualTo(acknowledged);
    assertThat(timeline).extracting(RoomEvent::committedBy).contains("one", "two");
    auditIsClean();
  }

  @Test
  void nothingIsStoredAfterTheCloseHasBeenAcknowledged() throws Exception {
    for (int round = 0; round < 20; round++) {
      String id = workers.getFirst().createRoom(RoomSpec.create().withChannel("sms")).id();
      AtomicBoolean closing = new AtomicBoolean();
      AtomicInteger stored = new AtomicInteger();
      AtomicInteger refused = new AtomicInteger();
      long[] endAtClose = new long[1];
      Future<?> closer =
          callers.submit(
              () -> {
                while (stored.get() < 20) {
                  Thread.onSpinWait();
                }
                workers.getLast().closeRoom(id);
                endAtClose[0] = workers.getLast().room(id).orElseThrow().latestIndex();
                closing.set(true);
                return null;
              });
      inParallel(
          caller -> {
            boolean after = false;
            while (!after) {
              after = closing.get();
              switch (workers.get(caller % 2).sendEvent(id, "sms", EventDraft.text("x"))) {
                case InboundResult.Stored event -> {
                  assertThat(after).as("stored after the close was acknowledged").isFalse();
                  stored.incrementAndGet();
                }
                case InboundResult.Refused refusal -> refused.incrementAndGet();
                default -> throw new AssertionError("neither stored nor refused");
              }
            }
          });
      closer.get();
      assertThat(workers.getFirst().room(id).orElseThrow().latestIndex())
          .isEqualTo(endAtClose[0])
          .isEqualTo(stored.get() - 1);
      assertThat(refused.get()).as("the race was really run").isPositive();
    }
    auditIsClean();
  }

  @Test
  void theSameKeyOfferedToBothAtOnceIsOneEvent() throws Exception {
    CyclicBarrier together = new CyclicBarrier(2);
    for (int round = 0; round < 200; round++) {
      String key = "key-" + round;
      List<Future<InboundResult>> offers = new ArrayList<>();
      for (Turnwise worker : workers) {
        offers.add(
            callers.submit(
                () -> {
                  together.await();
                  return worker.sendEvent(
                      room, "sms", EventDraft.text("same").withIdempotencyKey(key));
                }));
      }
      List<InboundResult> results = List.of(offers.get(0).get(), offers.get(1).get());
      assertThat(results).filteredOn(InboundResult.Stored.class::isInstance).hasSize(1);
      assertThat(results).filteredOn(InboundResult.Duplicate.class::isInstance).hasSize(1);
      assertThat(results.stream().map(TwoWorkersTest::eventId).distinct()).hasSize(1);
    }
    assertThat(timeline()).extracting(RoomEvent::index).containsExactlyElementsOf(upTo(200));
  }

  private static UUID eventId(InboundResult result) {
    return switch (result) {
      case InboundResult.Stored(var event) -> event.id();
      case InboundResult.Duplicate(var original, var differs) -> original.id();
      default -> throw new AssertionError("no event in " + result);
    };
  }

  @Test
  void terminatedBackendsLoseNothingAndDoubleNothing() throws Exception {
    AtomicInteger terminated = new AtomicInteger();
    Map<UUID, Long> acknowledged = new ConcurrentHashMap<>();
    inParallel(
        caller -> {
          for (int i = 0; i < 25; i++) {
            RoomEvent event = sendUntilAnswered(caller, caller + "-" + i);
            acknowledged.put(event.id(), event.index());
            if (caller == 0) {
              terminated.addAndGet(PostgresServer.shared().terminateBackends("turnwise-one"));
            }
          }
        });
    assertThat(terminated.get()).as("sessions were really cut off").isPositive();
    Map<UUID, Long> stored = new HashMap<>();
    timeline().forEach(event -> stored.put(event.id(), event.index()));
    assertThat(stored).isEqualTo(acknowledged).hasSize(CALLERS * 25);
    auditIsClean();
  }

  /** As a client would: what certainly was not stored goes again under its key. */
  private RoomEvent sendUntilAnswered(int worker, String key) {
    EventDraft draft = EventDraft.text(key).withIdempotencyKey(key);
    while (true) {
      try {
        return switch (workers.get(worker % 2).sendEvent(room, "sms", draft)) {
          case InboundResult.Stored(var event) -> event;
          case InboundResult.Duplicate(var original, var differs) -> original;
          default -> throw new AssertionError("no event");
        };
      } catch (StoreUnavailableException notStored) {
        assertThat(notStored).hasMessageContaining("nothing was stored");
      }
    }
  }
}
