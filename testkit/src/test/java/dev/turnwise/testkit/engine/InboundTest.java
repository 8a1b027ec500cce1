package dev.turnwise.testkit.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.turnwise.RoomSpec;
import dev.turnwise.Turnwise;
import dev.turnwise.TurnwiseBuilder;
import dev.turnwise.TurnwiseConfig;
import dev.turnwise.error.ChannelNotFoundException;
import dev.turnwise.error.InvalidInputException;
import dev.turnwise.error.ProcessTimeoutException;
import dev.turnwise.error.RoomNotFoundException;
import dev.turnwise.memory.InMemoryStore;
import dev.turnwise.model.ChannelDirection;
import dev.turnwise.model.EventDraft;
import dev.turnwise.model.InboundMessage;
import dev.turnwise.model.Participant;
import dev.turnwise.model.RoomEvent;
import dev.turnwise.observe.FrameworkEvent;
import dev.turnwise.result.InboundResult;
import dev.turnwise.result.RefusalReason;
import dev.turnwise.store.EventQuery;
import dev.turnwise.store.RoomFilter;
import dev.turnwise.testkit.fake.FakeChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class InboundTest {

  private final InMemoryStore store = new InMemoryStore();
  private final List<Turnwise> engines = new ArrayList<>();
  private final ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor();

  private Turnwise engine(FakeChannel... channels) {
    return engine(TurnwiseConfig.DEFAULT, channels);
  }

  private Turnwise engine(TurnwiseConfig config, FakeChannel... channels) {
    TurnwiseBuilder builder = Turnwise.builder().store(store).keepOpen().config(config);
    for (FakeChannel channel : channels) {
      builder.channel(channel);
    }
    Turnwise engine = builder.build();
    engines.add(engine);
    return engine;
  }

  @AfterEach
  void close() {
    callers.shutdownNow();
    engines.forEach(Turnwise::close);
  }

  private static RoomEvent stored(InboundResult result) {
    assertThat(result).isInstanceOf(InboundResult.Stored.class);
    return ((InboundResult.Stored) result).event();
  }

  @Test
  void aFirstMessageOpensARoomAndIsIndexZero() {
    Turnwise turnwise = engine(FakeChannel.named("sms"));
    RoomEvent event = stored(turnwise.processInbound(InboundMessage.text("sms", "+1", "hello")));
    assertThat(event.index()).isZero();
    assertThat(event.source().provider()).isEqualTo("test");
    assertThat(turnwise.participants(event.roomId()))
        .extracting(Participant::id)
        .containsExactly("+1");
    assertThat(turnwise.bindings(event.roomId())).hasSize(1);
  }

  @Test
  void aSenderComesBackToItsOwnRoomAndNobodyElseDoes() {
    Turnwise turnwise = engine(FakeChannel.named("sms"));
    String first =
        stored(turnwise.processInbound(InboundMessage.text("sms", "+1", "hello"))).roomId();
    String other =
        stored(turnwise.processInbound(InboundMessage.text("sms", "+2", "hello"))).roomId();
    assertThat(other)
        .as("a stranger must not land in the first customer's room")
        .isNotEqualTo(first);
    assertThat(stored(turnwise.processInbound(InboundMessage.text("sms", "+1", "again"))).roomId())
        .isEqualTo(first);
    assertThat(stored(turnwise.processInbound(InboundMessage.text("sms", "+2", "again"))).roomId())
        .isEqualTo(other);
  }

  @Test
  void aChannelAttachedToOneRoomLeadsThereAndOneAttachedToTwoDoesNotGuess() {
    Turnwise turnwise = engine(FakeChannel.named("desk"));
    String only = turnwise.createRoom(RoomSpec.create().withChannel("desk")).id();
    assertThat(stored(turnwise.processInbound(InboundMessage.text("desk", "+1", "hello"))).roomId())
        .isEqualTo(only);
    turnwise.createRoom(RoomSpec.create().withChannel("desk"));
    assertThat(
            stored(turnwise.processInbound(InboundMessage.text("desk", "+9", "who am I"))).roomId())
        .isNotEqualTo(only);
  }

  @Test
  void chatsOfTheSameSenderAreRoomsOfTheirOwn() {
    Turnwise turnwise = engine(FakeChannel.named("tg"));
    InboundMessage message = InboundMessage.text("tg", "alice", "hello").withIdempotencyKey("42");
    String a = stored(turnwise.processInbound(message.withChatId("chat-a"))).roomId();
    String b = stored(turnwise.processInbound(message.withChatId("chat-b"))).roomId();
    assertThat(b).as("message 42 of another chat is another message").isNotEqualTo(a);
    assertThat(turnwise.processInbound(message.withChatId("chat-a")))
        .isInstanceOf(InboundResult.Duplicate.class);
  }

  @Test
  void twoFirstMessagesAtOnceOpenOneRoom() throws Exception {
    Turnwise one = engine(FakeChannel.named("sms"));
    Turnwise two = engine(FakeChannel.named("sms"));
    for (int round = 0; round < 30; round++) {
      String sender = "+49" + round;
      CyclicBarrier start = new CyclicBarrier(2);
      List<Future<InboundResult>> results =
          List.of(one, two).stream()
              .map(
                  engine ->
                      callers.submit(
                          () -> {
                            start.await();
                            return engine.processInbound(
                                InboundMessage.text("sms", sender, "hello"));
                          }))
              .toList();
      RoomEvent a = stored(results.get(0).get());
      RoomEvent b = stored(results.get(1).get());
      assertThat(a.roomId()).isEqualTo(b.roomId());
      assertThat(List.of(a.index(), b.index())).containsExactlyInAnyOrder(0L, 1L);
    }
  }

  @Test
  void aPausedRoomIsFoundAndWokenAndAClosedOneIsNot() {
    Turnwise turnwise = engine(FakeChannel.named("sms"));
    String room =
        stored(turnwise.processInbound(InboundMessage.text("sms", "+1", "hello"))).roomId();
    turnwise.pause(room);
    assertThat(
            stored(turnwise.processInbound(InboundMessage.text("sms", "+1", "still there")))
                .roomId())
        .isEqualTo(room);
    assertThat(turnwise.room(room).orElseThrow().status())
        .isEqualTo(dev.turnwise.model.RoomStatus.ACTIVE);
    turnwise.closeRoom(room);
    assertThat(
            stored(turnwise.processInbound(InboundMessage.text("sms", "+1", "new matter")))
                .roomId())
        .isNotEqualTo(room);
  }

  @Test
  void aRepeatAfterTheRoomWasClosedFindsItsOriginalAndOpensNothing() {
    Turnwise turnwise = engine(FakeChannel.named("sms"));
    InboundMessage message = InboundMessage.text("sms", "+1", "hello").withIdempotencyKey("m-1");
    String room = stored(turnwise.processInbound(message)).roomId();
    turnwise.closeRoom(room);
    assertThat(turnwise.processInbound(message)).isInstanceOf(InboundResult.Duplicate.class);
    assertThat(turnwise.rooms(RoomFilter.of(null))).hasSize(1);
  }

  @Test
  void organisationsAreKeptApart() {
    FakeChannel acme = FakeChannel.named("acme-sms").of("acme");
    FakeChannel globex = FakeChannel.named("globex-sms").of("globex");
    Turnwise turnwise = engine(acme, globex);
    String room =
        stored(turnwise.processInbound(InboundMessage.text("acme-sms", "+1", "hello"))).roomId();
    String other =
        stored(turnwise.processInbound(InboundMessage.text("globex-sms", "+1", "hello"))).roomId();
    assertThat(other).isNotEqualTo(room);
    assertThatThrownBy(
            () ->
                turnwise.processInbound(
                    InboundMessage.text("globex-sms", "+1", "let me in").withRoomId(room)))
        .as("a room of another organisation looks like none")
        .isInstanceOf(RoomNotFoundException.class);
    assertThat(turnwise.rooms(RoomFilter.of("acme"))).extracting(r -> r.id()).containsExactly(room);
    assertThat(turnwise.rooms(RoomFilter.of(null))).isEmpty();
  }

  @Test
  void aChannelThatWasNeverAttachedAttachesItselfAndADetachedOneDoesNot() {
    Turnwise turnwise = engine(FakeChannel.named("sms"), FakeChannel.named("web"));
    Turnwise elsewhere = engine(FakeChannel.named("sms"), FakeChannel.named("web"));
    String room = turnwise.createRoom(RoomSpec.create().withChannel("sms")).id();
    InboundMessage message = InboundMessage.text("web", "bob", "hi").withRoomId(room);
    assertThat(stored(elsewhere.processInbound(message)).index())
        .as("attaching itself leaves no marker")
        .isZero();
    turnwise.detach(room, "web");
    assertThat(elsewhere.processInbound(message))
        .isEqualTo(new InboundResult.Refused(RefusalReason.CHANNEL_NOT_ATTACHED));
    turnwise.attach(room, "web");
    assertThat(stored(elsewhere.processInbound(message)).index()).isEqualTo(3);
  }

  @Test
  void aSlowConversionIsAbandonedAndStoresNothing() {
    CountDownLatch never = new CountDownLatch(1);
    FakeChannel slow =
        FakeChannel.named("slow")
            .converting(
                (message, context) -> {
                  try {
                    never.await();
                  } catch (InterruptedException e) {
                    throw new AssertionError("nobody interrupts a channel", e);
                  }
                  return EventDraft.text("late");
                });
    Turnwise turnwise =
        engine(TurnwiseConfig.DEFAULT.withProcessTimeout(Duration.ofMillis(100)), slow);
    String room = turnwise.createRoom(RoomSpec.create().withChannel("slow")).id();
    List<FrameworkEvent> told = new CopyOnWriteArrayList<>();
    turnwise.on(FrameworkEvent.ProcessTimedOut.class, told::add);
    assertThatThrownBy(
            () -> turnwise.processInbound(InboundMessage.text("slow", "+1", "x").withRoomId(room)))
        .isInstanceOf(ProcessTimeoutException.class)
        .hasMessageContaining("nothing was stored");
    never.countDown();
    await().untilAsserted(() -> assertThat(told).hasSize(1));
    assertThat(turnwise.events(EventQuery.after(room, -1)).events()).isEmpty();
  }

  @Test
  void aChannelThatRejectsAMessageStoresNothing() {
    FakeChannel strict =
        FakeChannel.named("strict")
            .converting(
                (message, context) -> {
                  throw new IllegalStateException("no signature");
                });
    Turnwise turnwise = engine(strict);
    String room = turnwise.createRoom(RoomSpec.create().withChannel("strict")).id();
    assertThatThrownBy(
            () ->
                turnwise.processInbound(InboundMessage.text("strict", "+1", "x").withRoomId(room)))
        .hasMessage("no signature");
    assertThat(turnwise.events(EventQuery.after(room, -1)).events()).isEmpty();
  }

  @Test
  void aChannelThatAnswersNothingIsToldSoAndNotCalledLate() {
    FakeChannel silent = FakeChannel.named("silent").converting((message, context) -> nothing());
    Turnwise turnwise = engine(silent);
    String room = turnwise.createRoom(RoomSpec.create().withChannel("silent")).id();
    assertThatThrownBy(
            () ->
                turnwise.processInbound(InboundMessage.text("silent", "+1", "x").withRoomId(room)))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("draft");
  }

  /** What code without null checks may return. */
  @SuppressWarnings("NullAway")
  private static EventDraft nothing() {
    return null;
  }

  @Test
  @SuppressWarnings("NullAway")
  void missingArgumentsAreNamedAndHurtNothing() {
    Turnwise turnwise = engine(FakeChannel.named("sms"));
    String room = turnwise.createRoom(RoomSpec.create().withChannel("sms")).id();
    List<ThrowingCallable> calls =
        List.of(
            () -> turnwise.processInbound(null),
            () -> turnwise.sendEvent(room, "sms", null),
            () -> turnwise.sendEvent(room, null, EventDraft.text("x")),
            () -> turnwise.on(null, event -> {}),
            () -> turnwise.on(FrameworkEvent.class, null),
            () -> turnwise.event(room, null),
            () -> turnwise.deleteEvent(room, null, true),
            () -> turnwise.createRoom(null));
    for (ThrowingCallable call : calls) {
      assertThatThrownBy(call).isInstanceOf(InvalidInputException.class);
    }
    assertThatThrownBy(() -> turnwise.patchMetadata(room, Map.of("much", "x".repeat(100_000))))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("room.metadata");
    assertThat(stored(turnwise.sendEvent(room, "sms", EventDraft.text("fine"))).index()).isZero();
  }

  @Test
  void aChannelSeesTheRoomThatItsMessageGoesTo() {
    FakeChannel counting =
        FakeChannel.named("counting")
            .converting(
                (message, context) -> EventDraft.text("after " + context.recentEvents(10).size()));
    Turnwise turnwise = engine(counting);
    String room = turnwise.createRoom(RoomSpec.create().withChannel("counting")).id();
    InboundMessage message = InboundMessage.text("counting", "+1", "x").withRoomId(room);
    turnwise.processInbound(message);
    RoomEvent second = stored(turnwise.processInbound(message));
    assertThat(second.content()).isEqualTo(EventDraft.text("after 1").content());
  }

  @Test
  void badAddressesGetTypedAnswersAndTheNextMessageTheNextIndex() {
    FakeChannel out = FakeChannel.named("push").going(ChannelDirection.OUTBOUND);
    Turnwise turnwise = engine(FakeChannel.named("sms"), out);
    String room = turnwise.createRoom(RoomSpec.create().withChannel("sms")).id();
    assertThatThrownBy(() -> turnwise.processInbound(InboundMessage.text("fax", "+1", "x")))
        .isInstanceOf(ChannelNotFoundException.class)
        .hasMessageContaining("sms");
    assertThatThrownBy(() -> turnwise.processInbound(InboundMessage.text("push", "+1", "x")))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("message.channel_id");
    assertThatThrownBy(
            () ->
                turnwise.processInbound(
                    InboundMessage.text("sms", "+1", "x").withRoomId("nowhere")))
        .isInstanceOf(RoomNotFoundException.class);
    assertThatThrownBy(() -> turnwise.sendEvent("nowhere", "sms", EventDraft.text("x")))
        .isInstanceOf(RoomNotFoundException.class);
    assertThatThrownBy(() -> turnwise.events(EventQuery.after("nowhere", -1)))
        .isInstanceOf(RoomNotFoundException.class);
    assertThatThrownBy(() -> turnwise.sendEvent(room, "sms", EventDraft.text("x".repeat(300_000))))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("content");
    assertThat(
            stored(
                    turnwise.processInbound(
                        InboundMessage.text("sms", "+1", "fine").withRoomId(room)))
                .index())
        .isZero();
  }
}
