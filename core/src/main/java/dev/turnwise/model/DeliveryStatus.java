package dev.turnwise.model;

/** What became of an event at one channel. */
public enum DeliveryStatus {
  SENT,
  QUEUED,
  FAILED
}
