package dev.turnwise.testkit.contract;

/**
 * Reaches behind a store, to set what no call of its interface sets and to break what none breaks.
 * Each method is done when it returns.
 */
public interface HeadTampering {

  void setGated(String roomId, boolean gated);

  void setTurnFence(String roomId, long fence);

  void setDeliveryEpoch(String roomId, long epoch);

  /** Puts the delivery cursor forward, even beyond the timeline. */
  void setDeliveredIndex(String roomId, long index);

  /** Raises {@code next_index} by {@code count} without events. */
  void loseIndices(String roomId, int count);

  /** Deletes the row of one event and leaves no record of it. */
  void loseEvent(String roomId, long index);
}
