package dev.turnwise.model;

/**
 * How a channel with several recipients spreads an event; for integrators, the core never acts on
 * it.
 */
public enum DeliveryMode {
  BROADCAST,
  DIRECT,
  ROUND_ROBIN
}
