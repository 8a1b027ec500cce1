package dev.turnwise.testkit.fault;

/** Which way bytes travel through a {@link FaultProxy}. */
public enum Direction {
  CLIENT_TO_SERVER,
  SERVER_TO_CLIENT;

  /** The way that replies to this one take. */
  public Direction opposite() {
    return this == CLIENT_TO_SERVER ? SERVER_TO_CLIENT : CLIENT_TO_SERVER;
  }
}
