package dev.turnwise;

import dev.turnwise.hook.Hook;
import dev.turnwise.hook.HookObservers;
import dev.turnwise.hook.HookRegistration;
import dev.turnwise.hook.HookRegistry;
import java.util.Optional;

/**
 * Where hooks come and go: those that decide into the registry, those that observe to the framework
 * events.
 */
record Hooks(HookRegistry registry, HookObservers observers) {

  HookRegistration add(Hook hook, Optional<String> roomId) {
    return hook.trigger().isSync() ? registry.add(hook, roomId) : observers.add(hook, roomId);
  }
}
