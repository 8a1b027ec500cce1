package dev.turnwise.result;

import java.util.Locale;

/**
 * Why a message was refused. A refused message is not stored, takes no index and leaves no
 * idempotency key.
 */
public enum RefusalReason {
  /** The room is CLOSED or ARCHIVED. */
  ROOM_CLOSED,
  /** The source channel is not attached to the room, or was detached from it. */
  CHANNEL_NOT_ATTACHED,
  /**
   * The key belongs to an event that has been deleted since, so there is no original to answer
   * with.
   */
  DUPLICATE,
  /** An edit or delete names an event that the room does not have. */
  TARGET_EVENT_NOT_FOUND,
  /** An edit names a deleted event. */
  TARGET_EVENT_DELETED,
  /** An edit or delete by its sender needs a participant on both sides. */
  IDENTITY_REQUIRED_FOR_EDIT,
  /** Only the original author may do this. */
  NOT_ORIGINAL_AUTHOR,
  /** The acting participant or channel has no authority for this. */
  NOT_AUTHORIZED;

  private final String wire = name().toLowerCase(Locale.ROOT);

  /** Stable name for the wire and for metrics. */
  public String wire() {
    return wire;
  }
}
