package dev.turnwise.model;

/** What a participant is in a room. */
public enum ParticipantRole {
  OWNER,
  /** A human agent. */
  AGENT,
  MEMBER,
  OBSERVER,
  BOT
}
