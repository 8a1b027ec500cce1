package dev.turnwise.testkit.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.turnwise.RoomSpec;
import dev.turnwise.Turnwise;
import dev.turnwise.TurnwiseConfig;
import dev.turnwise.commit.CommitConfig;
import dev.turnwise.error.CallInterruptedException;
import dev.turnwise.error.DataRejectedException;
import dev.turnwise.error.EngineClosedException;
import dev.turnwise.error.OutcomeUnknownException;
import dev.turnwise.error.OverloadedException;
import dev.turnwise.error.ProcessTimeoutException;
import dev.turnwise.error.StoreUnavailableException;
import dev.turnwise.memory.InMemoryStore;
import dev.turnwise.model.EventDraft;
import dev.turnwise.model.InboundMessage;
import dev.turnwise.model.RoomEvent;
import dev.turnwise.model.TextContent;
import dev.turnwise.result.InboundResult;
import dev.turnwise.store.Append;
import dev.turnwise.store.CommitBatch;
import dev.turnwise.store.EventQuery;
import dev.turnwise.testkit.fake.FakeChannel;
import dev.turnwise.testkit.fake.FaultyStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class CommitPathTest {

  private static final Duration SHORT = Duration.ofMillis(200);

  private final FaultyStore faults = FaultyStore.around(new InMemoryStore());
  private final ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor();
  private Turnwise turnwise = engine(TurnwiseConfig.DEFAULT);
  private final String room = turnwise.createRoom(RoomSpec.create().withChannel("sms")).id();

  private Turnwise engine(TurnwiseConfig config) {
    return Turnwise.builder()
        .store(faults.store())
        .keepOpen()
        .channel(FakeChannel.named("sms"))
        .channel(FakeChannel.named("web"))
        .config(config)
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

  private InboundResult send(String text, String key) {
    return turnwise.sendEvent(room, "sms", EventDraft.text(text).withIdempotencyKey(key));
  }

  private List<RoomEvent> timeline() {
    return turnwise.events(EventQuery.after(room, -1).withLimit(1_000)).events();
  }

  private static long index(InboundResult result) {
    return ((InboundResult.Stored) result).event().index();
  }

  private static String text(RoomEvent event) {
    return ((TextContent) event.content()).text();
  }

  @Test
  void messagesThatWaitWhileAStatementIsOnItsWayShareTheNextOne() throws Exception {
    CountDownLatch sent = new CountDownLatch(1);
    CountDownLatch go = new CountDownLatch(1);
    faults.next(
        (batch, commit) -> {
          sent.countDown();
          awaitLatch(go);
          return commit.commit(batch);
        });
    List<Future<InboundResult>> results = new ArrayList<>();
    results.add(callers.submit(() -> send("first")));
    sent.await();
    for (int i = 0; i < 31; i++) {
      String text = "waiting " + i;
      results.add(callers.submit(() -> send(text)));
    }
    await().until(() -> waitingBehind(31));
    go.countDown();
    for (Future<InboundResult> result : results) {
      assertThat(result.get()).isInstanceOf(InboundResult.Stored.class);
    }
    assertThat(faults.commits())
        .as("one for the first, at most a few for all who waited")
        .isLessThanOrEqualTo(4);
    assertThat(timeline()).extracting(RoomEvent::index).containsExactlyElementsOf(upTo(32));
  }

  /** Whether so many wait behind the one statement that is on its way. */
  private boolean waitingBehind(int expected) {
    return turnwise.pendingCommits() == expected + 1;
  }

  private static void awaitLatch(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private static List<Long> upTo(int count) {
    return LongStream.range(0, count).boxed().toList();
  }

  @Test
  void aLostAnswerIsAskedForAgainAndTheEventIsStoredOnce() {
    faults.loseNextAnswer();
    assertThat(index(send("pay rent"))).isZero();
    assertThat(timeline()).extracting(CommitPathTest::text).containsExactly("pay rent");
  }

  @Test
  void aLostAnswerOfAKeyedMessageIsItsOwnResultAndNotADuplicate() {
    faults.loseNextAnswer().loseNextAnswer().loseNextRequest();
    assertThat(send("pay rent", "k-1")).isInstanceOf(InboundResult.Stored.class);
    assertThat(send("pay rent", "k-1")).isInstanceOf(InboundResult.Duplicate.class);
    assertThat(timeline()).hasSize(1);
  }

  @Test
  void aLostRequestIsSentAgain() {
    faults.loseNextRequest().loseNextRequest();
    assertThat(index(send("pay rent"))).isZero();
    assertThat(faults.commits()).isEqualTo(3);
  }

  @Test
  void aStoreThatGoesAwayAfterALostAnswerLeavesTheMessageInDoubtUntilItIsBack() {
    faults
        .loseNextAnswer()
        .failNext(new StoreUnavailableException("commit", "the test switched it off", null))
        .failNext(new StoreUnavailableException("commit", "the test switched it off", null));
    RoomEvent event = ((InboundResult.Stored) send("pay rent")).event();
    assertThat(timeline()).extracting(RoomEvent::id).containsExactly(event.id());
  }

  @Test
  void afterTheCloseNothingIsWrittenAndNobodyIsToldToTryAgain() {
    turnwise.close();
    assertThatThrownBy(() -> turnwise.closeRoom(room)).isInstanceOf(EngineClosedException.class);
    assertThatThrownBy(() -> turnwise.createRoom(RoomSpec.create()))
        .isInstanceOf(EngineClosedException.class);
    assertThatThrownBy(() -> send("late")).isInstanceOf(EngineClosedException.class);
  }

  @Test
  void aRoomClosedAfterALostAnswerDoesNotTurnAStoredMessageIntoARefusedOne() {
    faults.next(
        (batch, commit) -> {
          commit.commit(batch);
          turnwise.closeRoom(room);
          throw new OutcomeUnknownException("the batch", "the test lost the answer", null);
        });
    assertThat(send("just in time")).isInstanceOf(InboundResult.Stored.class);
    assertThat(timeline()).hasSize(1);
  }

  @Test
  void aRoomClosedAfterALostRequestRefusesIt() {
    faults.next(
        (batch, commit) -> {
          turnwise.closeRoom(room);
          throw new OutcomeUnknownException("the batch", "the test lost the request", null);
        });
    assertThat(send("too late")).isInstanceOf(InboundResult.Refused.class);
    assertThat(timeline()).isEmpty();
  }

  @Test
  void aCommitWithoutAnswerIsUnknownUntilItIsCertain() {
    turnwise.close();
    turnwise =
        engine(TurnwiseConfig.DEFAULT.withCommit(CommitConfig.DEFAULT.withCommitTimeout(SHORT)));
    CountDownLatch heal = new CountDownLatch(1);
    faults.next(
        (batch, commit) -> {
          awaitLatch(heal);
          return commit.commit(batch);
        });
    InboundResult.Unknown unknown = (InboundResult.Unknown) send("slow");
    assertThat(unknown.completion().await(Duration.ZERO)).isEmpty();
    assertThat(timeline()).isEmpty();
    heal.countDown();
    assertThat(unknown.completion().await(Duration.ofSeconds(20)))
        .hasValueSatisfying(
            result ->
                assertThat(((InboundResult.Stored) result).event().id())
                    .isEqualTo(unknown.eventId()));
    assertThat(timeline()).extracting(RoomEvent::id).containsExactly(unknown.eventId());
  }

  @Test
  void aMessageThatCouldNotBeSentInTimeIsNeverStored() throws Exception {
    turnwise.close();
    turnwise = engine(TurnwiseConfig.DEFAULT.withProcessTimeout(SHORT));
    CountDownLatch sent = new CountDownLatch(1);
    CountDownLatch go = new CountDownLatch(1);
    faults.next(
        (batch, commit) -> {
          sent.countDown();
          awaitLatch(go);
          return commit.commit(batch);
        });
    Future<InboundResult> first = callers.submit(() -> send("first"));
    sent.await();
    assertThatThrownBy(() -> send("gave up", "k")).isInstanceOf(ProcessTimeoutException.class);
    go.countDown();
    assertThat(first.get()).isInstanceOf(InboundResult.Stored.class);
    assertThat(send("gave up", "k")).as("its key is free").isInstanceOf(InboundResult.Stored.class);
    assertThat(timeline()).extracting(CommitPathTest::text).containsExactly("first", "gave up");
  }

  @Test
  void aStoreThatIsAwayFailsTheCallersAndNothingElse() {
    faults.failNext(new StoreUnavailableException("commit", "the test switched it off", null));
    assertThatThrownBy(() -> send("away", "k")).isInstanceOf(StoreUnavailableException.class);
    assertThat(index(send("away", "k"))).as("the key is not burnt").isZero();
  }

  @Test
  void oneEventsBadDataFailsItsOwnCallerOnly() throws Exception {
    FaultyStore.Script picky =
        (batch, commit) -> {
          List<RoomEvent> bad =
              appends(batch).stream()
                  .map(Append::event)
                  .filter(event -> text(event).equals("bad"))
                  .toList();
          if (!bad.isEmpty()) {
            throw new DataRejectedException(bad.getFirst().id(), "the test dislikes it", null);
          }
          return commit.commit(batch);
        };
    CountDownLatch sent = new CountDownLatch(1);
    CountDownLatch go = new CountDownLatch(1);
    faults.next(
        (batch, commit) -> {
          sent.countDown();
          awaitLatch(go);
          return commit.commit(batch);
        });
    for (int i = 0; i < 30; i++) {
      faults.next(picky);
    }
    Future<InboundResult> first = callers.submit(() -> send("first"));
    sent.await();
    List<Future<InboundResult>> good = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      String text = "good " + i;
      good.add(callers.submit(() -> send(text)));
    }
    Future<InboundResult> bad = callers.submit(() -> send("bad"));
    await().until(() -> waitingBehind(6));
    go.countDown();
    first.get();
    for (Future<InboundResult> result : good) {
      assertThat(result.get()).isInstanceOf(InboundResult.Stored.class);
    }
    assertThatThrownBy(bad::get).hasCauseInstanceOf(DataRejectedException.class);
    assertThat(timeline()).extracting(RoomEvent::index).containsExactlyElementsOf(upTo(6));
  }

  private static List<Append> appends(CommitBatch batch) {
    return batch.rooms().stream().flatMap(part -> part.appends().stream()).toList();
  }

  @Test
  void oneCallersMessagesKeepTheirOrderAmongManyCallers() throws Exception {
    List<Future<?>> done = new ArrayList<>();
    for (int caller = 0; caller < 8; caller++) {
      String name = "caller " + caller;
      done.add(
          callers.submit(
              () -> {
                for (int i = 0; i < 50; i++) {
                  turnwise.sendEvent(
                      room, "sms", EventDraft.text("%03d".formatted(i)).withCorrelationId(name));
                }
              }));
    }
    for (Future<?> future : done) {
      future.get();
    }
    for (int caller = 0; caller < 8; caller++) {
      List<RoomEvent> own =
          turnwise.events(EventQuery.after(room, -1).correlatedBy("caller " + caller)).events();
      assertThat(own).hasSize(50).extracting(CommitPathTest::text).isSorted();
    }
  }

  @Test
  void anInterruptedCallerLeavesNothingBehind() throws Exception {
    CountDownLatch sent = new CountDownLatch(1);
    CountDownLatch go = new CountDownLatch(1);
    faults.next(
        (batch, commit) -> {
          sent.countDown();
          awaitLatch(go);
          return commit.commit(batch);
        });
    Future<InboundResult> first = callers.submit(() -> send("first"));
    sent.await();
    AtomicReference<Throwable> thrown = new AtomicReference<>();
    Thread caller =
        Thread.ofVirtual()
            .start(
                () -> {
                  try {
                    send("interrupted");
                  } catch (CallInterruptedException e) {
                    thrown.set(e);
                  }
                });
    await().until(() -> waitingBehind(1));
    caller.interrupt();
    caller.join();
    assertThat(thrown.get()).isInstanceOf(CallInterruptedException.class);
    go.countDown();
    first.get();
    send("next");
    assertThat(timeline()).extracting(CommitPathTest::text).containsExactly("first", "next");
  }

  @Test
  void tooManyWaitingMessagesGetATypedAnswer() throws Exception {
    turnwise.close();
    turnwise = engine(TurnwiseConfig.DEFAULT.withCommit(CommitConfig.DEFAULT.withMaxWaiting(2)));
    CountDownLatch sent = new CountDownLatch(1);
    CountDownLatch go = new CountDownLatch(1);
    faults.next(
        (batch, commit) -> {
          sent.countDown();
          awaitLatch(go);
          return commit.commit(batch);
        });
    Future<InboundResult> first = callers.submit(() -> send("first"));
    sent.await();
    Future<InboundResult> second = callers.submit(() -> send("second"));
    await().until(() -> waitingBehind(1));
    assertThatThrownBy(() -> send("third")).isInstanceOf(OverloadedException.class);
    go.countDown();
    first.get();
    second.get();
    assertThat(index(send("third"))).isEqualTo(2);
  }

  @Test
  void nothingIsRememberedOfRoomsAtRest() {
    for (int i = 0; i < 200; i++) {
      String id = turnwise.createRoom(RoomSpec.create().withChannel("sms")).id();
      turnwise.sendEvent(id, "sms", EventDraft.text("one"));
    }
    await().untilAsserted(() -> assertThat(turnwise.busyRooms()).isZero());
  }

  @Test
  void aClosedEngineRefusesAndFinishesWhatIsOnItsWay() throws Exception {
    CountDownLatch sent = new CountDownLatch(1);
    CountDownLatch go = new CountDownLatch(1);
    faults.next(
        (batch, commit) -> {
          sent.countDown();
          awaitLatch(go);
          return commit.commit(batch);
        });
    Future<InboundResult> first = callers.submit(() -> send("on its way"));
    sent.await();
    Future<InboundResult> second = callers.submit(() -> send("waiting"));
    await().until(() -> waitingBehind(1));
    Future<?> closing = callers.submit(turnwise::close);
    await()
        .untilAsserted(
            () -> assertThatThrownBy(() -> send("late")).isInstanceOf(EngineClosedException.class));
    go.countDown();
    closing.get();
    assertThat(first.get()).isInstanceOf(InboundResult.Stored.class);
    assertThatThrownBy(second::get).hasCauseInstanceOf(EngineClosedException.class);
  }

  @Test
  void aRepeatedKeyInAClosedRoomStillGetsItsOriginal() {
    send("before", "k");
    turnwise.closeRoom(room);
    assertThat(send("before", "k")).isInstanceOf(InboundResult.Duplicate.class);
    assertThat(send("after", "other")).isInstanceOf(InboundResult.Refused.class);
  }

  @Test
  void aRepeatInTheSameBatchFindsTheFirstOne() throws Exception {
    CountDownLatch sent = new CountDownLatch(1);
    CountDownLatch go = new CountDownLatch(1);
    faults.next(
        (batch, commit) -> {
          sent.countDown();
          awaitLatch(go);
          return commit.commit(batch);
        });
    Future<InboundResult> blocker = callers.submit(() -> send("blocker"));
    sent.await();
    List<Future<InboundResult>> same = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      same.add(callers.submit(() -> send("same", "k")));
    }
    await().until(() -> waitingBehind(5));
    go.countDown();
    blocker.get();
    List<InboundResult> results = new ArrayList<>();
    for (Future<InboundResult> future : same) {
      results.add(future.get());
    }
    assertThat(results).filteredOn(InboundResult.Stored.class::isInstance).hasSize(1);
    assertThat(results)
        .filteredOn(InboundResult.Duplicate.class::isInstance)
        .hasSize(4)
        .allSatisfy(
            result -> assertThat(((InboundResult.Duplicate) result).payloadDiffers()).isFalse());
    assertThat(timeline()).hasSize(2);
  }

  @Test
  void anotherPayloadUnderAKnownKeyGetsTheOriginalFlagged() {
    send("to A", "42");
    InboundResult.Duplicate duplicate = (InboundResult.Duplicate) send("to B", "42");
    assertThat(text(duplicate.original())).isEqualTo("to A");
    assertThat(duplicate.payloadDiffers()).isTrue();
    assertThat(send("to A", "42 ")).isInstanceOf(InboundResult.Stored.class);
    assertThat(send("to A", "４２")).isInstanceOf(InboundResult.Stored.class);
  }

  @Test
  void aMessageOfAMutedChannelIsStoredBlockedAndKeepsItsIndex() {
    turnwise.mute(room, "sms");
    InboundResult.Blocked blocked =
        (InboundResult.Blocked)
            turnwise.processInbound(InboundMessage.text("sms", "+1", "hush").withRoomId(room));
    assertThat(blocked.by()).isEqualTo("source_muted");
    assertThat(blocked.event().index()).as("the mute's marker is 0").isEqualTo(1);
    turnwise.unmute(room, "sms");
    assertThat(index(send("again"))).isEqualTo(3);
  }
}
