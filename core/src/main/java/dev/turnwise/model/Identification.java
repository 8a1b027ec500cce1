package dev.turnwise.model;

/** How far a participant's identity is known. */
public enum Identification {
  IDENTIFIED,
  PENDING,
  AMBIGUOUS,
  UNKNOWN,
  CHALLENGE_SENT,
  REJECTED
}
