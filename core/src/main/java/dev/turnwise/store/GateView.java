package dev.turnwise.store;

import java.util.Set;

/**
 * What gates decide from: a room and the keys of the messages that wait, in one snapshot.
 *
 * @param owned those of the keys that asked for that are owned and not expired
 */
public record GateView(RoomSnapshot room, Set<IdempotencyKey> owned) {

  public GateView {
    owned = Set.copyOf(owned);
  }
}
