package dev.turnwise.store;

import dev.turnwise.model.Access;
import dev.turnwise.model.AgentResponsePolicy;
import dev.turnwise.model.ChannelBinding;
import dev.turnwise.model.Participant;
import dev.turnwise.model.RoomEvent;
import dev.turnwise.model.RoomStatus;
import dev.turnwise.model.RoomTimers;
import dev.turnwise.model.Visibility;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A change of a room that is no message. A marker is appended only if something really changed;
 * changes with a marker need a room that accepts events.
 */
public sealed interface RoomChange {

  String roomId();

  /**
   * Attaches a channel.
   *
   * @param explicit an explicit attach may bring back a detached channel; one made on behalf of a
   *     message may not
   */
  record Attach(String roomId, ChannelBinding binding, boolean explicit, Optional<RoomEvent> marker)
      implements RoomChange {}

  /**
   * Detaches a channel, remembers that it was detached, and removes the routes that led through it
   * to this room.
   */
  record Detach(String roomId, String channelId, Optional<RoomEvent> marker)
      implements RoomChange {}

  /** Changes what is given of a binding. */
  record Rebind(String roomId, String channelId, BindingPatch patch, Optional<RoomEvent> marker)
      implements RoomChange {}

  /** Parts of a binding to change; empty parts stay. */
  record BindingPatch(
      Optional<Access> access,
      Optional<Boolean> muted,
      Optional<Boolean> outputMuted,
      Optional<Visibility> visibility,
      Optional<Map<String, Object>> metadata) {

    public static final BindingPatch NONE =
        new BindingPatch(
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty());

    public BindingPatch withAccess(Access access) {
      return new BindingPatch(Optional.of(access), muted, outputMuted, visibility, metadata);
    }

    public BindingPatch withMuted(boolean muted) {
      return new BindingPatch(access, Optional.of(muted), outputMuted, visibility, metadata);
    }

    public BindingPatch withOutputMuted(boolean outputMuted) {
      return new BindingPatch(access, muted, Optional.of(outputMuted), visibility, metadata);
    }

    public BindingPatch withVisibility(Visibility visibility) {
      return new BindingPatch(access, muted, outputMuted, Optional.of(visibility), metadata);
    }

    public BindingPatch withMetadata(Map<String, Object> metadata) {
      return new BindingPatch(access, muted, outputMuted, visibility, Optional.of(metadata));
    }
  }

  /**
   * Moves the room to another status. CLOSED and ARCHIVED also remove the room's routes, and like
   * reopening raise {@code config_version}, so that no commit decided before lands after.
   */
  record ChangeStatus(String roomId, RoomStatus to, Set<RoomStatus> from) implements RoomChange {}

  /**
   * Changes settings; empty parts stay. Metadata keys with a null value are removed, the others
   * merged.
   */
  record Configure(
      String roomId,
      Optional<AgentResponsePolicy> agentResponsePolicy,
      Optional<RoomTimers> timers,
      Map<String, Object> metadataPatch)
      implements RoomChange {}

  /**
   * Adds a participant, or brings back one that had left; may move an existing one to another
   * primary channel.
   */
  record Join(String roomId, Participant participant, Optional<RoomEvent> marker)
      implements RoomChange {}

  /** Marks a participant as having left. */
  record Leave(String roomId, String participantId, Optional<RoomEvent> marker)
      implements RoomChange {}

  /** Changes a participant's display name only. */
  record Rename(String roomId, String participantId, String displayName, Optional<RoomEvent> marker)
      implements RoomChange {}
}
