package dev.turnwise;

import dev.turnwise.channel.ChannelRegistry;
import dev.turnwise.commit.CommitLock;
import dev.turnwise.commit.RoomConfigs;
import dev.turnwise.error.ChannelNotAttachedException;
import dev.turnwise.error.InvalidInputException;
import dev.turnwise.error.RoomClosedException;
import dev.turnwise.error.RoomNotFoundException;
import dev.turnwise.model.ChannelBinding;
import dev.turnwise.model.ChannelBindingBuilder;
import dev.turnwise.model.EventType;
import dev.turnwise.model.Participant;
import dev.turnwise.model.RoomEvent;
import dev.turnwise.model.RoomStatus;
import dev.turnwise.observe.FrameworkEvents;
import dev.turnwise.store.ChangeOutcome;
import dev.turnwise.store.ConversationStore;
import dev.turnwise.store.RoomChange;
import dev.turnwise.store.RoomSnapshot;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;

/** Changes of rooms that hosts ask for: status, bindings, participants, settings. */
final class RoomControl {

  private final ConversationStore store;
  private final ChannelRegistry channels;
  private final RoomConfigs configs;
  private final FrameworkEvents events;
  private final Writes writes;
  private final Drafts drafts;
  private final CommitLock lock;

  RoomControl(
      ConversationStore store,
      ChannelRegistry channels,
      RoomConfigs configs,
      FrameworkEvents events,
      Writes writes,
      Drafts drafts,
      CommitLock lock) {
    this.store = store;
    this.channels = channels;
    this.configs = configs;
    this.events = events;
    this.writes = writes;
    this.drafts = drafts;
    this.lock = lock;
  }

  ChannelBinding attach(
      String roomId, String channelId, UnaryOperator<ChannelBindingBuilder> settings) {
    RoomSnapshot room = configs.require(roomId);
    ChannelBinding plain =
        RoomDesk.binding(roomId, room.organizationId(), channels.require(channelId));
    ChannelBinding binding = settings.apply(plain.toBuilder()).build();
    drafts.requireFits("binding.metadata", binding.metadata());
    if (!binding.roomId().equals(roomId) || !binding.channelId().equals(channelId)) {
      throw new InvalidInputException(
          "binding",
          "was given another room or channel",
          null,
          "change only its permissions and metadata");
    }
    change(
        new RoomChange.Attach(
            roomId, binding, true, channelMarker(roomId, EventType.CHANNEL_ATTACHED, channelId)),
        channelId);
    return configs.require(roomId).bindings().getOrDefault(channelId, binding);
  }

  boolean detach(String roomId, String channelId) {
    return change(
        new RoomChange.Detach(
            roomId, channelId, channelMarker(roomId, EventType.CHANNEL_DETACHED, channelId)),
        channelId);
  }

  boolean mute(String roomId, String channelId, boolean muted) {
    EventType type = muted ? EventType.CHANNEL_MUTED : EventType.CHANNEL_UNMUTED;
    return change(
        new RoomChange.Rebind(
            roomId,
            channelId,
            RoomChange.BindingPatch.NONE.withMuted(muted),
            channelMarker(roomId, type, channelId)),
        channelId);
  }

  boolean rebind(String roomId, String channelId, RoomChange.BindingPatch patch) {
    patch.metadata().ifPresent(metadata -> drafts.requireFits("binding.metadata", metadata));
    return change(
        new RoomChange.Rebind(
            roomId, channelId, patch, channelMarker(roomId, EventType.CHANNEL_UPDATED, channelId)),
        channelId);
  }

  boolean join(Participant participant) {
    return change(
        new RoomChange.Join(
            participant.roomId(),
            participant,
            participantMarker(
                participant.roomId(), EventType.PARTICIPANT_JOINED, participant.id())),
        participant.id());
  }

  boolean leave(String roomId, String participantId) {
    return change(
        new RoomChange.Leave(
            roomId,
            participantId,
            participantMarker(roomId, EventType.PARTICIPANT_LEFT, participantId)),
        participantId);
  }

  boolean rename(String roomId, String participantId, String displayName) {
    return change(
        new RoomChange.Rename(
            roomId,
            participantId,
            displayName,
            participantMarker(roomId, EventType.PARTICIPANT_UPDATED, participantId)),
        participantId);
  }

  boolean configure(RoomChange.Configure settings) {
    drafts.requireFits("room.metadata", settings.metadataPatch());
    return change(settings, settings.roomId());
  }

  boolean moveTo(String roomId, RoomStatus to, Set<RoomStatus> from) {
    return change(new RoomChange.ChangeStatus(roomId, to, from), roomId);
  }

  /**
   * Settles who a participant is: by a resolver ({@code resolvedBy} "auto"), a hook, or the host
   * ("manual").
   */
  boolean identify(Participant participant) {
    return change(
        new RoomChange.Identify(
            participant.roomId(),
            participant,
            participantMarker(
                participant.roomId(), EventType.PARTICIPANT_IDENTIFIED, participant.id())),
        participant.id());
  }

  /** Makes the change; false if everything already was as wanted. */
  private boolean change(RoomChange change, String target) {
    String roomId = change.roomId();
    ChangeOutcome outcome =
        writes.run(
            "the change of room '" + roomId + "'",
            () -> lock.around(roomId, () -> store.change(change)));
    configs.forget(roomId);
    return switch (outcome) {
      case ChangeOutcome.Changed(var marker) -> told(change);
      case ChangeOutcome.Unchanged() -> false;
      case ChangeOutcome.RoomMissing() -> throw new RoomNotFoundException(roomId);
      case ChangeOutcome.TargetMissing() -> throw missing(change, target);
      case ChangeOutcome.StatusForbids(var status) -> throw forbidden(change, status);
      case ChangeOutcome.WasDetached() -> throw new ChannelNotAttachedException(roomId, target);
    };
  }

  private boolean told(RoomChange change) {
    Notices.of(change, store).ifPresent(events::publish);
    return true;
  }

  private static RuntimeException missing(RoomChange change, String target) {
    return switch (change) {
      case RoomChange.Leave leave -> noParticipant(target);
      case RoomChange.Rename rename -> noParticipant(target);
      case RoomChange.Identify identify -> noParticipant(target);
      default -> new ChannelNotAttachedException(change.roomId(), target);
    };
  }

  private static InvalidInputException noParticipant(String participantId) {
    return new InvalidInputException(
        "participant.id",
        "names '" + participantId + "', who is not in the room",
        null,
        "add the participant first");
  }

  private static RuntimeException forbidden(RoomChange change, RoomStatus status) {
    if (change instanceof RoomChange.ChangeStatus move) {
      return new InvalidInputException(
          "room.status",
          "is " + status + ", from which a room does not become " + move.to(),
          null,
          status == RoomStatus.ARCHIVED
              ? "an archived room stays archived"
              : "bring the room to another status first");
    }
    return new RoomClosedException(change.roomId(), status.name());
  }

  private static String code(EventType type) {
    return type.name().toLowerCase(Locale.ROOT);
  }

  private Optional<RoomEvent> channelMarker(String roomId, EventType type, String channelId) {
    return Optional.of(
        drafts.marker(roomId, type, code(type), "", Map.of("channel_id", channelId)));
  }

  private Optional<RoomEvent> participantMarker(
      String roomId, EventType type, String participantId) {
    return Optional.of(
        drafts.marker(roomId, type, code(type), "", Map.of("participant_id", participantId)));
  }
}
