package dev.turnwise.memory;

import dev.turnwise.model.ChannelBinding;
import dev.turnwise.model.Participant;
import dev.turnwise.model.ParticipantStatus;
import dev.turnwise.model.RoomEvent;
import dev.turnwise.model.RoomStatus;
import dev.turnwise.store.ChangeOutcome;
import dev.turnwise.store.RoomChange;
import dev.turnwise.store.RoomChange.BindingPatch;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;

/** Changes of rooms, bindings and participants, each with its marker. */
final class RoomChanges {

  private final RoomTable rooms;

  RoomChanges(RoomTable rooms) {
    this.rooms = rooms;
  }

  ChangeOutcome apply(RoomChange change, Instant now) {
    return rooms
        .find(change.roomId())
        .map(room -> apply(room, change, now))
        .orElseGet(ChangeOutcome.RoomMissing::new);
  }

  private ChangeOutcome apply(RoomState room, RoomChange change, Instant now) {
    return switch (change) {
      case RoomChange.Attach attach -> attach(room, attach, now);
      case RoomChange.Detach detach -> detach(room, detach, now);
      case RoomChange.Rebind rebind -> rebind(room, rebind, now);
      case RoomChange.ChangeStatus status -> changeStatus(room, status, now);
      case RoomChange.Configure configure -> configure(room, configure, now);
      case RoomChange.SetGate gate -> gate(room, gate, now);
      case RoomChange.Identify identify -> identify(room, identify, now);
      case RoomChange.Join join -> join(room, join, now);
      case RoomChange.Leave leave -> leave(room, leave, now);
      case RoomChange.Rename rename -> rename(room, rename, now);
    };
  }

  private ChangeOutcome attach(RoomState room, RoomChange.Attach attach, Instant now) {
    String channelId = attach.binding().channelId();
    if (room.bindings().isAttached(channelId)) {
      return new ChangeOutcome.Unchanged();
    }
    if (!attach.explicit() && room.bindings().wasDetached(channelId)) {
      return new ChangeOutcome.WasDetached();
    }
    return configured(
        room, attach.marker(), now, () -> room.bindings().attach(attach.binding(), now));
  }

  private ChangeOutcome detach(RoomState room, RoomChange.Detach detach, Instant now) {
    String channelId = detach.channelId();
    if (room.bindings().wasDetached(channelId)) {
      return new ChangeOutcome.Unchanged();
    }
    if (!room.bindings().isAttached(channelId)) {
      return new ChangeOutcome.TargetMissing();
    }
    return configured(
        room,
        detach.marker(),
        now,
        () -> {
          room.bindings().detach(channelId);
          rooms.routes().removeThrough(channelId, room.id());
        });
  }

  private ChangeOutcome rebind(RoomState room, RoomChange.Rebind rebind, Instant now) {
    Optional<ChannelBinding> before = room.bindings().find(rebind.channelId());
    if (before.isEmpty()) {
      return new ChangeOutcome.TargetMissing();
    }
    ChannelBinding after = patched(before.get(), rebind.patch());
    return after.equals(before.get())
        ? new ChangeOutcome.Unchanged()
        : configured(room, rebind.marker(), now, () -> room.bindings().replace(after));
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

  private ChangeOutcome changeStatus(RoomState room, RoomChange.ChangeStatus change, Instant now) {
    RoomStatus status = room.head().status();
    if (status == change.to()) {
      return new ChangeOutcome.Unchanged();
    }
    if (status == RoomStatus.ARCHIVED || !change.from().contains(status)) {
      return new ChangeOutcome.StatusForbids(status);
    }
    rooms.moveTo(room, change.to(), now);
    return new ChangeOutcome.Changed(Optional.empty());
  }

  private ChangeOutcome configure(RoomState room, RoomChange.Configure configure, Instant now) {
    if (!room.configure(configure)) {
      return new ChangeOutcome.Unchanged();
    }
    room.noteChange(now);
    return new ChangeOutcome.Changed(Optional.empty());
  }

  private static ChangeOutcome gate(RoomState room, RoomChange.SetGate gate, Instant now) {
    if (room.head().gated() == gate.gated()) {
      return new ChangeOutcome.Unchanged();
    }
    return configured(room, Optional.empty(), now, () -> room.head().setGated(gate.gated()));
  }

  private ChangeOutcome identify(RoomState room, RoomChange.Identify identify, Instant now) {
    Participant found = identify.participant();
    Participant after =
        room.participants()
            .find(found.id())
            .map(known -> identified(known, found, now))
            .orElseGet(() -> Participants.joining(resolvedNow(found, now), now));
    return participant(room, after, identify.marker(), now);
  }

  /** Settling the same again changes nothing, not even the time at which it was settled. */
  private static Participant identified(Participant known, Participant found, Instant now) {
    boolean same =
        known.identification() == found.identification()
            && Objects.equals(known.identityId(), found.identityId())
            && Objects.equals(known.candidates(), found.candidates());
    if (same) {
      return known;
    }
    return known.toBuilder()
        .identification(found.identification())
        .identityId(found.identityId())
        .candidates(found.candidates())
        .displayName(found.displayName() == null ? known.displayName() : found.displayName())
        .resolvedBy(found.resolvedBy())
        .resolvedAt(found.resolvedBy() == null ? null : now)
        .build();
  }

  private static Participant resolvedNow(Participant found, Instant now) {
    return found.toBuilder().resolvedAt(found.resolvedBy() == null ? null : now).build();
  }

  private ChangeOutcome join(RoomState room, RoomChange.Join join, Instant now) {
    Participant joining = join.participant();
    Participant after =
        room.participants()
            .find(joining.id())
            .map(known -> joined(known, joining))
            .orElseGet(() -> Participants.joining(joining, now));
    return participant(room, after, join.marker(), now);
  }

  /** Somebody who had left is back; somebody else's standing is not changed by joining again. */
  private static Participant joined(Participant known, Participant joining) {
    ParticipantStatus status =
        known.status() == ParticipantStatus.LEFT ? ParticipantStatus.ACTIVE : known.status();
    return Participants.reachedAlsoVia(known, joining).toBuilder()
        .channelId(joining.channelId())
        .status(status)
        .build();
  }

  private ChangeOutcome leave(RoomState room, RoomChange.Leave leave, Instant now) {
    return room.participants()
        .find(leave.participantId())
        .map(known -> known.toBuilder().status(ParticipantStatus.LEFT).build())
        .map(left -> participant(room, left, leave.marker(), now))
        .orElseGet(ChangeOutcome.TargetMissing::new);
  }

  private ChangeOutcome rename(RoomState room, RoomChange.Rename rename, Instant now) {
    return room.participants()
        .find(rename.participantId())
        .map(known -> known.toBuilder().displayName(rename.displayName()).build())
        .map(renamed -> participant(room, renamed, rename.marker(), now))
        .orElseGet(ChangeOutcome.TargetMissing::new);
  }

  private ChangeOutcome participant(
      RoomState room, Participant after, Optional<RoomEvent> marker, Instant now) {
    return Objects.equals(room.participants().find(after.id()).orElse(null), after)
        ? new ChangeOutcome.Unchanged()
        : change(room, marker, now, () -> room.participants().put(after));
  }

  /** A change of something that workers keep a copy of to decide commits from. */
  private static ChangeOutcome configured(
      RoomState room, Optional<RoomEvent> marker, Instant now, Runnable edit) {
    return change(
        room,
        marker,
        now,
        () -> {
          edit.run();
          room.head().raiseConfigVersion();
        });
  }

  private static ChangeOutcome change(
      RoomState room, Optional<RoomEvent> marker, Instant now, Runnable edit) {
    if (marker.isPresent() && !room.head().acceptsEvents()) {
      return new ChangeOutcome.StatusForbids(room.head().status());
    }
    // The marker first: if its id is taken, nothing has changed yet.
    Optional<RoomEvent> stored = marker.map(event -> room.append(event, now));
    edit.run();
    room.noteChange(now);
    return new ChangeOutcome.Changed(stored);
  }
}
