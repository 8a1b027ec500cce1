package dev.turnwise.store;

/**
 * Moves a room's delivery cursor, conditional on where it stands and on the claim's epoch (R8).
 *
 * @param from {@code delivered_index} must be this
 * @param to where it goes; greater than {@code from}, and below {@code next_index}
 * @param epoch {@code delivery_epoch} must be this
 */
public record CursorStep(long from, long to, long epoch) {

  public CursorStep {
    if (from < -1 || to <= from) {
      throw new IllegalArgumentException(
          "a cursor steps forward from -1 on, not from " + from + " to " + to);
    }
  }
}
