package dev.turnwise.store;

import dev.turnwise.model.DeleteType;
import dev.turnwise.model.EventSource;
import dev.turnwise.model.EventType;
import dev.turnwise.model.ParticipantRole;
import dev.turnwise.model.RoomEvent;
import dev.turnwise.result.RefusalReason;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Who may edit or delete what. Pure; every store asks it inside the transaction, with the target
 * and the role as they are under the head row's lock.
 */
public final class MutationRules {

  private MutationRules() {}

  /**
   * Decides whether {@code mutation}, made by {@code event}, may be applied to {@code target}.
   *
   * @param target the event to change, or null if the room has no such event
   * @param role the acting participant's role in the room, or null if it is no participant
   * @return why not, or empty if it may
   */
  public static Optional<RefusalReason> check(
      Mutation mutation,
      RoomEvent event,
      @Nullable RoomEvent target,
      @Nullable ParticipantRole role) {
    if (target == null) {
      return Optional.of(RefusalReason.TARGET_EVENT_NOT_FOUND);
    }
    return switch (mutation) {
      case Mutation.Edit edit -> checkEdit(edit, event.source(), target);
      case Mutation.Delete delete -> checkDelete(delete, event.source(), target, role);
      case Mutation.Replace replace -> Optional.empty();
      case Mutation.Remove remove -> Optional.empty();
    };
  }

  private static Optional<RefusalReason> checkEdit(
      Mutation.Edit edit, EventSource by, RoomEvent target) {
    if (Boolean.TRUE.equals(target.metadata().get("deleted"))) {
      return Optional.of(RefusalReason.TARGET_EVENT_DELETED);
    }
    if (target.type() == EventType.DELETE) {
      return Optional.of(RefusalReason.NOT_AUTHORIZED);
    }
    return edit.bySystem() ? systemOnly(by) : originalAuthor(by, target);
  }

  private static Optional<RefusalReason> checkDelete(
      Mutation.Delete delete, EventSource by, RoomEvent target, @Nullable ParticipantRole role) {
    return switch (delete.type()) {
      case DeleteType.SENDER -> originalAuthor(by, target);
      case DeleteType.SYSTEM -> systemOnly(by);
      // Authority comes from the role that the room knows, never from what the payload claims.
      case DeleteType.ADMIN ->
          role == ParticipantRole.OWNER
              ? Optional.empty()
              : Optional.of(RefusalReason.NOT_AUTHORIZED);
    };
  }

  private static Optional<RefusalReason> systemOnly(EventSource by) {
    return by.isSystem() ? Optional.empty() : Optional.of(RefusalReason.NOT_AUTHORIZED);
  }

  /** A missing participant on either side proves nothing, so it refuses. */
  private static Optional<RefusalReason> originalAuthor(EventSource by, RoomEvent target) {
    if (by.participantId() == null || target.source().participantId() == null) {
      return Optional.of(RefusalReason.IDENTITY_REQUIRED_FOR_EDIT);
    }
    return Objects.equals(by.participantId(), target.source().participantId())
        ? Optional.empty()
        : Optional.of(RefusalReason.NOT_ORIGINAL_AUTHOR);
  }
}
