package dev.turnwise.hook;

/** Where application code can hook in. */
public enum HookTrigger {
  /** Before an event is committed; may allow, block or modify it, and inject others. */
  BEFORE_BROADCAST(true),
  /** After an event is committed and everything that this worker does about it has been done. */
  AFTER_BROADCAST(false),
  /** An edit or a host update has changed an event. */
  ON_EVENT_UPDATED(false),
  /** An event was marked deleted, or removed by the host. */
  ON_EVENT_DELETED(false),
  ON_CHANNEL_ATTACHED(false),
  ON_CHANNEL_DETACHED(false),
  ON_CHANNEL_MUTED(false),
  ON_CHANNEL_UNMUTED(false),
  ON_ROOM_CREATED(false),
  ON_ROOM_PAUSED(false),
  ON_ROOM_CLOSED(false),
  /** A message's sender may be one of several persons. */
  ON_IDENTITY_AMBIGUOUS(true),
  /** A message's sender is not known. */
  ON_IDENTITY_UNKNOWN(true),
  ON_PARTICIPANT_IDENTIFIED(false),
  ON_PARTICIPANT_JOINED(false),
  ON_PARTICIPANT_LEFT(false),
  ON_PARTICIPANT_UPDATED(false),
  ON_TASK_CREATED(false),
  /** A room was opened by a message that found none. */
  ON_SESSION_STARTED(false),
  /**
   * Something failed that no caller hears of in full: a channel's conversion, a hook's side
   * effects.
   */
  ON_ERROR(false);

  private final boolean sync;

  HookTrigger(boolean sync) {
    this.sync = sync;
  }

  /** Whether the engine waits for the hook and acts on what it returns. */
  public boolean isSync() {
    return sync;
  }
}
