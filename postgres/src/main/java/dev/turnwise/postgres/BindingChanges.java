package dev.turnwise.postgres;

import dev.turnwise.model.ChannelBinding;
import dev.turnwise.store.ChangeOutcome;
import dev.turnwise.store.RoomChange;
import dev.turnwise.store.RoomChange.BindingPatch;
import java.sql.SQLException;
import java.util.Optional;

/** Attaching, detaching and changing channels. */
final class BindingChanges {

  private static final Sql READ = Sql.of("binding");
  private static final Sql DETACH = Sql.of("detach-binding");

  /** A binding as it is: there, or detached and remembered as such. */
  private record Found(ChannelBinding binding, boolean isDetached) {}

  private BindingChanges() {}

  static ChangeOutcome attach(LockedRoom room, RoomChange.Attach attach) throws SQLException {
    Optional<Found> found = find(room, attach.binding().channelId());
    if (found.isPresent() && !found.get().isDetached()) {
      return new ChangeOutcome.Unchanged();
    }
    if (found.isPresent() && !attach.explicit()) {
      return new ChangeOutcome.WasDetached();
    }
    return room.configured(
        attach.marker(),
        () ->
            BindingRows.attach(
                room.connection(), room.id(), attach.binding(), room.status().acceptsEvents()));
  }

  static ChangeOutcome detach(LockedRoom room, RoomChange.Detach detach) throws SQLException {
    Optional<Found> found = find(room, detach.channelId());
    if (found.isEmpty()) {
      return new ChangeOutcome.TargetMissing();
    }
    if (found.get().isDetached()) {
      return new ChangeOutcome.Unchanged();
    }
    return room.configured(
        detach.marker(),
        () -> {
          try (Call call = DETACH.on(room.connection())) {
            call.text("room_id", room.id()).text("channel_id", detach.channelId()).update();
          }
        });
  }

  static ChangeOutcome rebind(LockedRoom room, RoomChange.Rebind rebind) throws SQLException {
    Optional<Found> found = find(room, rebind.channelId());
    if (found.isEmpty() || found.get().isDetached()) {
      return new ChangeOutcome.TargetMissing();
    }
    ChannelBinding before = found.get().binding();
    ChannelBinding after = patched(before, rebind.patch());
    return after.equals(before)
        ? new ChangeOutcome.Unchanged()
        : room.configured(rebind.marker(), () -> BindingRows.change(room.connection(), after));
  }

  private static ChannelBinding patched(ChannelBinding binding, BindingPatch patch) {
    return binding.toBuilder()
        .access(patch.access().orElse(binding.access()))
        .muted(patch.muted().orElse(binding.muted()))
        .outputMuted(patch.outputMuted().orElse(binding.outputMuted()))
        .visibility(patch.visibility().orElse(binding.visibility()))
        .metadata(patch.metadata().orElse(binding.metadata()))
        .build();
  }

  private static Optional<Found> find(LockedRoom room, String channelId) throws SQLException {
    try (Call call = READ.on(room.connection())) {
      return call.text("room_id", room.id())
          .text("channel_id", channelId)
          .first(row -> new Found(BindingRows.read(row), BindingRows.isDetached(row)));
    }
  }
}
