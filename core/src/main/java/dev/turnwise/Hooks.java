package dev.turnwise;

import dev.turnwise.error.StoreUnavailableException;
import dev.turnwise.hook.Hook;
import dev.turnwise.hook.HookObservers;
import dev.turnwise.hook.HookRegistration;
import dev.turnwise.hook.HookRegistry;
import java.util.Optional;

/**
 * Where hooks come and go: those that decide into the registry, those that observe to the framework
 * events.
 *
 * @param workers told before a hook decides for the first time: a room's gate, which that hook will
 *     set, is kept only while the store knows of a worker with hooks
 */
record Hooks(HookRegistry registry, HookObservers observers, Workers workers) {

  /**
   * @throws StoreUnavailableException if the store could not be told of a hook that decides; then
   *     the hook was not added
   */
  HookRegistration add(Hook hook, Optional<String> roomId) {
    if (!hook.trigger().isSync()) {
      return observers.add(hook, roomId);
    }
    if (!HookRegistry.isGate(hook)) {
      return registry.add(hook, roomId);
    }
    try (HookRegistration _ = registry.expectGate()) {
      if (!workers.tellOfHooks()) {
        throw new StoreUnavailableException(
            "adding hook '" + hook.name() + "'", "other workers could not be told of it", null);
      }
      return registry.add(hook, roomId);
    }
  }
}
