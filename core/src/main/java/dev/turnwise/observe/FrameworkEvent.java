package dev.turnwise.observe;

import dev.turnwise.model.EventType;
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
  record EventProcessed(String roomId, UUID eventId, long index) implements FrameworkEvent {
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
}
