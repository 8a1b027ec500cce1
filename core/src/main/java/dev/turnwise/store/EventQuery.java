package dev.turnwise.store;

import dev.turnwise.error.InvalidInputException;
import dev.turnwise.model.Checks;
import dev.turnwise.model.EventType;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * Which part of a timeline to read, and through whose eyes.
 *
 * @param window where the page lies
 * @param limit 1 to 1,000 events that the reader may see
 * @param reader whose visibility applies
 * @param types only these types; empty means all
 * @param correlationId only events with this correlation id
 * @param parentEventId only direct replies to this event (a thread)
 */
public record EventQuery(
    String roomId,
    Window window,
    int limit,
    Reader reader,
    Set<EventType> types,
    Optional<String> correlationId,
    Optional<UUID> parentEventId) {

  /** Largest page. */
  public static final int MAX_LIMIT = 1_000;

  public EventQuery {
    Checks.requireId("query.room_id", roomId);
    types = Set.copyOf(types);
    if (limit < 1 || limit > MAX_LIMIT) {
      throw new InvalidInputException(
          "limit",
          "is " + limit,
          "1 to " + MAX_LIMIT,
          "ask for a smaller page and continue behind its last index");
    }
  }

  /** Where a page lies. */
  public sealed interface Window {

    /** The first events above this index; -1 for the start. */
    record After(long index) implements Window {}

    /** The last events below this index. */
    record Before(long index) implements Window {}

    /** The last events. */
    record Latest() implements Window {}
  }

  /** Through whose eyes a timeline is read. */
  public sealed interface Reader {

    /** The host application: everything. */
    record Host() implements Reader {}

    /**
     * A channel: what its binding lets it see, and always its own events; BLOCKED events only if
     * they are its own. A channel that is not attached sees only what it produced.
     */
    record OfChannel(String channelId) implements Reader {}
  }

  /** The first 100 events above {@code index}, as the host sees them. */
  public static EventQuery after(String roomId, long index) {
    return of(roomId, new Window.After(index));
  }

  /** The last 100 events below {@code index}, as the host sees them. */
  public static EventQuery before(String roomId, long index) {
    return of(roomId, new Window.Before(index));
  }

  /** The last 100 events, as the host sees them. */
  public static EventQuery latest(String roomId) {
    return of(roomId, new Window.Latest());
  }

  private static EventQuery of(String roomId, Window window) {
    return new EventQuery(
        roomId, window, 100, new Reader.Host(), Set.of(), Optional.empty(), Optional.empty());
  }

  public EventQuery withLimit(int newLimit) {
    return new EventQuery(roomId, window, newLimit, reader, types, correlationId, parentEventId);
  }

  public EventQuery asSeenBy(String channelId) {
    return new EventQuery(
        roomId,
        window,
        limit,
        new Reader.OfChannel(channelId),
        types,
        correlationId,
        parentEventId);
  }

  public EventQuery ofTypes(Set<EventType> newTypes) {
    return new EventQuery(roomId, window, limit, reader, newTypes, correlationId, parentEventId);
  }

  public EventQuery correlatedBy(String newCorrelationId) {
    return new EventQuery(
        roomId, window, limit, reader, types, Optional.of(newCorrelationId), parentEventId);
  }

  public EventQuery inThreadOf(UUID newParentEventId) {
    return new EventQuery(
        roomId, window, limit, reader, types, correlationId, Optional.of(newParentEventId));
  }
}
