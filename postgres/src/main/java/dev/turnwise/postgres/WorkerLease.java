package dev.turnwise.postgres;

import dev.turnwise.error.TurnwiseException;
import dev.turnwise.runtime.Promise;
import dev.turnwise.runtime.Signal;
import dev.turnwise.runtime.Tasks;
import dev.turnwise.store.WorkerInfo;
import dev.turnwise.store.WorkerRegistration;
import dev.turnwise.store.WorkerRow.WorkerState;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/**
 * The registration of a worker, kept alive by a thread that nobody can interrupt.
 *
 * <p>That thread alone uses the session. What others want it to say they leave as a wish, of which
 * it says the latest; so a wish that finds the server away is fulfilled when the worker is
 * registered again.
 */
final class WorkerLease implements WorkerRegistration {

  /** What is to be said of the worker. */
  record Wish(WorkerInfo worker, WorkerState state) {}

  private record Said(Wish wish, Optional<TurnwiseException> failure) {}

  private final WorkerSeat seat;
  private final Tasks tasks;
  private final Duration patience;
  private final Consumer<WorkerLease> onEnd;
  private final Signal wake;
  private final Promise<Boolean> ended;
  private final AtomicReference<Wish> wish;
  private final Queue<Promise<Optional<TurnwiseException>>> waiting = new ConcurrentLinkedQueue<>();

  /**
   * @param patience until a wish has been said, or could not be, at most
   * @param onEnd told when the worker has left, or could not be registered
   */
  WorkerLease(
      WorkerInfo worker,
      WorkerSeat seat,
      Duration patience,
      Tasks tasks,
      Consumer<WorkerLease> onEnd) {
    this.seat = seat;
    this.tasks = tasks;
    this.patience = patience;
    this.onEnd = onEnd;
    this.wake = tasks.signal();
    this.ended = tasks.promise();
    this.wish = new AtomicReference<>(new Wish(worker, WorkerState.LIVE));
  }

  /**
   * Registers the worker, and keeps it registered from then on.
   *
   * @throws TurnwiseException why that was not possible; then nothing is kept
   */
  void begin() {
    Promise<Optional<TurnwiseException>> first = tasks.promise();
    waiting.add(first);
    tasks.service("turnwise-worker-lease", this::run);
    try {
      Optional<TurnwiseException> failure = await(first);
      if (failure.isPresent()) {
        throw failure.get();
      }
    } catch (TurnwiseException notBegun) {
      end();
      throw notBegun;
    }
  }

  @Override
  public boolean followsDead() {
    return seat.followsDead();
  }

  @Override
  public boolean update(UnaryOperator<WorkerInfo> change) {
    wish(before -> new Wish(change.apply(before.worker()), before.state()));
    return awaitSaid();
  }

  @Override
  public void drain() {
    wish(before -> new Wish(before.worker(), WorkerState.DRAINING));
    awaitSaid();
  }

  @Override
  public void close() {
    end();
    if (ended.await(patience).isEmpty()) {
      seat.abort();
    }
  }

  private void end() {
    wish(before -> new Wish(before.worker(), WorkerState.LEFT));
    wake.raise();
  }

  /** Whoever has left wants nothing any more. */
  private void wish(UnaryOperator<Wish> change) {
    wish.updateAndGet(before -> before.state() == WorkerState.LEFT ? before : change.apply(before));
  }

  /** Waits until the latest wish has been said or could not be, or nothing is said any more. */
  private boolean awaitSaid() {
    Promise<Optional<TurnwiseException>> answer = tasks.promise();
    waiting.add(answer);
    wake.raise();
    // Either this sees the end, or the end has found the answer.
    return ended.peek().isEmpty()
        && wish.get().state() != WorkerState.LEFT
        && await(answer).isEmpty();
  }

  private Optional<TurnwiseException> await(Promise<Optional<TurnwiseException>> answer) {
    return answer.await(patience).orElseGet(() -> Optional.of(seat.silent()));
  }

  private void run() {
    try {
      Said said = sayLatest();
      boolean begun = said.failure().isEmpty();
      while (begun && said.wish().state() != WorkerState.LEFT) {
        Duration due = seat.untilDue();
        if (due.isPositive()) {
          wake.await(due);
        }
        said = sayLatest();
      }
    } finally {
      seat.close();
      onEnd.accept(this);
      ended.keep(true);
      answers().forEach(answer -> answer.keep(Optional.empty()));
    }
  }

  private Said sayLatest() {
    // First the answers, then the wish: whoever waits for an answer has made its wish before.
    List<Promise<Optional<TurnwiseException>>> answers = answers();
    Wish latest = wish.get();
    Said said = new Said(latest, seat.say(latest));
    answers.forEach(answer -> answer.keep(said.failure()));
    return said;
  }

  private List<Promise<Optional<TurnwiseException>>> answers() {
    List<Promise<Optional<TurnwiseException>>> all = new ArrayList<>();
    for (var next = waiting.poll(); next != null; next = waiting.poll()) {
      all.add(next);
    }
    return all;
  }
}
