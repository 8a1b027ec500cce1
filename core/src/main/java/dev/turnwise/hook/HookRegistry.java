package dev.turnwise.hook;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** The hooks of this worker, global ones and those of single rooms. Thread-safe. */
public final class HookRegistry {

  private static final Comparator<Hook> BY_PRIORITY = Comparator.comparingInt(Hook::priority);

  private final AtomicLong gatesAdded = new AtomicLong();
  private final AtomicInteger gatesExpected = new AtomicInteger();
  private final List<Hook> global = new CopyOnWriteArrayList<>();
  private final ConcurrentMap<String, List<Hook>> byRoom = new ConcurrentHashMap<>();

  /** Adds a hook for one room, or for all. */
  public HookRegistration add(Hook hook, Optional<String> roomId) {
    if (isGate(hook)) {
      gatesAdded.incrementAndGet();
    }
    if (roomId.isEmpty()) {
      global.add(hook);
      return () -> global.remove(hook);
    }
    String room = roomId.get();
    byRoom.computeIfAbsent(room, any -> new CopyOnWriteArrayList<>()).add(hook);
    return () -> remove(room, hook);
  }

  private void remove(String roomId, Hook hook) {
    byRoom.computeIfPresent(
        roomId,
        (room, hooks) -> {
          hooks.remove(hook);
          return hooks.isEmpty() ? null : hooks;
        });
  }

  /**
   * Counts a hook that decides about events as there, for {@link #gatesAny()}, while the others are
   * told of it; it decides about nothing yet.
   */
  public HookRegistration expectGate() {
    gatesExpected.incrementAndGet();
    return gatesExpected::decrementAndGet;
  }

  /** How many hooks that decide about events have been added so far. */
  public long gatesAdded() {
    return gatesAdded.get();
  }

  /** Hooks of a trigger for a room, in the order in which they run. */
  public List<Hook> of(HookTrigger trigger, String roomId) {
    List<Hook> hooks = new ArrayList<>();
    for (Hook hook : global) {
      if (hook.trigger() == trigger) {
        hooks.add(hook);
      }
    }
    for (Hook hook : byRoom.getOrDefault(roomId, List.of())) {
      if (hook.trigger() == trigger) {
        hooks.add(hook);
      }
    }
    // Stable: equals keep global before room, and the order of registration.
    hooks.sort(BY_PRIORITY);
    return hooks;
  }

  /** Whether this worker decides with application code about events of the room. */
  public boolean gates(String roomId) {
    return !of(HookTrigger.BEFORE_BROADCAST, roomId).isEmpty();
  }

  /** Whether it does so in any room, or is about to. */
  public boolean gatesAny() {
    return gatesExpected.get() > 0
        || global.stream().anyMatch(HookRegistry::isGate)
        || byRoom.values().stream().flatMap(List::stream).anyMatch(HookRegistry::isGate);
  }

  /** Whether a room in which it counts has to be gated. */
  public static boolean isGate(Hook hook) {
    return hook.trigger() == HookTrigger.BEFORE_BROADCAST;
  }
}
