package dev.turnwise.hook;

import dev.turnwise.model.EventDraft;
import dev.turnwise.runtime.Ids;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * One running gate hook: what it injects while it runs. The engine recognises a send to the hook's
 * own room by the scope that it bound around the hook's code, never by the thread.
 */
public final class HookScope {

  private static final ScopedValue<HookScope> CURRENT = ScopedValue.newInstance();

  /** An injected event and the id it was promised. */
  public record Injection(UUID id, InjectedEvent event) {}

  private final String roomId;
  private final Ids ids;
  private final List<Injection> injections = new ArrayList<>();
  private boolean ended;

  HookScope(String roomId, Ids ids) {
    this.roomId = roomId;
    this.ids = ids;
  }

  /** The hook that the caller is running in, if that hook decides about this room. */
  public static Optional<HookScope> current(String roomId) {
    return CURRENT.isBound() && CURRENT.get().roomId.equals(roomId)
        ? Optional.of(CURRENT.get())
        : Optional.empty();
  }

  <T> T run(ScopedValue.CallableOp<T, Exception> code) throws Exception {
    return ScopedValue.where(CURRENT, this).call(code);
  }

  /**
   * Adds an event right behind the one that is being decided about.
   *
   * @throws IllegalStateException once the hook has ended or the engine has stopped waiting for it
   */
  public synchronized UUID inject(EventDraft draft) {
    if (ended) {
      throw new IllegalStateException(
          "the hook has ended, so nothing can be injected any more: send an event instead");
    }
    Injection injection = new Injection(ids.next(), InjectedEvent.stored(draft));
    injections.add(injection);
    return injection.id();
  }

  /** Ends the scope; what was injected until now. */
  synchronized List<Injection> end() {
    ended = true;
    return List.copyOf(injections);
  }
}
