package dev.turnwise.testkit.history;

import dev.turnwise.model.Checks;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** What a room held when somebody looked, and what was taken out of it. */
public sealed interface RoomFact extends HistoryRecord {
  /** The room it is about. */
  String room();

  /**
   * One page of a room's timeline as a reader saw it while the run went on, without any filter.
   *
   * @param reader whose views must never go back
   * @param afterIndex the page begins behind this index; -1 for the start of the room
   * @param events in the order in which they were seen
   * @param toEnd whether the page reached what was then the end of the room
   * @param invokedAtNanos observer's time before the read was sent
   * @param returnedAtNanos observer's time after its answer had arrived
   */
  record Read(
      String reader,
      String room,
      long afterIndex,
      List<SeenEvent> events,
      boolean toEnd,
      long invokedAtNanos,
      long returnedAtNanos)
      implements RoomFact {
    public Read {
      Checks.requireId("reader", reader);
      Checks.requireId("room", room);
      Checks.requireRange("after_index", afterIndex, -1, Long.MAX_VALUE);
      events = Checks.requireItems("events", events);
      Checks.requireNotNegative("invoked_at_nanos", invokedAtNanos);
      Checks.requireNotNegative("returned_at_nanos", returnedAtNanos);
    }

    /** The index up to which this page shows the room. */
    public long lastIndex() {
      return events.isEmpty() ? afterIndex : events.getLast().index();
    }
  }

  /**
   * An event was deleted for good: its index stays a hole.
   *
   * @param index the hole
   * @param atNanos observer's time after the deletion was acknowledged
   */
  record Removed(String room, long index, long atNanos) implements RoomFact {
    public Removed {
      Checks.requireId("room", room);
      Checks.requireNotNegative("index", index);
      Checks.requireNotNegative("at_nanos", atNanos);
    }
  }

  /**
   * The room as it was read at the end, when nothing could arrive any more.
   *
   * <p>May be written in pages: the events of all records of one room add up. An empty room has one
   * record without events; a room without any is not proven.
   */
  record Final(String room, List<FinalEvent> events) implements RoomFact {
    public Final {
      Checks.requireId("room", room);
      events = Checks.requireItems("events", events);
    }
  }

  /**
   * The room's counters, read at the end like {@link Final}.
   *
   * @param nextIndex the index that the next event would take
   * @param latestIndex the index of the last event; -1 in an empty room
   */
  record Counters(String room, long nextIndex, long latestIndex) implements RoomFact {
    public Counters {
      Checks.requireId("room", room);
      Checks.requireNotNegative("next_index", nextIndex);
      Checks.requireRange("latest_index", latestIndex, -1, Long.MAX_VALUE);
    }
  }

  /** An event that a reader saw. */
  record SeenEvent(long index, UUID eventId) {
    public SeenEvent {
      Checks.requireNotNegative("index", index);
      Checks.require("event_id", eventId);
    }
  }

  /**
   * An event of the finished room.
   *
   * <p>{@code key} and {@code op} tie it to the offers that may have stored it; give what the store
   * knows. Without either it is tied by an acknowledged event id, else it is counted as
   * unattributed (what the framework writes on its own account).
   *
   * @param key idempotency key under which it was stored
   * @param op the very offer that stored it, if the event carries that
   * @param status wire name of its status, of which {@code blocked} has a meaning here
   * @param content digest of its content; left out of an event that was edited since
   */
  record FinalEvent(
      long index,
      UUID eventId,
      @Nullable String key,
      @Nullable Long op,
      String status,
      @Nullable String content) {
    public FinalEvent {
      Checks.requireNotNegative("index", index);
      Checks.require("event_id", eventId);
      Checks.optionalKey("key", key);
      Checks.requireFilled("status", status);
      Checks.optionalText("content", content);
    }

    /** Without a digest of the content. */
    public FinalEvent(
        long index, UUID eventId, @Nullable String key, @Nullable Long op, String status) {
      this(index, eventId, key, op, status, null);
    }

    boolean blocked() {
      return status.equals("blocked");
    }
  }
}
