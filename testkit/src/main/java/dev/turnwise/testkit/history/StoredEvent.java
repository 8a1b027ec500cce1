package dev.turnwise.testkit.history;

import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * An event of the finished room with the offers that may have stored it.
 *
 * @param offers the one that it names, else all under its key, else the one that was acknowledged
 *     with its id; empty if there is none
 */
record StoredEvent(RoomFact.FinalEvent event, List<Offer> offers) {
  long index() {
    return event.index();
  }

  UUID id() {
    return event.eventId();
  }

  /** The key under which it was stored, as far as the history tells. */
  @Nullable String key() {
    String key = event.key();
    return key == null && !offers.isEmpty() ? offers.getFirst().invoke().key() : key;
  }

  /** What must not be stored twice: its key or its offer; null if neither is known. */
  @Nullable Object identity() {
    return offers.isEmpty() ? event.key() : offers.getFirst().identity();
  }

  @Override
  public String toString() {
    return "index " + index() + " (event " + id() + ")";
  }
}
