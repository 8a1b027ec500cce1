package dev.turnwise.testkit.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.turnwise.RoomSpec;
import dev.turnwise.Turnwise;
import dev.turnwise.TurnwiseConfig;
import dev.turnwise.error.ConfigurationException;
import dev.turnwise.error.ProcessTimeoutException;
import dev.turnwise.error.RoomBusyException;
import dev.turnwise.error.StoreUnavailableException;
import dev.turnwise.hook.Hook;
import dev.turnwise.hook.HookFilter;
import dev.turnwise.hook.HookPayload;
import dev.turnwise.hook.HookRegistration;
import dev.turnwise.hook.HookResult;
import dev.turnwise.hook.HookTrigger;
import dev.turnwise.hook.InjectedEvent;
import dev.turnwise.hook.SideEffects;
import dev.turnwise.lock.InMemoryLockManager;
import dev.turnwise.memory.InMemoryStore;
import dev.turnwise.model.EditContent;
import dev.turnwise.model.EventDraft;
import dev.turnwise.model.EventStatus;
import dev.turnwise.model.InboundMessage;
import dev.turnwise.model.Observation;
import dev.turnwise.model.RoomEvent;
import dev.turnwise.model.TextContent;
import dev.turnwise.observe.FrameworkEvent;
import dev.turnwise.result.InboundResult;
import dev.turnwise.store.EventQuery;
import dev.turnwise.store.RoomOutcome;
import dev.turnwise.testkit.fake.FakeChannel;
import dev.turnwise.testkit.fake.FaultyStore;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class HooksTest {

  private final FaultyStore faults = FaultyStore.around(new InMemoryStore());
  private final ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor();
  private final List<Turnwise> engines = new ArrayList<>();
  private final InMemoryLockManager locks = new InMemoryLockManager();
  private final Turnwise turnwise = engine(TurnwiseConfig.DEFAULT);
  private final String room = turnwise.createRoom(RoomSpec.create().withChannel("sms")).id();

  private Turnwise engine(TurnwiseConfig config) {
    Turnwise engine =
        Turnwise.builder()
            .store(faults.store())
            .keepOpen()
            .lockManager(locks)
            .channel(FakeChannel.named("sms"))
            .channel(FakeChannel.named("web"))
            .config(config)
            .build();
    engines.add(engine);
    return engine;
  }

  @AfterEach
  void close() {
    callers.shutdownNow();
    engines.forEach(Turnwise::close);
  }

  private InboundResult send(String text) {
    return turnwise.sendEvent(room, "sms", EventDraft.text(text));
  }

  private List<RoomEvent> timeline() {
    return turnwise.events(EventQuery.after(room, -1).withLimit(1_000)).events();
  }

  private static String text(RoomEvent event) {
    return ((TextContent) event.content()).text();
  }

  private static RoomEvent stored(InboundResult result) {
    assertThat(result).isInstanceOf(InboundResult.Stored.class);
    return ((InboundResult.Stored) result).event();
  }

  private <E extends FrameworkEvent> List<E> listen(Class<E> kind) {
    List<E> heard = new CopyOnWriteArrayList<>();
    turnwise.on(kind, heard::add);
    return heard;
  }

  private static HookResult append(RoomEvent event, String more) {
    return HookResult.rewrite(event, new TextContent(text(event) + more));
  }

  @Test
  void hooksRunByPriorityAndSeeWhatEarlierOnesChanged() {
    turnwise.hook(
        Hook.beforeBroadcast("second", (event, context) -> append(event, "2")).withPriority(2));
    turnwise.hook(
        Hook.beforeBroadcast("first", (event, context) -> append(event, "1")).withPriority(1));
    turnwise.hook(
        room,
        Hook.beforeBroadcast("room's own", (event, context) -> append(event, "r")).withPriority(1));
    assertThat(text(stored(send("")))).isEqualTo("1r2");
  }

  @Test
  void aBlockStopsLaterHooksAndKeepsTheEventForAudit() {
    AtomicInteger asked = new AtomicInteger();
    turnwise.hook(
        Hook.beforeBroadcast("scanner", (event, context) -> HookResult.block("has a card number")));
    turnwise.hook(
        Hook.beforeBroadcast(
                "later",
                (event, context) -> {
                  asked.incrementAndGet();
                  return HookResult.allow();
                })
            .withPriority(1));
    List<FrameworkEvent.EventBlocked> told = listen(FrameworkEvent.EventBlocked.class);
    InboundResult.Blocked blocked = (InboundResult.Blocked) send("4111 1111");
    assertThat(blocked.by()).isEqualTo("scanner");
    assertThat(blocked.reason()).isEqualTo("has a card number");
    assertThat(blocked.event().index()).isZero();
    assertThat(asked).hasValue(0);
    assertThat(timeline()).extracting(RoomEvent::status).containsExactly(EventStatus.BLOCKED);
    await().untilAsserted(() -> assertThat(told).hasSize(1));
  }

  @Test
  void aModificationIsWhatIsStoredEvenAnEmptyOne() {
    turnwise.hook(
        Hook.beforeBroadcast(
            "redact", (event, context) -> HookResult.rewrite(event, new TextContent(""))));
    assertThat(text(stored(send("secret")))).isEmpty();
    assertThat(text(timeline().getFirst())).isEmpty();
  }

  @Test
  void aHookThatFailsLetsPassUnlessItFailsClosed() {
    List<FrameworkEvent.HookFailed> told = listen(FrameworkEvent.HookFailed.class);
    HookRegistration open =
        turnwise.hook(
            Hook.beforeBroadcast(
                "broken",
                (event, context) -> {
                  throw new IllegalStateException("bug");
                }));
    assertThat(send("passes")).isInstanceOf(InboundResult.Stored.class);
    open.close();
    turnwise.hook(
        Hook.beforeBroadcast(
                "careful",
                (event, context) -> {
                  throw new IllegalStateException("bug");
                })
            .withFailClosed());
    assertThat(((InboundResult.Blocked) send("stops")).by()).isEqualTo("careful");
    await()
        .untilAsserted(
            () ->
                assertThat(told)
                    .extracting(FrameworkEvent.HookFailed::hook)
                    .contains("broken", "careful"));
  }

  @Test
  void anAnswerAboutAnotherEventIsUnusable() {
    turnwise.hook(
        Hook.beforeBroadcast(
            "confused",
            (event, context) ->
                HookResult.modify(event.toBuilder().id(UUID.randomUUID()).build())));
    assertThat(text(stored(send("as it was")))).isEqualTo("as it was");
  }

  @Test
  void aHookThatIgnoresItsTimeIsLeftBehindAndNothingItDoesLaterCounts() throws Exception {
    CountDownLatch late = new CountDownLatch(1);
    CountDownLatch injected = new CountDownLatch(1);
    List<Throwable> refusedLater = new CopyOnWriteArrayList<>();
    turnwise.hook(
        Hook.beforeBroadcast(
                "slow",
                (event, context) -> {
                  late.await();
                  try {
                    context.inject(EventDraft.text("too late"));
                  } catch (IllegalStateException refused) {
                    refusedLater.add(refused);
                  }
                  injected.countDown();
                  return HookResult.block("too late");
                })
            .withTimeout(Duration.ofMillis(50)));
    List<FrameworkEvent.HookTimedOut> told = listen(FrameworkEvent.HookTimedOut.class);
    assertThat(send("passes")).isInstanceOf(InboundResult.Stored.class);
    late.countDown();
    injected.await();
    assertThat(refusedLater).hasSize(1);
    await().untilAsserted(() -> assertThat(told).hasSize(1));
    assertThat(timeline()).extracting(HooksTest::text).containsExactly("passes");
  }

  @Test
  void filtersRestrictWhatAHookIsAskedAbout() {
    turnwise.hook(
        Hook.beforeBroadcast("web only", (event, context) -> HookResult.block("no"))
            .withFilter(new HookFilter(Set.of(), Set.of("web"), Set.of())));
    turnwise.attach(room, "web");
    assertThat(send("sms passes")).isInstanceOf(InboundResult.Stored.class);
    assertThat(turnwise.sendEvent(room, "web", EventDraft.text("web does not")))
        .isInstanceOf(InboundResult.Blocked.class);
  }

  @Test
  void aHooksSideEffectsAreKeptAlsoWhenItBlocks() {
    turnwise.hook(
        Hook.beforeBroadcast(
            "scanner",
            (event, context) ->
                HookResult.block("violation")
                    .with(
                        new SideEffects(
                            List.of(InjectedEvent.to(EventDraft.text("please do not"), "sms")),
                            List.of(),
                            List.of(
                                new Observation(
                                    UUID.randomUUID(),
                                    event.roomId(),
                                    "compliance_violation",
                                    Map.of(),
                                    null,
                                    Instant.EPOCH,
                                    Map.of()))))));
    send("bad");
    assertThat(timeline()).extracting(RoomEvent::index).containsExactly(0L, 1L);
    assertThat(timeline().get(1).targets()).containsExactly("sms");
    assertThat(timeline().get(1).source().isSystem()).isTrue();
    await().untilAsserted(() -> assertThat(turnwise.observations(room)).hasSize(1));
  }

  @Test
  void aSendToItsOwnRoomFromInsideAHookIsCommittedRightBehindTheTrigger() {
    turnwise.hook(
        Hook.beforeBroadcast(
            "greeter",
            (event, context) -> {
              if (event.source().isSystem()) {
                return HookResult.allow();
              }
              InboundResult result =
                  turnwise.sendEvent(event.roomId(), "sms", EventDraft.text("behind"));
              assertThat(result).isInstanceOf(InboundResult.Injected.class);
              return HookResult.allow();
            }));
    assertThat(stored(send("trigger")).index()).isZero();
    assertThat(timeline()).extracting(HooksTest::text).containsExactly("trigger", "behind");
  }

  /** BR-45: re-entrancy is seen by scope, never by thread. */
  @Test
  void aSendToItsOwnRoomFromAnotherThreadNeverHangsTheRoom() {
    turnwise.hook(
        Hook.beforeBroadcast(
                "asynchronous",
                (event, context) -> {
                  if (text(event).equals("trigger")) {
                    CompletableFuture.supplyAsync(
                            () ->
                                turnwise.sendEvent(room, "sms", EventDraft.text("from elsewhere")),
                            callers)
                        .get();
                  }
                  return HookResult.allow();
                })
            .withTimeout(Duration.ofMillis(100)));
    assertThat(stored(send("trigger")).index()).as("served once the hook's time is over").isZero();
    await()
        .untilAsserted(
            () ->
                assertThat(timeline())
                    .extracting(HooksTest::text)
                    .containsExactly("trigger", "from elsewhere"));
  }

  @Test
  void theProcessTimeoutBoundsHooksAndAnAbandonedMessageIsNotStored() {
    Turnwise impatient = engine(TurnwiseConfig.DEFAULT.withProcessTimeout(Duration.ofMillis(100)));
    CountDownLatch never = new CountDownLatch(1);
    impatient.hook(
        room,
        Hook.beforeBroadcast(
            "stuck",
            (event, context) -> {
              never.await();
              return HookResult.allow();
            }));
    assertThatThrownBy(
            () -> impatient.sendEvent(room, "sms", EventDraft.text("x").withIdempotencyKey("k")))
        .isInstanceOf(ProcessTimeoutException.class);
    never.countDown();
    assertThat(timeline()).isEmpty();
  }

  @Test
  void aRepeatedKeyDoesNotRunTheHooksAgain() {
    AtomicInteger asked = new AtomicInteger();
    turnwise.hook(
        Hook.beforeBroadcast(
            "counting",
            (event, context) -> {
              asked.incrementAndGet();
              context.inject(EventDraft.text("injected"));
              return HookResult.allow();
            }));
    EventDraft draft = EventDraft.text("once").withIdempotencyKey("k");
    turnwise.sendEvent(room, "sms", draft);
    assertThat(turnwise.sendEvent(room, "sms", draft)).isInstanceOf(InboundResult.Duplicate.class);
    assertThat(asked).hasValue(1);
    assertThat(timeline()).hasSize(2);
  }

  @Test
  void aHookRunsForMutedSourcesToo() {
    AtomicInteger asked = new AtomicInteger();
    turnwise.mute(room, "sms");
    turnwise.hook(
        Hook.beforeBroadcast(
            "counting",
            (event, context) -> {
              asked.incrementAndGet();
              return HookResult.allow();
            }));
    assertThat(((InboundResult.Blocked) send("hush")).by()).isEqualTo("source_muted");
    assertThat(asked).hasValue(1);
  }

  @Test
  void aBlockedEditLeavesItsTargetAloneAndAModifiedOneAppliesTheModification() {
    turnwise.processInbound(InboundMessage.text("sms", "alice", "original").withRoomId(room));
    UUID target = timeline().getFirst().id();
    HookRegistration blocking =
        turnwise.hook(Hook.beforeBroadcast("no", (event, context) -> HookResult.block("no")));
    turnwise.processInbound(edit(target, "blocked"));
    assertThat(text(timeline().getFirst())).isEqualTo("original");
    blocking.close();
    turnwise.hook(
        Hook.beforeBroadcast(
            "soften",
            (event, context) ->
                HookResult.rewrite(
                    event, new EditContent(target, new TextContent("softened"), "sender"))));
    turnwise.processInbound(edit(target, "harsh"));
    assertThat(text(timeline().getFirst())).isEqualTo("softened");
  }

  private InboundMessage edit(UUID target, String to) {
    return InboundMessage.of("sms", "alice", new EditContent(target, new TextContent(to), "sender"))
        .withRoomId(room);
  }

  @Test
  void aFenceThatFailsRunsTheGatesAgainAndTwiceAtMost() {
    AtomicInteger asked = new AtomicInteger();
    turnwise.hook(
        Hook.beforeBroadcast(
            "counting",
            (event, context) -> {
              asked.incrementAndGet();
              return HookResult.allow();
            }));
    List<FrameworkEvent.GatesRerun> told = listen(FrameworkEvent.GatesRerun.class);
    send("sets the gate");
    asked.set(0);
    faults.next((batch, commit) -> List.of(new RoomOutcome.Unmatched()));
    assertThat(send("fenced once")).isInstanceOf(InboundResult.Stored.class);
    assertThat(asked).hasValue(2);
    await().untilAsserted(() -> assertThat(told).hasSize(1));
    for (int i = 0; i < 3; i++) {
      faults.next((batch, commit) -> List.of(new RoomOutcome.Unmatched()));
    }
    assertThatThrownBy(() -> send("fenced for ever")).isInstanceOf(RoomBusyException.class);
    assertThat(timeline())
        .extracting(HooksTest::text)
        .containsExactly("sets the gate", "fenced once");
  }

  @Test
  void twoEnginesDecideOneAfterTheOtherInAGatedRoom() throws Exception {
    Turnwise other = engine(TurnwiseConfig.DEFAULT);
    AtomicInteger inside = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    for (Turnwise each : List.of(turnwise, other)) {
      each.hook(
          Hook.beforeBroadcast(
              "exclusive",
              (event, context) -> {
                most.accumulateAndGet(inside.incrementAndGet(), Math::max);
                inside.decrementAndGet();
                return HookResult.allow();
              }));
    }
    List<Future<InboundResult>> results = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      Turnwise each = i % 2 == 0 ? turnwise : other;
      results.add(callers.submit(() -> each.sendEvent(room, "sms", EventDraft.text("x"))));
    }
    for (Future<InboundResult> result : results) {
      assertThat(result.get()).isInstanceOf(InboundResult.Stored.class);
    }
    assertThat(most).hasValue(1);
    assertThat(timeline()).hasSize(100);
  }

  @Test
  void aLostAnswerInAGatedRoomIsAskedForAgainWithoutAskingTheHooksAgain() {
    AtomicInteger asked = new AtomicInteger();
    turnwise.hook(
        Hook.beforeBroadcast(
            "counting",
            (event, context) -> {
              asked.incrementAndGet();
              return HookResult.allow();
            }));
    send("sets the gate");
    asked.set(0);
    faults.loseNextAnswer();
    assertThat(stored(send("once")).index()).isEqualTo(1);
    assertThat(asked).hasValue(1);
    assertThat(timeline()).hasSize(2);
  }

  @Test
  void observersHearWhatHappenedInOrderAndCannotBreakIt() {
    List<String> heard = new CopyOnWriteArrayList<>();
    turnwise.hook(
        Hook.on(
            HookTrigger.AFTER_BROADCAST,
            "recorder",
            payload -> {
              heard.add(text(((HookPayload.OfEvent) payload).event()));
              throw new IllegalStateException("bug");
            }));
    turnwise.hook(Hook.on(HookTrigger.ON_ROOM_CLOSED, "closing", payload -> heard.add("closed")));
    for (int i = 0; i < 5; i++) {
      send("m" + i);
    }
    await().untilAsserted(() -> assertThat(heard).containsExactly("m0", "m1", "m2", "m3", "m4"));
    turnwise.closeRoom(room);
    await().untilAsserted(() -> assertThat(heard).endsWith("closed"));
  }

  @Test
  void misuseIsRefusedWhenTheHookIsMade() {
    assertThatThrownBy(() -> Hook.on(HookTrigger.BEFORE_BROADCAST, "wrong", payload -> {}))
        .isInstanceOf(ConfigurationException.class);
    assertThatThrownBy(
            () -> Hook.on(HookTrigger.ON_ROOM_CLOSED, "wrong", payload -> {}).withFailClosed())
        .isInstanceOf(ConfigurationException.class);
    assertThatThrownBy(
            () ->
                Hook.beforeBroadcast("wrong", (event, context) -> HookResult.allow())
                    .withTimeout(Duration.ZERO))
        .isInstanceOf(ConfigurationException.class);
  }

  @Test
  void theGateIsClearedOnceNobodyNeedsIt() {
    HookRegistration hook =
        turnwise.hook(Hook.beforeBroadcast("temporary", (event, context) -> HookResult.allow()));
    send("sets the gate");
    assertThat(faults.store().snapshot(room).orElseThrow().gated()).isTrue();
    hook.close();
    await()
        .atMost(Duration.ofSeconds(20))
        .until(() -> !faults.store().snapshot(room).orElseThrow().gated());
    assertThat(stored(send("ungated")).index()).isEqualTo(1);
    assertThat(timeline()).hasSize(2);
  }

  @Test
  void theOthersHaveBeenToldOfAHookBeforeItDecides() {
    assertThat(toldHooks()).containsOnly(false);
    List<Boolean> toldWhenAsked = new CopyOnWriteArrayList<>();

    HookRegistration hook =
        turnwise.hook(
            Hook.beforeBroadcast(
                "late",
                (event, context) -> {
                  toldWhenAsked.addAll(toldHooks());
                  return HookResult.allow();
                }));

    assertThat(toldHooks()).containsOnly(true);
    send("decided about");
    assertThat(toldWhenAsked).containsOnly(true);
    hook.close();
    await().atMost(Duration.ofSeconds(20)).until(() -> !toldHooks().contains(true));
  }

  private List<Boolean> toldHooks() {
    return faults.store().workers().stream().map(row -> row.info().hasHooks()).toList();
  }

  @Test
  void aHookThatTheOthersCannotBeToldOfIsNotAdded() {
    AtomicInteger asked = new AtomicInteger();
    Hook hook =
        Hook.beforeBroadcast(
            "untold",
            (event, context) -> {
              asked.incrementAndGet();
              return HookResult.allow();
            });
    // A worker that counts as gone for the store, as while its session is away.
    turnwise.close();

    assertThatThrownBy(() -> turnwise.hook(hook)).isInstanceOf(StoreUnavailableException.class);

    Turnwise other = engine(TurnwiseConfig.DEFAULT);
    other.sendEvent(room, "sms", EventDraft.text("undecided"));
    assertThat(asked).hasValue(0);
    assertThat(toldHooks()).containsOnly(false);
  }
}
