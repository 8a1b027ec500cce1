package dev.turnwise.model;

/** Whether a channel leads to people and systems outside, or to an agent. */
public enum ChannelCategory {
  TRANSPORT,
  INTELLIGENCE
}
