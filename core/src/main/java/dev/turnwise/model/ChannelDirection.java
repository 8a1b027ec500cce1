package dev.turnwise.model;

/** Which way events pass through a channel, seen from the room. */
public enum ChannelDirection {
  INBOUND,
  OUTBOUND,
  BIDIRECTIONAL
}
