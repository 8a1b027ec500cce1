package dev.turnwise.hook;

import dev.turnwise.observe.FrameworkEvent;
import dev.turnwise.observe.FrameworkEvents;
import dev.turnwise.runtime.Calls;
import dev.turnwise.runtime.Tasks;
import java.time.Duration;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs asynchronous hooks: each is a subscriber of the framework events behind its trigger, so it
 * sees them in order and can neither slow nor break the engine. A call that takes longer than the
 * hook's timeout is left behind.
 */
public final class HookObservers {

  private static final Logger LOG = LoggerFactory.getLogger(HookObservers.class);

  private final FrameworkEvents events;
  private final Calls calls;

  public HookObservers(FrameworkEvents events, Tasks tasks) {
    this.events = events;
    this.calls = new Calls(tasks);
  }

  /** Lets the hook observe one room, or all. */
  public HookRegistration add(Hook hook, Optional<String> roomId) {
    FrameworkEvents.Subscription subscription =
        events.on(FrameworkEvent.class, event -> tell(hook, roomId, event));
    return subscription::close;
  }

  private void tell(Hook hook, Optional<String> roomId, FrameworkEvent event) {
    payload(hook.trigger(), event)
        .filter(payload -> roomId.map(payload.roomId()::equals).orElse(true))
        .filter(payload -> payload.source().map(hook.filter()::matches).orElse(true))
        .ifPresent(payload -> run(hook, payload));
  }

  private void run(Hook hook, HookPayload payload) {
    Optional<Boolean> done =
        calls.call("turnwise-hook-" + hook.name(), hook.timeout(), () -> observed(hook, payload));
    if (done.isEmpty()) {
      Duration limit = hook.timeout();
      LOG.warn("hook {} has not come to an end within {} ms", hook.name(), limit.toMillis());
      events.publish(new FrameworkEvent.HookTimedOut(hook.name(), hook.trigger().name(), limit));
    }
  }

  private boolean observed(Hook hook, HookPayload payload) {
    try {
      ((HookHandler.Observer) hook.handler()).observe(payload);
    } catch (Exception failure) {
      LOG.error("hook {} failed", hook.name(), failure);
      events.publish(
          new FrameworkEvent.HookFailed(
              hook.name(), hook.trigger().name(), String.valueOf(failure.getMessage())));
    }
    return true;
  }

  /** What the event means to hooks of a trigger, or empty if nothing. */
  private static Optional<HookPayload> payload(HookTrigger trigger, FrameworkEvent event) {
    return switch (event) {
      case FrameworkEvent.EventProcessed(var stored) ->
          when(trigger == HookTrigger.AFTER_BROADCAST, new HookPayload.OfEvent(stored));
      case FrameworkEvent.EventUpdated(var updated) ->
          when(trigger == HookTrigger.ON_EVENT_UPDATED, new HookPayload.OfEvent(updated));
      case FrameworkEvent.EventDeleted(var deleted) ->
          when(trigger == HookTrigger.ON_EVENT_DELETED, new HookPayload.OfEvent(deleted));
      case FrameworkEvent.ChannelAttached(var room, var channel) ->
          when(
              trigger == HookTrigger.ON_CHANNEL_ATTACHED, new HookPayload.OfChannel(room, channel));
      case FrameworkEvent.ChannelDetached(var room, var channel) ->
          when(
              trigger == HookTrigger.ON_CHANNEL_DETACHED, new HookPayload.OfChannel(room, channel));
      case FrameworkEvent.ChannelMuted(var room, var channel) ->
          when(trigger == HookTrigger.ON_CHANNEL_MUTED, new HookPayload.OfChannel(room, channel));
      case FrameworkEvent.ChannelUnmuted(var room, var channel) ->
          when(trigger == HookTrigger.ON_CHANNEL_UNMUTED, new HookPayload.OfChannel(room, channel));
      case FrameworkEvent.RoomCreated(var room, var organization) ->
          when(trigger == HookTrigger.ON_ROOM_CREATED, new HookPayload.OfRoom(room));
      case FrameworkEvent.RoomPaused(var room) ->
          when(trigger == HookTrigger.ON_ROOM_PAUSED, new HookPayload.OfRoom(room));
      case FrameworkEvent.RoomClosed(var room) ->
          when(trigger == HookTrigger.ON_ROOM_CLOSED, new HookPayload.OfRoom(room));
      case FrameworkEvent.SessionStarted(var room) ->
          when(trigger == HookTrigger.ON_SESSION_STARTED, new HookPayload.OfRoom(room));
      case FrameworkEvent.ParticipantJoined(var participant) ->
          when(
              trigger == HookTrigger.ON_PARTICIPANT_JOINED,
              new HookPayload.OfParticipant(participant));
      case FrameworkEvent.ParticipantLeft(var participant) ->
          when(
              trigger == HookTrigger.ON_PARTICIPANT_LEFT,
              new HookPayload.OfParticipant(participant));
      case FrameworkEvent.ParticipantUpdated(var participant) ->
          when(
              trigger == HookTrigger.ON_PARTICIPANT_UPDATED,
              new HookPayload.OfParticipant(participant));
      case FrameworkEvent.ParticipantIdentified(var participant) ->
          when(
              trigger == HookTrigger.ON_PARTICIPANT_IDENTIFIED,
              new HookPayload.OfParticipant(participant));
      case FrameworkEvent.TaskCreated(var task) ->
          when(trigger == HookTrigger.ON_TASK_CREATED, new HookPayload.OfTask(task));
      case FrameworkEvent.Failed(var room, var doing, var failure) ->
          when(trigger == HookTrigger.ON_ERROR, new HookPayload.OfError(room, doing, failure));
      default -> Optional.empty();
    };
  }

  private static Optional<HookPayload> when(boolean meant, HookPayload payload) {
    return meant ? Optional.of(payload) : Optional.empty();
  }
}
