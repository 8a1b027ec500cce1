package dev.turnwise.testkit.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.turnwise.EventUpdate;
import dev.turnwise.RoomSpec;
import dev.turnwise.Turnwise;
import dev.turnwise.TurnwiseConfig;
import dev.turnwise.commit.CommitConfig;
import dev.turnwise.error.EngineClosedException;
import dev.turnwise.error.InvalidInputException;
import dev.turnwise.error.OutcomeUnknownException;
import dev.turnwise.error.ProcessTimeoutException;
import dev.turnwise.error.StoreUnavailableException;
import dev.turnwise.hook.Hook;
import dev.turnwise.hook.HookResult;
import dev.turnwise.lock.InMemoryLockManager;
import dev.turnwise.lock.RoomLock;
import dev.turnwise.memory.InMemoryStore;
import dev.turnwise.model.EditContent;
import dev.turnwise.model.EventDraft;
import dev.turnwise.model.InboundMessage;
import dev.turnwise.model.RoomEvent;
import dev.turnwise.model.TextContent;
import dev.turnwise.result.InboundResult;
import dev.turnwise.store.ConversationStore;
import dev.turnwise.store.EventQuery;
import dev.turnwise.store.RoomChange;
import dev.turnwise.testkit.fake.FakeChannel;
import dev.turnwise.testkit.fake.FaultyStore;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What happens to requests in doubt when something else happens first; found by the simulator. */
class DoubtTest {

  private static final Duration SHORT = Duration.ofMillis(300);
  private static final Duration LONG = Duration.ofSeconds(20);

  private final InMemoryStore real = new InMemoryStore();
  private final FaultyStore faults = FaultyStore.around(real);
  private final InMemoryLockManager locks = new InMemoryLockManager();
  private final ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor();
  private final Turnwise turnwise = engine(faults.store());
  private final String room = turnwise.createRoom(RoomSpec.create().withChannel("sms")).id();

  private Turnwise engine(ConversationStore store) {
    return Turnwise.builder()
        .store(store)
        .keepOpen()
        .lockManager(locks)
        .channel(FakeChannel.named("sms"))
        .config(
            TurnwiseConfig.DEFAULT
                .withProcessTimeout(SHORT)
                .withShutdownTimeout(LONG)
                .withCommit(CommitConfig.DEFAULT.withCommitTimeout(SHORT)))
        .build();
  }

  @AfterEach
  void close() {
    callers.shutdownNow();
    turnwise.close();
  }

  private InboundResult send(String text) {
    return turnwise.sendEvent(room, "sms", EventDraft.text(text));
  }

  private List<RoomEvent> timeline() {
    return real.page(EventQuery.after(room, -1)).events();
  }

  /** Loses a commit's answer, and has the worker learn that hooks elsewhere gate the room now. */
  private void gateTheRoomInDoubt() {
    faults.next(
        (batch, commit) -> {
          commit.commit(batch);
          real.change(new RoomChange.SetGate(room, true));
          turnwise.bindings(room);
          throw new OutcomeUnknownException("the batch", "the test lost the answer", null);
        });
  }

  @Test
  void aRequestInDoubtWhoseRoomIsGatedMeanwhileWaitsForTheLockBeyondItsDeadline() {
    gateTheRoomInDoubt();
    InboundResult.Unknown unknown;
    try (RoomLock _ = locks.acquire("room:" + room, LONG)) {
      unknown = (InboundResult.Unknown) send("stored, as it happens");
      assertThat(unknown.completion().await(SHORT.multipliedBy(3)))
          .as("the lock is still another's")
          .isEmpty();
    }
    assertThat(unknown.completion().await(LONG))
        .hasValueSatisfying(result -> assertThat(result).isInstanceOf(InboundResult.Stored.class));
    assertThat(timeline()).extracting(RoomEvent::id).containsExactly(unknown.eventId());
    await().until(() -> turnwise.pendingCommits() == 0);
  }

  @Test
  void aRequestWhoseFenceFailsAfterItsCallerHasLeftWithAPromiseKeepsThatPromise() {
    real.change(new RoomChange.SetGate(room, true));
    CountDownLatch callerHasLeft = new CountDownLatch(1);
    faults.next(
        (batch, commit) -> {
          awaitLatch(callerHasLeft);
          real.change(new RoomChange.SetGate(room, false));
          real.change(new RoomChange.SetGate(room, true));
          return commit.commit(batch);
        });
    InboundResult.Unknown unknown = (InboundResult.Unknown) send("too late");
    callerHasLeft.countDown();
    assertThatThrownBy(() -> unknown.completion().await(LONG))
        .isInstanceOf(ProcessTimeoutException.class);
    assertThat(timeline()).isEmpty();
    await().until(() -> turnwise.pendingCommits() == 0);
  }

  private static void awaitLatch(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void aChangeInDoubtThatTheStoreRefusesDoesNotHoldUpItsRoom() {
    RoomEvent message = ((InboundResult.Stored) edit(send("helo"))).event();
    faults.loseNextRequest();
    EventUpdate nonsense = EventUpdate.ofContent(new TextContent("an edit that edits nothing"));
    assertThatThrownBy(() -> turnwise.updateEvent(room, message.id(), nonsense))
        .isInstanceOf(InvalidInputException.class);
    assertThat(send("next")).isInstanceOf(InboundResult.Stored.class);
  }

  private InboundResult edit(InboundResult message) {
    RoomEvent target = ((InboundResult.Stored) message).event();
    return turnwise.sendEvent(
        room,
        "system",
        EventDraft.of(new EditContent(target.id(), new TextContent("hello"), "system")));
  }

  @Test
  void aHookMayInjectBehindAnEdit() {
    InboundResult first =
        turnwise.processInbound(InboundMessage.text("sms", "alice", "helo").withRoomId(room));
    RoomEvent message = ((InboundResult.Stored) first).event();
    turnwise.hook(
        Hook.beforeBroadcast(
            "notary",
            (event, context) -> {
              context.inject(EventDraft.text("seen: " + event.type()));
              return HookResult.allow();
            }));
    InboundResult edited =
        turnwise.processInbound(
            InboundMessage.of(
                    "sms",
                    "alice",
                    new EditContent(message.id(), new TextContent("hello"), "sender"))
                .withRoomId(room));
    assertThat(edited).isInstanceOf(InboundResult.Stored.class);
    assertThat(timeline())
        .extracting(RoomEvent::content)
        .startsWith(new TextContent("hello"))
        .endsWith(new TextContent("seen: EDIT"))
        .hasSize(3);
  }

  @Test
  void aHookInjectsNothingBehindAnEditThatIsRefused() {
    RoomEvent message = ((InboundResult.Stored) send("mine")).event();
    turnwise.hook(
        Hook.beforeBroadcast(
            "notary",
            (event, context) -> {
              context.inject(EventDraft.text("seen"));
              return HookResult.allow();
            }));
    InboundResult refused =
        turnwise.processInbound(
            InboundMessage.of(
                    "sms",
                    "mallory",
                    new EditContent(message.id(), new TextContent("yours"), "sender"))
                .withRoomId(room));
    assertThat(refused).isInstanceOf(InboundResult.Refused.class);
    assertThat(timeline()).hasSize(1);
  }

  @Test
  void closingWaitsForTheGatesThatAreOnTheirWay() throws Exception {
    CountDownLatch asked = new CountDownLatch(1);
    CountDownLatch decide = new CountDownLatch(1);
    Turnwise patient =
        Turnwise.builder()
            .store(real)
            .keepOpen()
            .lockManager(locks)
            .channel(FakeChannel.named("sms"))
            .hook(
                Hook.beforeBroadcast(
                    "slow",
                    (event, context) -> {
                      asked.countDown();
                      decide.await();
                      return HookResult.allow();
                    }))
            .build();
    Future<InboundResult> sent =
        callers.submit(() -> patient.sendEvent(room, "sms", EventDraft.text("just in time")));
    asked.await();
    Future<?> closed = callers.submit(patient::close);
    await().until(() -> isClosing(patient));
    assertThat(closed.isDone()).isFalse();
    decide.countDown();
    closed.get();
    assertThat(sent.get()).isInstanceOf(InboundResult.Stored.class);
    assertThat(timeline()).hasSize(1);
    assertThat(patient.pendingCommits()).isZero();
    assertThat(patient.busyRooms()).isZero();
  }

  private boolean isClosing(Turnwise engine) {
    try {
      engine.createRoom(RoomSpec.create());
      return false;
    } catch (EngineClosedException closing) {
      return true;
    }
  }

  @Test
  void anEngineThatMayNotRegisterLeavesNoCommittersBehind() {
    AtomicBoolean refused = new AtomicBoolean();
    ConversationStore strict =
        (ConversationStore)
            Proxy.newProxyInstance(
                ConversationStore.class.getClassLoader(),
                new Class<?>[] {ConversationStore.class},
                (self, method, arguments) -> {
                  if (method.getName().equals("register")) {
                    refused.set(true);
                    throw new StoreUnavailableException("register", "the test refuses", null);
                  }
                  try {
                    return method.invoke(real, arguments);
                  } catch (InvocationTargetException wrapped) {
                    throw Objects.requireNonNull(wrapped.getCause());
                  }
                });
    long before = committers();
    assertThatThrownBy(() -> engine(strict)).isInstanceOf(StoreUnavailableException.class);
    assertThat(refused).isTrue();
    assertThat(committers()).isLessThanOrEqualTo(before);
  }

  private static long committers() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().startsWith("turnwise-committer"))
        .count();
  }
}
