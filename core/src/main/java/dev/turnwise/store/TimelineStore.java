package dev.turnwise.store;

import dev.turnwise.model.RoomEvent;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** Reading timelines, and how far readers have come. */
public interface TimelineStore {

  /**
   * A page of a room's timeline, ascending by index, read in one snapshot. The limit counts what
   * the reader may see. An unknown room gives an empty page with latest index -1.
   */
  EventPage page(EventQuery query);

  /** An event of this room, unfiltered. */
  Optional<RoomEvent> event(String roomId, UUID eventId);

  /**
   * Moves a channel's read marker forward to {@code index}, at most to the end of the timeline;
   * never back.
   *
   * @return where the marker stands now (-1 if nothing is read), or empty if the room does not
   *     exist
   */
  Optional<Long> markRead(String roomId, String channelId, long index);

  /**
   * Moves a channel's read marker to the end of the timeline as it is at this instant; -1 in an
   * empty room.
   */
  Optional<Long> markAllRead(String roomId, String channelId);

  /** Read markers by channel id; channels that read nothing are absent. */
  Map<String, Long> readMarkers(String roomId);

  /** Events above the channel's marker that it may see, that are not its own and not BLOCKED. */
  long unreadCount(String roomId, String channelId);
}
