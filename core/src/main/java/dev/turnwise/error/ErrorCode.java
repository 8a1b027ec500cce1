package dev.turnwise.error;

import java.util.Locale;

/** Stable machine-readable code of an error; programs match on it, never on the message. */
public enum ErrorCode {
  INVALID_INPUT,
  ROOM_NOT_FOUND,
  EVENT_NOT_FOUND,
  CHANNEL_NOT_FOUND,
  CHANNEL_NOT_ATTACHED,
  ROOM_CLOSED,
  PROCESS_TIMEOUT,
  ROOM_BUSY,
  LOCK_TIMEOUT,
  OVERLOADED,
  STORE_UNAVAILABLE,
  OUTCOME_UNKNOWN,
  DATA_REJECTED,
  SCHEMA,
  CONFIGURATION,
  CALL_INTERRUPTED,
  ENGINE_CLOSED;

  private final String wire = name().toLowerCase(Locale.ROOT);

  /** The code as it appears in JSON and in logs, for example {@code room_closed}. */
  public String wire() {
    return wire;
  }
}
