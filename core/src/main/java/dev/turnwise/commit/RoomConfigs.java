package dev.turnwise.commit;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.turnwise.error.RoomNotFoundException;
import dev.turnwise.store.RoomSnapshot;
import dev.turnwise.store.RoomStore;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What this worker remembers of rooms' configurations. May be stale at any time: whatever is
 * decided from it is committed on condition of its version.
 */
public final class RoomConfigs {

  private static final int REMEMBERED_ROOMS = 10_000;

  private final RoomStore store;
  private final Cache<String, RoomSnapshot> remembered =
      // Maintenance runs on the caller, since core forks nothing outside its seam.
      Caffeine.newBuilder().maximumSize(REMEMBERED_ROOMS).executor(Runnable::run).build();

  public RoomConfigs(RoomStore store) {
    this.store = store;
  }

  /** The configuration as remembered, else as read now; empty if there is no such room. */
  public Optional<RoomSnapshot> get(String roomId) {
    RoomSnapshot known = peek(roomId);
    return known != null ? Optional.of(known) : refresh(roomId);
  }

  /**
   * The configuration as remembered, else as read now.
   *
   * @throws RoomNotFoundException if there is no such room
   */
  public RoomSnapshot require(String roomId) {
    return get(roomId).orElseThrow(() -> new RoomNotFoundException(roomId));
  }

  /**
   * The configuration as read now.
   *
   * @throws RoomNotFoundException if there is no such room
   */
  public RoomSnapshot requireFresh(String roomId) {
    return refresh(roomId).orElseThrow(() -> new RoomNotFoundException(roomId));
  }

  @Nullable RoomSnapshot peek(String roomId) {
    return remembered.getIfPresent(roomId);
  }

  /** The configuration as read now. */
  public Optional<RoomSnapshot> refresh(String roomId) {
    Optional<RoomSnapshot> fresh = store.snapshot(roomId);
    fresh.ifPresentOrElse(this::remember, () -> forget(roomId));
    return fresh;
  }

  /** Keeps the newer of two reads, whichever arrives last. */
  private void remember(RoomSnapshot fresh) {
    remembered
        .asMap()
        .merge(
            fresh.roomId(),
            fresh,
            (old, now) -> now.configVersion() >= old.configVersion() ? now : old);
  }

  public void forget(String roomId) {
    remembered.invalidate(roomId);
  }
}
