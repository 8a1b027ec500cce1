package dev.turnwise.postgres;

import dev.turnwise.model.AgentResponsePolicy;
import dev.turnwise.model.Room;
import dev.turnwise.model.RoomStatus;
import dev.turnwise.model.RoomTimers;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Rooms as rows. */
final class RoomRows {

  /** How "no organisation" is stored: an id is never empty, and a null would equal nothing. */
  private static final String NO_ORGANIZATION = "";

  private RoomRows() {}

  static String organization(@Nullable String id) {
    return id == null ? NO_ORGANIZATION : id;
  }

  static @Nullable String organizationId(Row row) throws SQLException {
    String id = row.text("organization_id");
    return id.equals(NO_ORGANIZATION) ? null : id;
  }

  /** Reads a row of {@code rooms} with the columns of its head beside it. */
  static Room read(Row row) throws SQLException {
    long nextIndex = row.number("next_index");
    return new Room(
        row.text("room_id"),
        organizationId(row),
        row.constant("status", RoomStatus.class),
        row.time("created_at"),
        row.time("updated_at"),
        row.timeOrNull("closed_at"),
        timers(row),
        EventRows.readMap("room.metadata", row.text("metadata")),
        row.constant("agent_response_policy", AgentResponsePolicy.class),
        // An index is taken by each event stored, and never given back.
        nextIndex,
        nextIndex - 1,
        row.number("delivered_index"),
        row.time("last_activity"),
        row.number("timeline_epoch"));
  }

  static RoomTimers timers(Row row) throws SQLException {
    return new RoomTimers(row.nanosOrNull("inactive_after_ns"), row.nanosOrNull("closed_after_ns"));
  }

  static Call bind(Call call, RoomTimers timers) throws SQLException {
    return call.number("inactive_after_ns", nanos(timers.inactiveAfter()))
        .number("closed_after_ns", nanos(timers.closedAfter()));
  }

  private static @Nullable Long nanos(@Nullable Duration duration) {
    return duration == null ? null : (Long) TimeUnit.NANOSECONDS.convert(duration);
  }
}
