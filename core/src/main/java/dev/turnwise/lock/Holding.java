package dev.turnwise.lock;

import dev.turnwise.runtime.Tasks;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/**
 * The life of one held lock, for whoever implements {@link RoomLock}: held, then either released or
 * lost, whichever comes first, and so for ever.
 *
 * <p>Thread-safe. Never runs a listener on the calling thread: a listener may block, and the caller
 * may be the one thread that keeps all other locks alive.
 */
public final class Holding {

  private sealed interface State {
    record Held(List<Runnable> onLost) implements State {}

    record Released() implements State {}

    record Lost() implements State {}
  }

  private final Tasks tasks;
  private final AtomicReference<State> state = new AtomicReference<>(new State.Held(List.of()));

  /** Held from now on. */
  public Holding(Tasks tasks) {
    this.tasks = tasks;
  }

  /** True until it is released or lost. */
  public boolean isHeld() {
    return state.get() instanceof State.Held;
  }

  /** Ends it in order; true for the one call that did so, if it was not lost before. */
  public boolean release() {
    return end(new State.Released()).isPresent();
  }

  /** Ends it against its holder's will, whom it tells; true for the one call that did so. */
  public boolean lose() {
    Optional<State.Held> ended = end(new State.Lost());
    ended.ifPresent(held -> held.onLost().forEach(this::tell));
    return ended.isPresent();
  }

  private Optional<State.Held> end(State ending) {
    while (state.get() instanceof State.Held held) {
      if (state.compareAndSet(held, ending)) {
        return Optional.of(held);
      }
    }
    return Optional.empty();
  }

  /** Runs {@code action} once it is lost, on a task of its own; never if it is released. */
  public void onLost(Runnable action) {
    while (state.get() instanceof State.Held held) {
      List<Runnable> more = new ArrayList<>(held.onLost());
      more.add(action);
      if (state.compareAndSet(held, new State.Held(List.copyOf(more)))) {
        return;
      }
    }
    if (state.get() instanceof State.Lost) {
      tell(action);
    }
  }

  private void tell(Runnable action) {
    tasks.fork("lock lost", action);
  }
}
