package dev.turnwise;

import dev.turnwise.model.EventType;
import dev.turnwise.model.Participant;
import dev.turnwise.model.RoomEvent;
import dev.turnwise.model.RoomStatus;
import dev.turnwise.observe.FrameworkEvent;
import dev.turnwise.store.RoomChange;
import dev.turnwise.store.RoomStore;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** What subscribers hear of a room's change. */
final class Notices {

  private Notices() {}

  /** The framework event for a change that was made, if there is one. */
  static Optional<FrameworkEvent> of(RoomChange change, RoomStore store) {
    return switch (change) {
      case RoomChange.Attach attach ->
          Optional.of(
              new FrameworkEvent.ChannelAttached(attach.roomId(), attach.binding().channelId()));
      case RoomChange.Detach detach ->
          Optional.of(new FrameworkEvent.ChannelDetached(detach.roomId(), detach.channelId()));
      case RoomChange.Rebind rebind -> rebound(rebind);
      case RoomChange.ChangeStatus move ->
          Optional.of(status(move.roomId(), move.to(), move.from()));
      case RoomChange.Join join ->
          participant(
              store, join.roomId(), join.participant().id(), FrameworkEvent.ParticipantJoined::new);
      case RoomChange.Leave leave ->
          participant(
              store, leave.roomId(), leave.participantId(), FrameworkEvent.ParticipantLeft::new);
      case RoomChange.Rename rename ->
          participant(
              store,
              rename.roomId(),
              rename.participantId(),
              FrameworkEvent.ParticipantUpdated::new);
      case RoomChange.Identify identify ->
          participant(
              store,
              identify.roomId(),
              identify.participant().id(),
              FrameworkEvent.ParticipantIdentified::new);
      case RoomChange.Configure configure -> Optional.empty();
      case RoomChange.SetGate gate -> Optional.empty();
    };
  }

  private static Optional<FrameworkEvent> rebound(RoomChange.Rebind rebind) {
    return rebind
        .marker()
        .map(RoomEvent::type)
        .flatMap(
            type ->
                type == EventType.CHANNEL_MUTED
                    ? Optional.of(
                        new FrameworkEvent.ChannelMuted(rebind.roomId(), rebind.channelId()))
                    : type == EventType.CHANNEL_UNMUTED
                        ? Optional.of(
                            new FrameworkEvent.ChannelUnmuted(rebind.roomId(), rebind.channelId()))
                        : Optional.empty());
  }

  private static FrameworkEvent status(String roomId, RoomStatus to, Set<RoomStatus> from) {
    return switch (to) {
      case ACTIVE ->
          from.contains(RoomStatus.CLOSED)
              ? new FrameworkEvent.RoomReopened(roomId)
              : new FrameworkEvent.RoomResumed(roomId);
      case PAUSED -> new FrameworkEvent.RoomPaused(roomId);
      case CLOSED -> new FrameworkEvent.RoomClosed(roomId);
      case ARCHIVED -> new FrameworkEvent.RoomArchived(roomId);
    };
  }

  private static Optional<FrameworkEvent> participant(
      RoomStore store,
      String roomId,
      String participantId,
      Function<Participant, FrameworkEvent> notice) {
    return store.participant(roomId, participantId).map(notice);
  }
}
