package dev.turnwise.observe;

import dev.turnwise.model.EventType;
import dev.turnwise.model.Participant;
import dev.turnwise.model.RoomEvent;
import dev.turnwise.model.Task;
import dev.turnwise.result.RefusalReason;
import java.time.Duration;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Something that happened in this worker. Framework events are never part of a timeline; each
 * worker tells only what it did itself.
 */
public sealed interface FrameworkEvent {

  /** Stable name in snake case. */
  String name();

  record RoomCreated(String roomId, @Nullable String organizationId) implements FrameworkEvent {
    @Override
    public String name() {
      return "room_created";
    }
  }

  record RoomPaused(String roomId) implements FrameworkEvent {
    @Override
    public String name() {
      return "room_paused";
    }
  }

  record RoomResumed(String roomId) implements FrameworkEvent {
    @Override
    public String name() {
      return "room_resumed";
    }
  }

  record RoomClosed(String roomId) implements FrameworkEvent {
    @Override
    public String name() {
      return "room_closed";
    }
  }

  record RoomReopened(String roomId) implements FrameworkEvent {
    @Override
    public String name() {
      return "room_reopened";
    }
  }

  record RoomArchived(String roomId) implements FrameworkEvent {
    @Override
    public String name() {
      return "room_archived";
    }
  }

  record ChannelRegistered(String channelId, String channelType) implements FrameworkEvent {
    @Override
    public String name() {
      return "channel_registered";
    }
  }

  /** A message was committed and everything that this worker does about it has been done. */
  record EventProcessed(RoomEvent event) implements FrameworkEvent {
    @Override
    public String name() {
      return "event_processed";
    }
  }

  /** A gate stopped a message; it is in the timeline as BLOCKED. */
  record EventBlocked(String roomId, UUID eventId, String by) implements FrameworkEvent {
    @Override
    public String name() {
      return "event_blocked";
    }
  }

  /** A message was refused and not stored. */
  record EventRefused(String roomId, EventType eventType, RefusalReason reason)
      implements FrameworkEvent {
    @Override
    public String name() {
      return "room_refused_event";
    }
  }

  /** A message took too long before its commit and was dropped; nothing was stored. */
  record ProcessTimedOut(String subject, Duration limit) implements FrameworkEvent {
    @Override
    public String name() {
      return "process_timeout";
    }
  }

  /** A commit's answer was late; the worker goes on asking. */
  record OutcomeUnknown(String roomId, UUID eventId) implements FrameworkEvent {
    @Override
    public String name() {
      return "outcome_unknown";
    }
  }

  /** A hook threw or answered nonsense; its event passed, unless the hook fails closed. */
  record HookFailed(String hook, String trigger, String error) implements FrameworkEvent {
    @Override
    public String name() {
      return "hook_error";
    }
  }

  /** A hook took too long; its event passed, unless the hook fails closed. */
  record HookTimedOut(String hook, String trigger, Duration limit) implements FrameworkEvent {
    @Override
    public String name() {
      return "hook_timeout";
    }
  }

  /**
   * A commit lock was lost while hooks ran and somebody committed meanwhile, so the hooks run
   * again.
   */
  record GatesRerun(String roomId, int attempt) implements FrameworkEvent {
    @Override
    public String name() {
      return "gates_rerun";
    }
  }

  /** An edit or the host changed this event; here as it is now. */
  record EventUpdated(RoomEvent event) implements FrameworkEvent {
    @Override
    public String name() {
      return "event_updated";
    }
  }

  /** This event was marked deleted, or removed by the host; here as it is or was. */
  record EventDeleted(RoomEvent event) implements FrameworkEvent {
    @Override
    public String name() {
      return "event_deleted";
    }
  }

  /** A channel was attached to a room. */
  record ChannelAttached(String roomId, String channelId) implements FrameworkEvent {
    @Override
    public String name() {
      return "channel_attached";
    }
  }

  /** A channel was detached from a room. */
  record ChannelDetached(String roomId, String channelId) implements FrameworkEvent {
    @Override
    public String name() {
      return "channel_detached";
    }
  }

  /** What the channel writes is stored BLOCKED from now on. */
  record ChannelMuted(String roomId, String channelId) implements FrameworkEvent {
    @Override
    public String name() {
      return "channel_muted";
    }
  }

  /** The channel may write again. */
  record ChannelUnmuted(String roomId, String channelId) implements FrameworkEvent {
    @Override
    public String name() {
      return "channel_unmuted";
    }
  }

  /** A participant joined, or came back. */
  record ParticipantJoined(Participant participant) implements FrameworkEvent {
    @Override
    public String name() {
      return "participant_joined";
    }
  }

  /** A participant left. */
  record ParticipantLeft(Participant participant) implements FrameworkEvent {
    @Override
    public String name() {
      return "participant_left";
    }
  }

  /** A participant's display name changed. */
  record ParticipantUpdated(Participant participant) implements FrameworkEvent {
    @Override
    public String name() {
      return "participant_updated";
    }
  }

  /** It is known now who a participant is. */
  record ParticipantIdentified(Participant participant) implements FrameworkEvent {
    @Override
    public String name() {
      return "participant_identified";
    }
  }

  /**
   * A message's sender is known, by the resolver or by a hook; told for each message that had to be
   * asked about, whether it is stored in the end or not.
   */
  record IdentityResolved(String roomId, String participantId, String identityId)
      implements FrameworkEvent {
    @Override
    public String name() {
      return "identity_resolved";
    }
  }

  /** A resolver took too long; the sender counts as unknown. */
  record IdentityTimedOut(String roomId, String address) implements FrameworkEvent {
    @Override
    public String name() {
      return "identity_timeout";
    }
  }

  /** A task was stored. */
  record TaskCreated(Task task) implements FrameworkEvent {
    @Override
    public String name() {
      return "task_created";
    }
  }

  /** A message that found no room opened this one. */
  record SessionStarted(String roomId) implements FrameworkEvent {
    @Override
    public String name() {
      return "session_started";
    }
  }

  /** Something failed that no caller hears of in full. */
  record Failed(String roomId, String doing, Throwable failure) implements FrameworkEvent {
    @Override
    public String name() {
      return "error";
    }
  }
}
