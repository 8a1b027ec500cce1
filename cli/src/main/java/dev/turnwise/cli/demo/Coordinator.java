package dev.turnwise.cli.demo;

import dev.turnwise.cli.demo.LineFate.Place;
import dev.turnwise.error.ErrorCode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Runs the replay: offers lines, takes answers, kills workers half-way and hands their open lines
 * to the others. One thread; everything that happens has its place in one order.
 */
final class Coordinator {
  /** At half a second each, some seconds of a database that does not answer. */
  private static final int MAX_ATTEMPTS = 20;

  private final Replay replay;
  private final Crew crew;
  private final Recording recording;
  private final Moderation moderation;
  private final int toKill;
  private final DemoProgress progress;
  private final Map<String, Long> shares = new HashMap<>();
  private final Set<String> killed = new LinkedHashSet<>();
  private final Set<String> leftOpen = new HashSet<>();
  private final List<String> notes = new ArrayList<>();
  private long killedAt;
  private long gatesRerun;
  private @Nullable Duration takeover;

  Coordinator(
      Replay replay,
      Crew crew,
      Recording recording,
      Moderation moderation,
      int toKill,
      DemoProgress progress) {
    this.replay = replay;
    this.crew = crew;
    this.recording = recording;
    this.moderation = moderation;
    this.toKill = toKill;
    this.progress = progress;
  }

  /** Returns once every line is acknowledged. */
  Replayed run() {
    long started = System.nanoTime();
    while (!replay.done()) {
      offerWhatMayGo();
      killHalfWay();
      take(crew.next());
    }
    Duration duration = Duration.ofNanos(System.nanoTime() - started);
    return new Replayed(
        replay.offered(),
        replay.offeredAgain(),
        replay.acknowledged(),
        duration,
        crew.ids().stream()
            .map(id -> new Replayed.Share(id, shares.getOrDefault(id, 0L), killed.contains(id)))
            .toList(),
        Optional.ofNullable(takeover),
        gatesRerun,
        List.copyOf(notes));
  }

  private void offerWhatMayGo() {
    for (Offering offering : replay.next()) {
      recording.offered(offering);
      crew.send(offering.worker(), ToWorker.Offer.of(offering));
    }
  }

  /** Right after new offers went out, so that the victims have lines under way. */
  private void killHalfWay() {
    if (toKill == 0 || !killed.isEmpty() || replay.acknowledged() < replay.total() / 2) {
      return;
    }
    List<String> victims =
        replay.workers().stream()
            .sorted(Comparator.comparingLong(replay::onTheWay).reversed())
            .limit(Math.min(toKill, replay.workers().size() - 1))
            .toList();
    killedAt = System.nanoTime();
    victims.forEach(crew::kill);
    victims.forEach(recording::killed);
    killed.addAll(victims);
    progress.note("killed " + String.join(", ", victims));
  }

  private void take(WorkerSignal signal) {
    switch (signal) {
      case WorkerSignal.Said(String worker, FromWorker.Answer answer) -> {
        recording.answered(answer);
        take(worker, answer);
      }
      case WorkerSignal.Said(String _, FromWorker.GatesRerun _) -> gatesRerun++;
      case WorkerSignal.Said said ->
          throw new IllegalStateException("worker " + said.worker() + " starts twice");
      case WorkerSignal.Ended ended -> gone(ended);
    }
  }

  private void take(String worker, FromWorker.Answer answer) {
    switch (answer) {
      case FromWorker.Stored stored ->
          acknowledged(worker, answer.op(), new Place(stored.index(), stored.eventId()));
      case FromWorker.Duplicate duplicate ->
          acknowledged(worker, answer.op(), new Place(duplicate.index(), duplicate.eventId()));
      case FromWorker.Unknown _ -> again(worker, answer.op(), "got no answer from the database");
      case FromWorker.Failed failed -> failed(worker, failed);
      case FromWorker.Refused refused ->
          throw rejected(worker, replay.failed(answer.op()), "refused as " + refused.reason());
      case FromWorker.Blocked blocked -> blocked(worker, blocked);
    }
  }

  private void blocked(String worker, FromWorker.Blocked blocked) {
    Offering offering =
        acknowledged(worker, blocked.op(), new Place(blocked.index(), blocked.eventId()));
    if (!moderation.blocks(offering.line())) {
      throw rejected(worker, offering, "blocked by " + blocked.by());
    }
  }

  private Offering acknowledged(String worker, long op, Place place) {
    Offering offering = replay.acknowledged(op, place);
    shares.merge(worker, 1L, Long::sum);
    if (takeover == null && leftOpen.contains(offering.lineId())) {
      takeover = Duration.ofNanos(System.nanoTime() - killedAt);
    }
    progress.replayed(replay.acknowledged(), replay.total());
    return offering;
  }

  private void failed(String worker, FromWorker.Failed failed) {
    boolean passes = Worker.PASSING.stream().map(ErrorCode::wire).anyMatch(failed.code()::equals);
    if (!passes) {
      Offering offering = replay.failed(failed.op());
      throw WorkerFailedException.of(
          failed.code(), worker, "could not store " + offering.name() + ", " + failed.problem());
    }
    again(worker, failed.op(), failed.problem());
  }

  private void again(String worker, long op, String problem) {
    Offering offering = replay.failed(op);
    if (offering.attempt() >= MAX_ATTEMPTS) {
      throw new WorkerFailedException(
          ErrorCode.STORE_UNAVAILABLE,
          worker,
          "gave up on " + offering.name() + " after " + MAX_ATTEMPTS + " offers, " + problem);
    }
  }

  private WorkerFailedException rejected(String worker, Offering offering, String how) {
    return new WorkerFailedException(
        ErrorCode.DATA_REJECTED,
        worker,
        "had " + offering.name() + " " + how + ": leave the demo's rooms alone while it runs");
  }

  private void gone(WorkerSignal.Ended ended) {
    List<Offering> open = replay.gone(ended.worker());
    if (killed.contains(ended.worker())) {
      open.forEach(offering -> leftOpen.add(offering.lineId()));
    } else {
      notes.add("%s ended by itself with code %d".formatted(ended.worker(), ended.exitCode()));
    }
    if (replay.workers().isEmpty()) {
      throw new WorkerFailedException(
          ErrorCode.PROCESS_TIMEOUT,
          ended.worker(),
          "was the last one and ended with code "
              + ended.exitCode()
              + ", saying: "
              + ended.lastWords());
    }
  }
}
