package dev.turnwise.postgres;

import dev.turnwise.model.EditContent;
import dev.turnwise.model.EventType;
import dev.turnwise.model.RoomEvent;
import dev.turnwise.model.SystemContent;
import dev.turnwise.store.Mutation;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
    return switch (mutation) {
      case Mutation.Edit edit -> write(marked(target, "edited").withContent(edit.newContent()));
      case Mutation.Delete delete -> delete(target);
      case Mutation.Replace replace -> write(replaced(target, replace));
      case Mutation.Remove remove ->
          remove(remove.cascade() ? withReplies(target) : List.of(target));
    };
  }

  private static RoomEvent marked(RoomEvent event, String mark) {
    Map<String, Object> metadata = new LinkedHashMap<>(event.metadata());
    metadata.put(mark, true);
    return event.withMetadata(metadata);
  }

  private static RoomEvent replaced(RoomEvent target, Mutation.Replace with) {
    return target.toBuilder()
        .content(with.content().orElse(target.content()))
        .source(with.source().orElse(target.source()))
        .metadata(with.metadata().orElse(target.metadata()))
        .build();
  }

  private List<RoomEvent> delete(RoomEvent target) throws SQLException {
    RoomEvent deleted = marked(target, "deleted");
    return deleted.equals(target) ? List.of() : write(deleted);
  }

  private List<RoomEvent> write(RoomEvent changed) throws SQLException {
    try (Call call = CHANGE.on(connection)) {
      EventRows.bindChangeable(call, changed).update();
    }
    return List.of(changed);
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

  /**
   * The event that records a removal, with what was removed, so that readers of the log and audits
   * know the holes.
   */
  static RoomEvent listing(RoomEvent event, List<RoomEvent> removed) {
    if (!(event.content() instanceof SystemContent system)) {
      throw new IllegalArgumentException(
          "a removal is recorded by system content, not by " + event.content().getClass());
    }
    List<Object> indices = new ArrayList<>();
    List<Object> ids = new ArrayList<>();
    for (RoomEvent gone : removed) {
      indices.add(gone.index());
      ids.add(gone.id().toString());
    }
    Map<String, Object> data = new LinkedHashMap<>(system.data());
    data.put("removed_indices", indices);
    data.put("removed_ids", ids);
    return event.withContent(new SystemContent(system.code(), system.message(), data));
  }
}
