package dev.turnwise.model;

/** Whether a participant is in the room. */
public enum ParticipantStatus {
  ACTIVE,
  INACTIVE,
  LEFT,
  BANNED
}
