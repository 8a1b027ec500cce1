package dev.turnwise.memory;

import dev.turnwise.model.EditContent;
import dev.turnwise.model.EventType;
import dev.turnwise.model.RoomEvent;
import dev.turnwise.model.SystemContent;
import dev.turnwise.store.Mutation;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What an append does to another event. Who may do it is asked elsewhere. */
final class Mutations {

  private Mutations() {}

  /**
   * The event that a mutation changes: an edit of an edit means the message that the first edit
   * changed.
   */
  static Optional<RoomEvent> targetOf(Mutation mutation, Timeline timeline) {
    Optional<RoomEvent> target = timeline.find(mutation.targetEventId());
    while (mutation instanceof Mutation.Edit && target.isPresent() && isEdit(target.get())) {
      RoomEvent younger = target.get();
      // An edit is younger than its target; where a replaced content says otherwise, following it
      // might not end.
      target =
          timeline
              .find(((EditContent) younger.content()).targetEventId())
              .filter(older -> older.index() < younger.index());
    }
    return target;
  }

  private static boolean isEdit(RoomEvent event) {
    return event.type() == EventType.EDIT && event.content() instanceof EditContent;
  }

  /** The events that it changes, as they will be, or removes, as they are. Writes nothing. */
  static List<RoomEvent> touched(Mutation mutation, RoomEvent target, Timeline timeline) {
    return switch (mutation) {
      case Mutation.Edit edit -> List.of(marked(target, "edited").withContent(edit.newContent()));
      case Mutation.Delete delete -> changed(target, marked(target, "deleted"));
      case Mutation.Replace replace -> List.of(replaced(target, replace));
      case Mutation.Remove remove ->
          remove.cascade() ? timeline.withReplies(target) : List.of(target);
    };
  }

  static void apply(Mutation mutation, List<RoomEvent> touched, RoomState room) {
    if (mutation instanceof Mutation.Remove) {
      touched.forEach(room::remove);
    } else {
      touched.forEach(room.timeline()::put);
    }
  }

  private static List<RoomEvent> changed(RoomEvent before, RoomEvent after) {
    return after.equals(before) ? List.of() : List.of(after);
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

  /**
   * The event that records a removal, with what was removed, so that readers of the log and audits
   * know the holes.
   */
  static RoomEvent listing(RoomEvent event, List<RoomEvent> removed) {
    if (!(event.content() instanceof SystemContent system)) {
      throw new IllegalArgumentException(
          "a removal is recorded by system content, not by " + event.content().getClass());
    }
    Map<String, Object> data = new LinkedHashMap<>(system.data());
    data.put("removed_indices", removed.stream().map(RoomEvent::index).toList());
    data.put("removed_ids", removed.stream().map(gone -> gone.id().toString()).toList());
    return event.withContent(new SystemContent(system.code(), system.message(), data));
  }
}
