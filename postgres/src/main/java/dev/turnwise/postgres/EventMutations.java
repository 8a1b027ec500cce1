package dev.turnwise.postgres;

import dev.turnwise.model.EditContent;
import dev.turnwise.model.EventType;
import dev.turnwise.model.RoomEvent;
import dev.turnwise.store.Mutation;
import dev.turnwise.store.MutationEffects;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What mutations do to the events of one room, inside a transaction that holds its head row. */
final class EventMutations {

  private static final Sql CHANGE = Sql.of("change-event");
  private static final Sql WITH_REPLIES = Sql.of("event-with-replies");
  private static final Sql REMOVE = Sql.of("remove-events");

  private final Connection connection;
  private final String roomId;

  EventMutations(Connection connection, String roomId) {
    this.connection = connection;
    this.roomId = roomId;
  }

  /**
   * The event that a mutation changes: an edit of an edit means the message that the first edit
   * changed.
   */
  @Nullable RoomEvent target(Mutation mutation) throws SQLException {
    Optional<RoomEvent> target = EventQueries.find(connection, roomId, mutation.targetEventId());
    while (mutation instanceof Mutation.Edit && target.isPresent() && isEdit(target.get())) {
      RoomEvent younger = target.get();
      // An edit is younger than its target; where a replaced content says otherwise, following it
      // might not end.
      target =
          EventQueries.find(connection, roomId, ((EditContent) younger.content()).targetEventId())
              .filter(older -> older.index() < younger.index());
    }
    return target.orElse(null);
  }

  private static boolean isEdit(RoomEvent event) {
    return event.type() == EventType.EDIT && event.content() instanceof EditContent;
  }

  /**
   * Applies a mutation that is allowed; returns what it changed, as it is now, or removed, as it
   * was.
   */
  List<RoomEvent> apply(Mutation mutation, RoomEvent target) throws SQLException {
    if (mutation instanceof Mutation.Remove remove) {
      return remove(remove.cascade() ? withReplies(target) : List.of(target));
    }
    List<RoomEvent> changed = MutationEffects.changed(mutation, target);
    for (RoomEvent event : changed) {
      try (Call call = CHANGE.on(connection)) {
        EventRows.bindChangeable(call, event).update();
      }
    }
    return changed;
  }

  private List<RoomEvent> withReplies(RoomEvent root) throws SQLException {
    try (Call call = WITH_REPLIES.on(connection)) {
      return call.text("room_id", roomId).uuid("id", root.id()).list(EventRows::read);
    }
  }

  private List<RoomEvent> remove(List<RoomEvent> events) throws SQLException {
    try (Call call = REMOVE.on(connection)) {
      call.uuids("ids", events.stream().map(RoomEvent::id).toList()).update();
    }
    return events;
  }
}
