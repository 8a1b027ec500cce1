package dev.turnwise.model;

/** How far an event has come. */
public enum EventStatus {
  /** Created, not yet decided. */
  PENDING,
  /** Stored and being broadcast; says nothing about success at any one channel. */
  DELIVERED,
  /** A recipient's read receipt arrived. */
  READ,
  /** Never set on an event that was committed; failures of targets are in its delivery results. */
  FAILED,
  /** Refused by a gate and kept for audit; {@link RoomEvent#blockedBy()} names it. */
  BLOCKED
}
