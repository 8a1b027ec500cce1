package dev.turnwise.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.turnwise.cli.demo.Replayed.Share;
import dev.turnwise.error.ErrorCode;
import dev.turnwise.testkit.history.CheckReport;
import dev.turnwise.testkit.history.HistoryRule;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the coordinator does with each answer and each end of a worker; the workers are played. */
class CoordinatorTest {
  private static final String[] SPEAKERS =
      IntStream.range(0, 40).mapToObj(i -> "speaker" + i).toArray(String[]::new);

  @TempDir private Path folder;
  private Recording recording = Recording.start(Optional.empty(), Map.of());

  @BeforeEach
  void record() {
    recording.close();
    recording = Recording.start(Optional.of(folder.resolve("history.jsonl")), Map.of());
  }

  @AfterEach
  void endRecording() {
    recording.close();
  }

  /** Answers each offer by a rule, in order; a killed worker ends with what it has not answered. */
  private static final class PlayedCrew implements Crew {
    private final List<String> ids;
    private final Function<ToWorker.Offer, WorkerSignal> rule;
    private final Deque<WorkerSignal> heard = new ArrayDeque<>();
    private final List<ToWorker.Offer> offers = new ArrayList<>();
    private final Map<String, Long> stored = new HashMap<>();

    PlayedCrew(List<String> ids, Function<ToWorker.Offer, WorkerSignal> rule) {
      this.ids = ids;
      this.rule = rule;
    }

    PlayedCrew(String... ids) {
      this.ids = List.of(ids);
      this.rule = this::store;
    }

    /** As a store would: under one key once. */
    private WorkerSignal store(ToWorker.Offer offer) {
      long next = stored.size();
      Long before = stored.putIfAbsent(offer.key(), next);
      return new WorkerSignal.Said(
          "",
          before == null
              ? new FromWorker.Stored(offer.op(), next, new UUID(0, next), "")
              : new FromWorker.Duplicate(offer.op(), before, new UUID(0, before), false, ""));
    }

    @Override
    public List<String> ids() {
      return ids;
    }

    @Override
    public void send(String worker, ToWorker message) {
      ToWorker.Offer offer = (ToWorker.Offer) message;
      offers.add(offer);
      if (ended(worker)) {
        return;
      }
      heard.add(
          switch (rule.apply(offer)) {
            case WorkerSignal.Said said -> new WorkerSignal.Said(worker, said.message());
            case WorkerSignal.Ended ended ->
                new WorkerSignal.Ended(worker, ended.exitCode(), ended.lastWords());
          });
    }

    /** What is sent to an ended worker is lost, also before anybody has heard of its end. */
    private boolean ended(String worker) {
      return heard.stream()
          .anyMatch(
              signal -> signal instanceof WorkerSignal.Ended && signal.worker().equals(worker));
    }

    @Override
    public void kill(String worker) {
      heard.removeIf(signal -> signal.worker().equals(worker));
      heard.add(new WorkerSignal.Ended(worker, 137, ""));
    }

    @Override
    public WorkerSignal next() {
      return heard.remove();
    }
  }

  private static final class Silence implements DemoProgress {
    @Override
    public void phase(String what) {}

    @Override
    public void replayed(long acknowledged, long total) {}

    @Override
    public void note(String what) {}

    @Override
    public void workerLine(String worker, String line) {}
  }

  private Replayed run(PlayedCrew crew, int kill) {
    Replay replay = new Replay(List.of(new RoomPlan("room", Logs.of(SPEAKERS))), crew.ids(), 8);
    return new Coordinator(replay, crew, recording, Moderation.OFF, kill, new Silence()).run();
  }

  private static FromWorker.Failed failed(ToWorker.Offer offer, ErrorCode code) {
    return new FromWorker.Failed(offer.op(), code.wire(), "for a reason");
  }

  @Test
  void halfWayItKillsAsManyAsAskedAndOffersTheirOpenLinesToTheOthers() {
    PlayedCrew crew = new PlayedCrew("w1", "w2", "w3");

    Replayed replayed = run(crew, 2);

    assertThat(replayed.killed()).isEqualTo(2);
    assertThat(replayed.acknowledged()).isEqualTo(40);
    assertThat(replayed.offeredAgain()).isPositive().isEqualTo(crew.offers.size() - 40);
    assertThat(replayed.takeover()).isPresent();
    assertThat(replayed.shares())
        .extracting(Share::acknowledged)
        .satisfies(
            shares -> assertThat(shares.stream().mapToLong(Long::longValue).sum()).isEqualTo(40));
    assertThat(replayed.notes()).isEmpty();
    CheckReport report = recording.check();
    assertThat(report.faults()).isEqualTo(2);
    // What the killed had stored without a word; the rest they had not even read.
    assertThat(report.duplicates()).isPositive().isLessThanOrEqualTo(replayed.offeredAgain());
    assertThat(report.violated()).containsOnly(HistoryRule.ROOMS_READ_AT_END);
  }

  @Test
  void withoutAKillNothingIsOfferedAgainAndThereIsNoTakeover() {
    Replayed replayed = run(new PlayedCrew("w1", "w2"), 0);

    assertThat(replayed.killed()).isZero();
    assertThat(replayed.offeredAgain()).isZero();
    assertThat(replayed.takeover()).isEmpty();
  }

  @Test
  void aLogOfOneLineIsLongEnoughForAKill() {
    PlayedCrew crew = new PlayedCrew("w1", "w2");
    Replay replay = new Replay(List.of(new RoomPlan("room", Logs.of("ann"))), crew.ids(), 8);

    Replayed replayed =
        new Coordinator(replay, crew, recording, Moderation.OFF, 1, new Silence()).run();

    assertThat(replayed.killed()).isEqualTo(1);
    assertThat(replayed.takeover()).isPresent();
  }

  @Test
  void aWorkerThatEndsByItselfIsNotedAndItsLinesGoToTheOthers() {
    PlayedCrew store = new PlayedCrew("w1", "w2");
    boolean[] ended = new boolean[1];
    PlayedCrew crew =
        new PlayedCrew(
            store.ids(),
            offer -> {
              if (offer.line() == 0 && !ended[0]) {
                ended[0] = true;
                return new WorkerSignal.Ended("", 1, "out of memory");
              }
              return store.store(offer);
            });

    Replayed replayed = run(crew, 0);

    assertThat(replayed.acknowledged()).isEqualTo(40);
    assertThat(replayed.killed()).isZero();
    assertThat(replayed.takeover()).isEmpty();
    assertThat(replayed.notes()).containsExactly("w1 ended by itself with code 1");
  }

  @Test
  void whenTheLastWorkerEndsTheRunFailsWithItsLastWords() {
    PlayedCrew crew =
        new PlayedCrew(List.of("w1"), _ -> new WorkerSignal.Ended("", 1, "out of memory"));

    assertThatThrownBy(() -> run(crew, 0))
        .isInstanceOf(WorkerFailedException.class)
        .hasMessageContaining("w1")
        .hasMessageContaining("out of memory");
  }

  @Test
  void aPassingErrorOrAnUnknownOutcomeIsFollowedByAnotherOfferUnderTheSameKey() {
    PlayedCrew store = new PlayedCrew("w1", "w2");
    List<String> stumbled = new ArrayList<>();
    PlayedCrew crew =
        new PlayedCrew(
            store.ids(),
            offer -> {
              if (offer.line() < 2 && !stumbled.contains(offer.key())) {
                stumbled.add(offer.key());
                return new WorkerSignal.Said(
                    "",
                    offer.line() == 0
                        ? failed(offer, ErrorCode.STORE_UNAVAILABLE)
                        : new FromWorker.Unknown(offer.op()));
              }
              return store.store(offer);
            });

    Replayed replayed = run(crew, 0);

    assertThat(replayed.offeredAgain()).isEqualTo(2);
    assertThat(replayed.acknowledged()).isEqualTo(40);
    assertThat(recording.check().unknown()).isEqualTo(2);
  }

  @Test
  void aPassingErrorThatDoesNotPassEndsTheRun() {
    PlayedCrew crew =
        new PlayedCrew(
            List.of("w1"),
            offer -> new WorkerSignal.Said("", failed(offer, ErrorCode.STORE_UNAVAILABLE)));

    assertThatThrownBy(() -> run(crew, 0))
        .isInstanceOfSatisfying(
            WorkerFailedException.class,
            failure -> assertThat(failure.code()).isEqualTo(ErrorCode.STORE_UNAVAILABLE))
        .hasMessageContaining("gave up on log line ")
        .hasMessageContaining("after 20 offers, for a reason");
  }

  @Test
  void anErrorThatEveryWorkerWouldMeetEndsTheRunAtOnce() {
    PlayedCrew crew =
        new PlayedCrew(
            List.of("w1"),
            offer -> new WorkerSignal.Said("", failed(offer, ErrorCode.ROOM_NOT_FOUND)));

    assertThatThrownBy(() -> run(crew, 0))
        .isInstanceOfSatisfying(
            WorkerFailedException.class,
            failure -> assertThat(failure.code()).isEqualTo(ErrorCode.ROOM_NOT_FOUND))
        .hasMessageContaining("could not store log line 0, for a reason");
    assertThat(crew.offers).hasSize(8);
  }

  @Test
  void aRefusedOrBlockedLineEndsTheRun() {
    PlayedCrew refusing =
        new PlayedCrew(
            List.of("w1"),
            offer -> new WorkerSignal.Said("", new FromWorker.Refused(offer.op(), "room_closed")));
    PlayedCrew blocking =
        new PlayedCrew(
            List.of("w1"),
            offer ->
                new WorkerSignal.Said(
                    "",
                    new FromWorker.Blocked(
                        offer.op(), offer.line(), new UUID(0, offer.line()), "a hook", "")));

    assertThatThrownBy(() -> run(refusing, 0)).hasMessageContaining("refused as room_closed");
    assertThatThrownBy(() -> run(blocking, 0)).hasMessageContaining("blocked by a hook");
  }

  @Test
  void aLineThatTheHooksBlockIsAcknowledgedAsBlockedAndFreesItsFollowers() {
    LogLine rude = new LogLine(0, LogLine.Kind.MESSAGE, "ann", "damn", null);
    LogLine next = new LogLine(1, LogLine.Kind.MESSAGE, "ann", "sorry", 0);
    PlayedCrew store = new PlayedCrew("w1");
    PlayedCrew crew =
        new PlayedCrew(
            List.of("w1"),
            offer ->
                offer.line() == 0
                    ? new WorkerSignal.Said(
                        "",
                        new FromWorker.Blocked(offer.op(), 0, new UUID(0, 7), "demo-words", "x"))
                    : store.store(offer));
    crew.heard.add(new WorkerSignal.Said("w1", new FromWorker.GatesRerun()));
    RoomPlan room = new RoomPlan("room", new ChatLog("log", List.of(rude, next)));
    Replay replay = new Replay(List.of(room), crew.ids(), 8);

    Replayed replayed =
        new Coordinator(replay, crew, recording, Moderation.ON, 0, new Silence()).run();

    assertThat(replayed.acknowledged()).isEqualTo(2);
    assertThat(replayed.gatesRerun()).isEqualTo(1);
    assertThat(crew.offers.getLast().parent()).isEqualTo(new UUID(0, 7));
    assertThat(recording.check().blocked()).isEqualTo(1);
  }
}
