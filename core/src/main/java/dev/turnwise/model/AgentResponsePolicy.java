package dev.turnwise.model;

/** Who may answer in a room. */
public enum AgentResponsePolicy {
  /** Agents answer each other until the chain-depth limit. */
  AGENT_CHAIN,
  /** Agents answer only events that are addressed to them. */
  ADDRESSED_ONLY
}
