package dev.turnwise.commit;

import dev.turnwise.model.ChannelBinding;
import dev.turnwise.model.EventStatus;
import dev.turnwise.model.RoomEvent;
import dev.turnwise.model.Visibility;
import dev.turnwise.result.RefusalReason;
import dev.turnwise.store.RoomSnapshot;
import org.jspecify.annotations.Nullable;

/**
 * Decides what becomes of a message from the room's configuration alone. Pure: the commit is
 * conditional on the very version that was decided from.
 */
final class Gates {

  private Gates() {}

  /** A gate's decision. */
  sealed interface Verdict {
    /** Store this event, as DELIVERED or as BLOCKED. */
    record Store(RoomEvent event) implements Verdict {}

    /** Store nothing. */
    record Refuse(RefusalReason reason) implements Verdict {}
  }

  static Verdict decide(RoomSnapshot room, RoomEvent event) {
    if (!room.status().acceptsEvents()) {
      return new Verdict.Refuse(RefusalReason.ROOM_CLOSED);
    }
    if (event.source().isSystem()) {
      return new Verdict.Store(event.withStatus(EventStatus.DELIVERED));
    }
    ChannelBinding binding = room.bindings().get(event.source().channelId());
    if (binding == null) {
      return new Verdict.Refuse(RefusalReason.CHANNEL_NOT_ATTACHED);
    }
    RoomEvent stamped =
        event.toBuilder()
            .visibility(effective(event.visibility(), binding.visibility()))
            .status(EventStatus.DELIVERED)
            .build();
    String blockedBy = writeGate(binding);
    return new Verdict.Store(blockedBy == null ? stamped : stamped.blocked(blockedBy));
  }

  /** Muting is the more temporary and the more visible of the two, so it is named first. */
  private static @Nullable String writeGate(ChannelBinding source) {
    if (source.muted()) {
      return "source_muted";
    }
    return source.canWrite() ? null : "source_read_only";
  }

  /** An event's own narrower scope wins over what its source's binding says. */
  private static Visibility effective(Visibility event, Visibility source) {
    return event.equals(Visibility.ALL) ? source : event;
  }
}
