package dev.turnwise.model;

/** How far a task has come. */
public enum TaskStatus {
  PENDING,
  IN_PROGRESS,
  COMPLETED,
  FAILED,
  CANCELLED
}
