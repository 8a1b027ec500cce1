package dev.turnwise.hook;

import dev.turnwise.model.ChannelBinding;
import dev.turnwise.model.EventDraft;
import dev.turnwise.model.RoomEvent;
import dev.turnwise.observe.FrameworkEvent;
import dev.turnwise.observe.FrameworkEvents;
import dev.turnwise.runtime.Calls;
import dev.turnwise.runtime.Ids;
import dev.turnwise.runtime.Tasks;
import dev.turnwise.store.EventQuery;
import dev.turnwise.store.RoomSnapshot;
import dev.turnwise.store.TimelineStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs the BEFORE_BROADCAST hooks of an event, one after the other, each on a task of its own and
 * within its time.
 *
 * <p>A hook is unusable when it throws, answers null, answers another event than it was given, or
 * takes too long: then the event passes, or is blocked if the hook was registered {@code
 * failClosed}. A hook that ignores its timeout goes on in the background; once 32 calls of it do,
 * further calls count as timed out at once, so that a stuck hook cannot gather tasks without end.
 */
public final class GateHooks {

  private static final Logger LOG = LoggerFactory.getLogger(GateHooks.class);
  private static final int MOST_OVERDUE_CALLS = 32;

  /** What the hooks made of an event. */
  public sealed interface Decision {
    List<HookScope.Injection> injections();

    SideEffects effects();

    record Pass(RoomEvent event, List<HookScope.Injection> injections, SideEffects effects)
        implements Decision {}

    record Block(
        RoomEvent event,
        String by,
        String reason,
        List<HookScope.Injection> injections,
        SideEffects effects)
        implements Decision {}
  }

  /** One hook's usable or unusable answer. */
  private sealed interface Answer {
    record Usable(HookResult result, List<HookScope.Injection> injections) implements Answer {}

    record Unusable(String why) implements Answer {}
  }

  private final HookRegistry registry;
  private final TimelineStore timeline;
  private final FrameworkEvents events;
  private final Tasks tasks;
  private final Calls calls;
  private final Ids ids;
  private final ConcurrentMap<Hook, AtomicInteger> overdue = new ConcurrentHashMap<>();

  public GateHooks(
      HookRegistry registry, TimelineStore timeline, FrameworkEvents events, Tasks tasks, Ids ids) {
    this.registry = registry;
    this.timeline = timeline;
    this.events = events;
    this.tasks = tasks;
    this.calls = new Calls(tasks);
    this.ids = ids;
  }

  public boolean gate(String roomId) {
    return registry.gates(roomId);
  }

  /**
   * Asks all hooks that match.
   *
   * @param deadline moment of {@link Tasks#now} after which nobody waits for the event any more
   */
  public Decision decide(RoomEvent event, RoomSnapshot room, Duration deadline) {
    RoomEvent current = event;
    SideEffects effects = SideEffects.NONE;
    List<HookScope.Injection> injections = new ArrayList<>();
    for (Hook hook : registry.of(HookTrigger.BEFORE_BROADCAST, room.roomId())) {
      if (!hook.matches(current)) {
        continue;
      }
      switch (ask(hook, current, room, deadline)) {
        case Answer.Unusable(var why) -> {
          if (hook.failClosed()) {
            return new Decision.Block(
                current, hook.name(), "the hook failed closed: " + why, injections, effects);
          }
        }
        case Answer.Usable(var result, var injected) -> {
          injections.addAll(injected);
          result
              .effects()
              .injected()
              .forEach(one -> injections.add(new HookScope.Injection(ids.next(), one)));
          effects = effects.and(result.effects());
          switch (result) {
            case HookResult.Allow allow -> {}
            case HookResult.Modify(var modified, var more) -> current = modified;
            case HookResult.Block(var reason, var more) -> {
              return new Decision.Block(current, hook.name(), reason, injections, effects);
            }
          }
        }
      }
    }
    return new Decision.Pass(current, injections, effects);
  }

  private Answer ask(Hook hook, RoomEvent event, RoomSnapshot room, Duration deadline) {
    Duration left = deadline.minus(tasks.now());
    Duration limit = hook.timeout().compareTo(left) < 0 ? hook.timeout() : left;
    AtomicInteger running = overdue.computeIfAbsent(hook, any -> new AtomicInteger());
    if (!limit.isPositive() || running.get() >= MOST_OVERDUE_CALLS) {
      return late(hook, limit);
    }
    HookScope scope = new HookScope(room.roomId(), ids);
    AtomicInteger state = new AtomicInteger();
    Optional<Answer> answer;
    try {
      answer =
          calls.call(
              "turnwise-hook-" + hook.name(),
              limit,
              () -> run(hook, event, room, scope, state, running));
    } catch (Error failure) {
      answer = Optional.of(failed(hook, failure));
    }
    List<HookScope.Injection> injected = scope.end();
    if (answer.isEmpty()) {
      if (state.compareAndSet(0, OVERDUE)) {
        running.incrementAndGet();
      }
      return late(hook, limit);
    }
    return switch (answer.get()) {
      case Answer.Usable(var result, var none) -> checked(hook, event, result, injected);
      case Answer.Unusable unusable -> unusable;
    };
  }

  private static final int ENDED = 1;
  private static final int OVERDUE = 2;

  private Answer run(
      Hook hook,
      RoomEvent event,
      RoomSnapshot room,
      HookScope scope,
      AtomicInteger state,
      AtomicInteger running) {
    try {
      HookHandler.Gate gate = (HookHandler.Gate) hook.handler();
      HookResult result = scope.run(() -> gate.decide(event, new View(room, timeline, scope)));
      return new Answer.Usable(result, List.of());
    } catch (Exception failure) {
      return failed(hook, failure);
    } finally {
      if (!state.compareAndSet(0, ENDED)) {
        running.decrementAndGet();
      }
    }
  }

  private Answer checked(
      Hook hook, RoomEvent event, @Nullable HookResult result, List<HookScope.Injection> injected) {
    if (result == null) {
      return failed(hook, new IllegalArgumentException("it returned null"));
    }
    if (result instanceof HookResult.Modify(var modified, var effects)
        && !sameOrigin(event, modified)) {
      return failed(
          hook, new IllegalArgumentException("it changed the event's id, room or source"));
    }
    return new Answer.Usable(result, injected);
  }

  private static boolean sameOrigin(RoomEvent event, RoomEvent modified) {
    return modified.id().equals(event.id())
        && modified.roomId().equals(event.roomId())
        && modified.source().equals(event.source())
        && modified.type() == event.type()
        && !modified.isBlocked();
  }

  private Answer failed(Hook hook, Throwable failure) {
    LOG.error(
        "hook {} failed, so it {}",
        hook.name(),
        hook.failClosed() ? "blocks" : "lets the event pass",
        failure);
    String why =
        failure.getClass().getSimpleName()
            + (failure.getMessage() == null ? "" : ": " + failure.getMessage());
    events.publish(new FrameworkEvent.HookFailed(hook.name(), hook.trigger().name(), why));
    return new Answer.Unusable(why);
  }

  private Answer late(Hook hook, Duration limit) {
    LOG.warn("hook {} has not answered within {} ms", hook.name(), limit.toMillis());
    events.publish(new FrameworkEvent.HookTimedOut(hook.name(), hook.trigger().name(), limit));
    return new Answer.Unusable("it took longer than " + limit.toMillis() + " ms");
  }

  /** What a gate hook sees. */
  private record View(RoomSnapshot room, TimelineStore timeline, HookScope scope)
      implements HookContext {

    @Override
    public String roomId() {
      return room.roomId();
    }

    @Override
    public @Nullable String organizationId() {
      return room.organizationId();
    }

    @Override
    public Map<String, ChannelBinding> bindings() {
      return room.bindings();
    }

    @Override
    public List<RoomEvent> recentEvents(int limit) {
      return timeline.page(EventQuery.latest(roomId()).withLimit(limit)).events();
    }

    @Override
    public UUID inject(EventDraft draft) {
      return scope.inject(draft);
    }
  }
}
