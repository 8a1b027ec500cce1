package dev.turnwise.testkit.sim;

/**
 * What a simulation may come across. Counted, because a simulator that reaches nothing proves
 * nothing.
 */
public enum Reached {
  /** A worker ended at some step. */
  CRASH,
  /** A write was on its way from a worker that crashed, and never arrived. */
  CRASH_LOST_WRITE,
  /** A write was on its way from a worker that crashed, and happened later. */
  CRASH_ORPHANED_WRITE,
  /** A write had happened when its worker crashed before hearing of it. */
  CRASH_UNHEARD_WRITE,
  /** A worker that had crashed was replaced. */
  REPLACED,
  /** A worker left in order while others went on. */
  LEFT,
  /** A worker stood still for a while. */
  PAUSE,
  /** A worker stood still for longer than its locks last. */
  LEASE_EXPIRED,
  /** A worker's lock session was terminated from outside. */
  LOCK_SESSION_LOST,
  /** A lock was taken from somebody who held it. */
  LOCK_LOST,
  /** A room's gate was cleared although a worker with hooks lived. */
  GATE_CLEARED,
  /** A request to the store was lost, which its sender could not know. */
  LOST_REQUEST,
  /** A write happened, and its answer was lost. */
  LOST_ANSWER,
  /** A write happened after its sender had been told that nothing is known of it. */
  LATE_WRITE,
  /** Such a write was the first of its ids to be stored. */
  LATE_WRITE_STORED,
  /** The store refused to work; nothing was stored. */
  UNAVAILABLE,
  /** The store took long. */
  SLOW,
  /** A room of several in a statement was skipped. */
  SKIPPED,
  /** A statement carried several rooms. */
  GROUPED,
  /** A statement carried several events of a room. */
  BATCHED,
  /** A statement's condition on the head row failed. */
  UNMATCHED,
  /** A key was taken when the statement came. */
  KEY_TAKEN,
  /** A statement was sent again with the same ids. */
  SENT_AGAIN,
  /** The store refused one event's data. */
  DATA_REJECTED,
  /** Gates ran again, as the room had changed under the lock. */
  GATES_RERUN,
  /** A message was stored. */
  STORED,
  /** A hook blocked a message. */
  BLOCKED_BY_HOOK,
  /** A muted channel's message was stored blocked. */
  BLOCKED_MUTED,
  /** A hook rewrote a message. */
  MODIFIED,
  /** A hook put an event behind a message. */
  INJECTED,
  /** A hook took longer than its timeout. */
  HOOK_TIMED_OUT,
  /** A repeat got its original. */
  DUPLICATE,
  /** A repeat with another payload got its original, flagged. */
  DUPLICATE_OTHER_PAYLOAD,
  /** A repeat's original had been deleted. */
  DUPLICATE_DELETED,
  /** A closed room refused. */
  REFUSED_CLOSED,
  /** A message edited another one. */
  EDITED,
  /** A message was refused with a typed error, by its code. */
  FAILED,
  /** A room could not be brought to a standstill. */
  ROOM_BUSY,
  /** A message was not sent in time. */
  PROCESS_TIMEOUT,
  /** The worker was leaving. */
  ENGINE_CLOSED,
  /** A caller got no definite answer. */
  UNKNOWN,
  /** An answer that had been unknown became definite. */
  UNKNOWN_COMPLETED,
  /** A caller lost its worker while it waited. */
  CALLER_LOST_WORKER,
  /** A caller was interrupted while it waited. */
  INTERRUPTED,
  /** A caller sent several messages without waiting for answers. */
  BURST,
  /** A room stood closed from its close's return to its reopening. */
  CLOSED_WINDOW,
  /** A channel stood muted from its mute's return to its unmuting. */
  MUTED_WINDOW,
  /** An event was updated by its host. */
  UPDATED,
  /** An event was deleted for good. */
  REMOVED,
  /** A page was read while the run went on. */
  READ,
  /** A room was opened for a first message. */
  ROUTED
}
