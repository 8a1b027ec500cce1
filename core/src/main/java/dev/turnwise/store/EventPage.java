package dev.turnwise.store;

import dev.turnwise.model.Position;
import dev.turnwise.model.RoomEvent;
import java.util.List;

/**
 * A page of a timeline.
 *
 * @param events ascending by index
 * @param hasMore whether the same query has more events further in its direction
 * @param latestIndex the timeline's end in the page's snapshot, -1 if it is empty
 * @param epoch the timeline's epoch; positions of another epoch mean nothing in this timeline
 */
public record EventPage(List<RoomEvent> events, boolean hasMore, long latestIndex, String epoch) {

  public EventPage {
    events = List.copyOf(events);
  }

  /** The position of an event of this page. */
  public Position positionOf(RoomEvent event) {
    return new Position(epoch, event.index());
  }
}
