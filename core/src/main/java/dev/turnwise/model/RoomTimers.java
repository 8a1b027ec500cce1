package dev.turnwise.model;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * When a room changes its status by itself; null means never.
 *
 * @param inactiveAfter time without an event after which an active room is paused
 * @param closedAfter time spent paused after which the room is closed
 */
public record RoomTimers(@Nullable Duration inactiveAfter, @Nullable Duration closedAfter) {
  /** No timers. */
  public static final RoomTimers NONE = new RoomTimers(null, null);

  public RoomTimers {
    Checks.optionalPositive("timers.inactive_after", inactiveAfter);
    Checks.optionalPositive("timers.closed_after", closedAfter);
  }
}
