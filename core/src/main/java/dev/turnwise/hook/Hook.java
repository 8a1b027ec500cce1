package dev.turnwise.hook;

import dev.turnwise.error.ConfigurationException;
import dev.turnwise.model.Checks;
import dev.turnwise.model.RoomEvent;
import java.time.Duration;

/**
 * Application code and when to run it.
 *
 * @param name who blocked, in the timeline and in logs; unique among hooks of a trigger is wise,
 *     not required
 * @param trigger where it hooks in
 * @param priority lower runs first; among equals global hooks before those of a room, then in order
 *     of registration
 * @param timeout after which the engine stops waiting; whatever it returns later is ignored
 * @param failClosed whether a failure, a timeout or an unusable answer blocks instead of letting
 *     pass
 * @param filter which sources it is for
 * @param handler the code
 */
public record Hook(
    String name,
    HookTrigger trigger,
    int priority,
    Duration timeout,
    boolean failClosed,
    HookFilter filter,
    HookHandler handler) {

  /** For how long a hook may take unless it says otherwise. */
  public static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(10);

  public Hook {
    Checks.requireId("hook.name", name);
    if (!timeout.isPositive()) {
      throw new ConfigurationException(
          "hook.timeout", "of hook '" + name + "' is " + timeout, "choose a positive duration");
    }
    if (!handler.fits(trigger)) {
      throw new ConfigurationException(
          "hook.handler",
          "of hook '" + name + "' does not fit trigger " + trigger,
          "use a handler of the trigger's kind");
    }
    if (failClosed && !trigger.isSync()) {
      throw new ConfigurationException(
          "hook.fail_closed", "is set on hook '" + name + "', which cannot block", "leave it out");
    }
  }

  /** A hook that decides about events before they are committed. Fails open. */
  public static Hook beforeBroadcast(String name, HookHandler.Gate gate) {
    return of(name, HookTrigger.BEFORE_BROADCAST, gate);
  }

  /** A hook that is told afterwards. */
  public static Hook on(HookTrigger trigger, String name, HookHandler.Observer observer) {
    return of(name, trigger, observer);
  }

  /** A hook that is asked about a sender who is unknown or may be several persons. */
  public static Hook onIdentity(
      HookTrigger trigger, String name, HookHandler.Identifier identifier) {
    return of(name, trigger, identifier);
  }

  private static Hook of(String name, HookTrigger trigger, HookHandler handler) {
    return new Hook(name, trigger, 0, DEFAULT_TIMEOUT, false, HookFilter.ALL, handler);
  }

  public Hook withPriority(int newPriority) {
    return new Hook(name, trigger, newPriority, timeout, failClosed, filter, handler);
  }

  public Hook withTimeout(Duration newTimeout) {
    return new Hook(name, trigger, priority, newTimeout, failClosed, filter, handler);
  }

  /** Blocks when it fails, takes too long or answers nonsense. */
  public Hook withFailClosed() {
    return new Hook(name, trigger, priority, timeout, true, filter, handler);
  }

  public Hook withFilter(HookFilter newFilter) {
    return new Hook(name, trigger, priority, timeout, failClosed, newFilter, handler);
  }

  boolean matches(RoomEvent event) {
    return filter.matches(event.source());
  }
}
