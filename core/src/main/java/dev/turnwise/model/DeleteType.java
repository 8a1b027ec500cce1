package dev.turnwise.model;

/** On whose behalf a message is deleted. */
public enum DeleteType {
  /** The author removed an own message. */
  SENDER,
  /** Automation or policy. */
  SYSTEM,
  /** An operator. */
  ADMIN
}
