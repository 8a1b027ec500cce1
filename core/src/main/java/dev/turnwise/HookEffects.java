package dev.turnwise;

import dev.turnwise.error.TurnwiseException;
import dev.turnwise.hook.SideEffects;
import dev.turnwise.model.Observation;
import dev.turnwise.model.RoomEvent;
import dev.turnwise.model.Task;
import dev.turnwise.observe.FrameworkEvent;
import dev.turnwise.observe.FrameworkEvents;
import dev.turnwise.store.WorkStore;
import java.util.function.BiConsumer;

/**
 * Stores tasks and observations that hooks left, once their event is stored. They are no part of
 * its commit: one that cannot be stored is told as a failure and changes nothing about the event.
 */
final class HookEffects implements BiConsumer<RoomEvent, SideEffects> {

  private final WorkStore store;
  private final FrameworkEvents events;

  HookEffects(WorkStore store, FrameworkEvents events) {
    this.store = store;
    this.events = events;
  }

  @Override
  public void accept(RoomEvent event, SideEffects effects) {
    for (Task task : effects.tasks()) {
      keep(
          event,
          "storing a task of a hook",
          () -> events.publish(new FrameworkEvent.TaskCreated(store.addTask(task))));
    }
    for (Observation observation : effects.observations()) {
      keep(event, "storing an observation of a hook", () -> store.addObservation(observation));
    }
  }

  private void keep(RoomEvent event, String doing, Runnable write) {
    try {
      write.run();
    } catch (TurnwiseException failure) {
      events.publish(new FrameworkEvent.Failed(event.roomId(), doing, failure));
    }
  }
}
