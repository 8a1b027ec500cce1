package dev.turnwise.store;

import dev.turnwise.model.Checks;
import dev.turnwise.model.RoomStatus;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Which rooms to list.
 *
 * @param organizationId only rooms of this organisation; null means rooms that belong to none
 * @param status only rooms of this status
 * @param channelId only rooms with this channel attached
 * @param afterRoomId the last room of the page before, to continue behind it
 * @param limit 1 to 1,000
 */
public record RoomFilter(
    @Nullable String organizationId,
    Optional<RoomStatus> status,
    Optional<String> channelId,
    Optional<String> afterRoomId,
    int limit) {

  /** Largest list. */
  public static final int MAX_LIMIT = 1_000;

  public RoomFilter {
    Checks.optionalId("filter.organization_id", organizationId);
    Checks.requireRange("filter.limit", limit, 1, MAX_LIMIT);
  }

  /** The first 100 rooms of an organisation. */
  public static RoomFilter of(@Nullable String organizationId) {
    return new RoomFilter(
        organizationId, Optional.empty(), Optional.empty(), Optional.empty(), 100);
  }

  public RoomFilter withStatus(RoomStatus newStatus) {
    return new RoomFilter(organizationId, Optional.of(newStatus), channelId, afterRoomId, limit);
  }

  public RoomFilter withChannel(String newChannelId) {
    return new RoomFilter(organizationId, status, Optional.of(newChannelId), afterRoomId, limit);
  }

  public RoomFilter after(String roomId) {
    return new RoomFilter(organizationId, status, channelId, Optional.of(roomId), limit);
  }

  public RoomFilter withLimit(int newLimit) {
    return new RoomFilter(organizationId, status, channelId, afterRoomId, newLimit);
  }
}
