package dev.turnwise.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.turnwise.RoomSpec;
import dev.turnwise.Turnwise;
import dev.turnwise.TurnwiseConfig;
import dev.turnwise.error.InvalidInputException;
import dev.turnwise.model.EventDraft;
import dev.turnwise.model.InboundMessage;
import dev.turnwise.model.RoomEvent;
import dev.turnwise.model.RoomStatus;
import dev.turnwise.model.RoomTimers;
import dev.turnwise.model.TextContent;
import dev.turnwise.result.InboundResult;
import dev.turnwise.store.EventPage;
import dev.turnwise.store.EventQuery;
import dev.turnwise.testkit.fake.FakeChannel;
import dev.turnwise.testkit.fault.Direction;
import dev.turnwise.testkit.fault.FaultProxy;
import dev.turnwise.testkit.fault.Link;
import dev.turnwise.testkit.fault.Moment;
import dev.turnwise.testkit.fault.TrafficMatcher;
import dev.turnwise.testkit.server.PostgresDsn;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.stream.LongStream;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Faults that people reported of systems like this one, each as a test that the fault would fail.
 */
class FieldReportsTest {

  private final TestDatabase database = new TestDatabase();
  private final PostgresDsn address = PostgresDsn.parse("dsn", database.dsn());
  private final FaultProxy proxy = FaultProxy.before(address.host(), address.port());
  private final AtomicReference<Consumer<String>> conversion = new AtomicReference<>(text -> {});
  private final List<Turnwise> workers = List.of(worker("one"), worker("two"));
  private final Turnwise turnwise = workers.getFirst();
  private final ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor();
  private final String room = turnwise.createRoom(RoomSpec.create().withChannel("sms")).id();

  private Turnwise worker(String name) {
    return Turnwise.builder()
        .store(PostgresStore.at(address.withAddress(proxy.host(), proxy.port()).jdbcUrl()))
        .channel(
            FakeChannel.named("sms")
                .converting(
                    (message, context) -> {
                      conversion.get().accept(context.roomId());
                      return EventDraft.of(message.content());
                    }))
        .channel(FakeChannel.named("web"))
        .config(TurnwiseConfig.DEFAULT.withTimerInterval(Duration.ofMillis(20)))
        .workerId(name)
        .build();
  }

  @AfterEach
  void close() {
    callers.shutdownNow();
    workers.forEach(Turnwise::close);
    proxy.close();
    database.close();
  }

  private static RoomEvent stored(InboundResult result) {
    assertThat(result).isInstanceOf(InboundResult.Stored.class);
    return ((InboundResult.Stored) result).event();
  }

  private List<RoomEvent> timeline() {
    return turnwise.events(EventQuery.after(room, -1).withLimit(EventQuery.MAX_LIMIT)).events();
  }

  private static void all(List<Future<?>> running) throws Exception {
    for (Future<?> future : running) {
      future.get();
    }
  }

  @Test
  void br02NulCharactersAreRefusedByNameAndTheNextMessageTakesTheNextIndex() {
    String nul = "Hello\u0000world";
    InboundMessage fine = InboundMessage.text("sms", "+1", "ok").withRoomId(room);
    List<Runnable> bad =
        List.of(
            () -> turnwise.processInbound(InboundMessage.text("sms", "+1", nul).withRoomId(room)),
            () -> turnwise.processInbound(fine.withMetadata(Map.of("key", nul))),
            () -> turnwise.processInbound(fine.withMetadata(Map.of(nul, "value"))),
            () ->
                turnwise.processInbound(fine.withMetadata(Map.of("a", List.of(Map.of("b", nul))))),
            () -> turnwise.processInbound(fine.toBuilder().rawPayload(nul).build()),
            () -> turnwise.processInbound(InboundMessage.text("sms", nul, "x").withRoomId(room)),
            () -> turnwise.processInbound(fine.withIdempotencyKey(nul)),
            () -> turnwise.processInbound(fine.withRoomId(nul)),
            () -> turnwise.sendEvent(nul, "sms", EventDraft.text("x")),
            () -> turnwise.sendEvent(room, "sms", EventDraft.text("lone \uD83D surrogate")),
            () -> turnwise.events(EventQuery.after(nul, -1)),
            () -> turnwise.createRoom(RoomSpec.create().withId(nul)));
    long next = 0;
    for (Runnable each : bad) {
      assertThatThrownBy(each::run)
          .isInstanceOf(InvalidInputException.class)
          .hasMessageNotContaining("\u0000")
          .hasMessageNotContaining("22021");
      assertThat(stored(turnwise.processInbound(fine)).index()).isEqualTo(next++);
    }
  }

  @Test
  void br28AFailedAttemptDoesNotBurnTheKey() {
    EventDraft rent = EventDraft.text("pay rent").withIdempotencyKey("k-burn-1");
    proxy.onTraffic(
        Direction.CLIENT_TO_SERVER,
        TrafficMatcher.containing("pay rent"),
        Moment.BEFORE_THEM,
        Link::cut);
    stored(turnwise.sendEvent(room, "sms", rent));
    assertThat(turnwise.sendEvent(room, "sms", rent)).isInstanceOf(InboundResult.Duplicate.class);
    assertThat(timeline()).hasSize(1);
  }

  @Test
  void br28AConversionThatFailsOnceDoesNotBurnTheKeyEither() {
    InboundMessage rent =
        InboundMessage.text("sms", "+1", "pay rent")
            .withRoomId(room)
            .withIdempotencyKey("k-burn-2");
    conversion.set(
        any -> {
          throw new IllegalStateException("first attempt");
        });
    assertThatThrownBy(() -> turnwise.processInbound(rent)).hasMessage("first attempt");
    conversion.set(any -> {});
    stored(turnwise.processInbound(rent));
    assertThat(timeline()).hasSize(1);
  }

  @Test
  void br43ATimerThatFiresDuringASendLeavesEitherAStoredOrARefusedMessage() {
    RoomTimers hasty = new RoomTimers(Duration.ofMillis(1), Duration.ofMillis(1));
    int woken = 0;
    for (int round = 0; round < 40; round++) {
      String id = turnwise.createRoom(RoomSpec.create().withChannel("sms").withTimers(hasty)).id();
      int stored = 0;
      while (turnwise.sendEvent(id, "sms", EventDraft.text("x")) instanceof InboundResult.Stored) {
        woken += stored++ > 0 ? 1 : 0;
        // The next send meets the timer that closes the paused room.
        await().pollInterval(Duration.ofMillis(1)).until(() -> status(id) != RoomStatus.ACTIVE);
      }
      assertThat(status(id)).isEqualTo(RoomStatus.CLOSED);
      assertThat(turnwise.room(id).orElseThrow().latestIndex()).isEqualTo(stored - 1);
    }
    assertThat(woken).as("some sends came before the close").isPositive();
  }

  private RoomStatus status(String roomId) {
    return turnwise.room(roomId).orElseThrow().status();
  }

  @Test
  void br45ASendToTheSameRoomFromInsideAConversionWorksFromAnyThread() throws Exception {
    AtomicBoolean first = new AtomicBoolean(true);
    conversion.set(
        id -> {
          if (first.compareAndSet(true, false)) {
            stored(turnwise.sendEvent(id, "sms", EventDraft.text("inner")));
            try {
              callers
                  .submit(() -> turnwise.sendEvent(id, "sms", EventDraft.text("other thread")))
                  .get();
            } catch (Exception e) {
              throw new AssertionError(e);
            }
          }
        });
    RoomEvent outer =
        stored(turnwise.processInbound(InboundMessage.text("sms", "+1", "outer").withRoomId(room)));
    assertThat(outer.index()).isEqualTo(2);
  }

  @Test
  void br58KeysBelongToTheirRoomOrConversation() {
    String other = turnwise.createRoom(RoomSpec.create().withChannel("sms")).id();
    EventDraft a = EventDraft.text("to A").withIdempotencyKey("42");
    stored(turnwise.sendEvent(room, "sms", a));
    stored(turnwise.sendEvent(other, "sms", EventDraft.text("to B").withIdempotencyKey("42")));
    turnwise.attach(room, "web");
    assertThat(turnwise.sendEvent(room, "web", a))
        .as("another channel of the same room: the room is the scope")
        .isInstanceOf(InboundResult.Duplicate.class);
    stored(turnwise.sendEvent(room, "sms", EventDraft.text("to A").withIdempotencyKey("42 ")));
    stored(turnwise.sendEvent(room, "sms", EventDraft.text("to A").withIdempotencyKey("４２")));
    InboundResult.Duplicate flagged =
        (InboundResult.Duplicate)
            turnwise.sendEvent(
                room, "sms", EventDraft.text("something else").withIdempotencyKey("42"));
    assertThat(flagged.payloadDiffers()).isTrue();
    assertThat(((TextContent) flagged.original().content()).text()).isEqualTo("to A");
    String longKey = "k".repeat(4_000);
    stored(turnwise.sendEvent(room, "sms", EventDraft.text("long").withIdempotencyKey(longKey)));
    assertThat(turnwise.sendEvent(room, "sms", EventDraft.text("long").withIdempotencyKey(longKey)))
        .isInstanceOf(InboundResult.Duplicate.class);
  }

  @Test
  void br66ADeletedEventsIndexIsNeverUsedAgain() throws Exception {
    List<Future<?>> running = new ArrayList<>();
    for (int caller = 0; caller < 16; caller++) {
      String name = "caller-" + caller;
      Turnwise worker = workers.get(caller % 2);
      running.add(
          callers.submit(
              () -> {
                for (int i = 0; i < 25; i++) {
                  EventDraft draft = EventDraft.text("%03d".formatted(i)).withCorrelationId(name);
                  stored(worker.sendEvent(room, "sms", draft));
                }
              }));
    }
    all(running);
    assertThat(timeline())
        .extracting(RoomEvent::index)
        .containsExactlyElementsOf(LongStream.range(0, 400).boxed().toList());
    UUID last = timeline().getLast().id();
    assertThat(turnwise.deleteEvent(room, last, true)).containsExactly(last);
    assertThat(stored(turnwise.sendEvent(room, "sms", EventDraft.text("next"))).index())
        .as("399 is gone, its marker is 400")
        .isEqualTo(401);
    assertThat(new TestAudit(database).run().findings()).isEmpty();
  }

  @Test
  void br67NoCarrierIsPinnedWhileManyRoomsWaitForASlowServer() throws Exception {
    List<RecordedEvent> pinned = new ArrayList<>();
    try (RecordingStream recording = new RecordingStream()) {
      recording.enable("jdk.VirtualThreadPinned").withThreshold(Duration.ofMillis(20));
      recording.onEvent("jdk.VirtualThreadPinned", pinned::add);
      recording.startAsync();
      proxy.delay(Duration.ofMillis(10));
      List<Future<?>> running = new ArrayList<>();
      for (int i = 0; i < 100; i++) {
        running.add(
            callers.submit(
                () -> {
                  String id = turnwise.createRoom(RoomSpec.create().withChannel("sms")).id();
                  for (int message = 0; message < 5; message++) {
                    stored(turnwise.sendEvent(id, "sms", EventDraft.text("x")));
                  }
                }));
      }
      all(running);
      recording.stop();
    }
    assertThat(pinned).isEmpty();
  }

  @Test
  void br71AReaderNeverSeesAnIndexBeforeTheOneBelowIt() throws Exception {
    database.run(
        """
        CREATE FUNCTION dawdle() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
          IF random() < 0.02 THEN PERFORM pg_sleep(0.1); END IF;
          RETURN NEW;
        END $$
        """);
    database.run(
        "CREATE TRIGGER dawdle BEFORE INSERT ON events FOR EACH ROW EXECUTE FUNCTION dawdle()");
    AtomicBoolean done = new AtomicBoolean();
    Future<List<Long>> reader =
        callers.submit(
            () -> {
              List<Long> seen = new ArrayList<>();
              boolean last = false;
              while (!last) {
                last = done.get();
                long after = seen.isEmpty() ? -1 : seen.getLast();
                EventPage page = workers.get(1).events(EventQuery.after(room, after));
                page.events().forEach(event -> seen.add(event.index()));
              }
              return seen;
            });
    List<Future<?>> writers = new ArrayList<>();
    for (int writer = 0; writer < 8; writer++) {
      Turnwise worker = workers.get(writer % 2);
      writers.add(
          callers.submit(
              () -> {
                for (int i = 0; i < 40; i++) {
                  stored(worker.sendEvent(room, "sms", EventDraft.text("x")));
                }
              }));
    }
    all(writers);
    done.set(true);
    assertThat(reader.get()).containsExactlyElementsOf(LongStream.range(0, 320).boxed().toList());
  }
}
