package dev.turnwise.model;

/** Where a room is in its life. */
public enum RoomStatus {
  ACTIVE(true),
  /** Idle, for example after its timer; accepts events and becomes active again with the next. */
  PAUSED(true),
  /** Over; refuses events until it is reopened. */
  CLOSED(false),
  /** Terminal; refuses events for good. */
  ARCHIVED(false);

  private final boolean acceptsEvents;

  RoomStatus(boolean acceptsEvents) {
    this.acceptsEvents = acceptsEvents;
  }

  /** Whether the room's timeline may grow. */
  public boolean acceptsEvents() {
    return acceptsEvents;
  }
}
