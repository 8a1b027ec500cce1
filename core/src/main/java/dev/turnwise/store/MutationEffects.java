package dev.turnwise.store;

import dev.turnwise.model.EventType;
import dev.turnwise.model.RoomEvent;
import dev.turnwise.model.SystemContent;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What a mutation that is allowed makes of events. Pure; the same for every store. */
public final class MutationEffects {

  private static final String REMOVED_INDICES = "removed_indices";
  private static final String REMOVED_IDS = "removed_ids";

  private MutationEffects() {}

  /**
   * The target as it is to be written, or nothing if it is so already.
   *
   * @throws IllegalArgumentException for a {@link Mutation.Remove}, which leaves nothing to write
   */
  public static List<RoomEvent> changed(Mutation mutation, RoomEvent target) {
    return switch (mutation) {
      case Mutation.Edit edit -> List.of(marked(target, "edited").withContent(edit.newContent()));
      case Mutation.Delete delete -> deleted(target);
      case Mutation.Replace replace -> List.of(replaced(target, replace));
      case Mutation.Remove remove ->
          throw new IllegalArgumentException("a removal changes no event: " + remove);
    };
  }

  private static List<RoomEvent> deleted(RoomEvent target) {
    RoomEvent deleted = marked(target, "deleted");
    return deleted.equals(target) ? List.of() : List.of(deleted);
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
   * know the holes. What was listed by a record that is removed itself goes over into this one.
   *
   * @param event with system content, as {@link Mutation.Remove} demands
   */
  public static RoomEvent listing(RoomEvent event, List<RoomEvent> removed) {
    if (!(event.content() instanceof SystemContent system)) {
      throw new IllegalArgumentException(
          "a removal is recorded by system content, not by " + event.content().getClass());
    }
    Set<Object> indices = new LinkedHashSet<>();
    Set<Object> ids = new LinkedHashSet<>();
    for (RoomEvent gone : removed) {
      indices.add(gone.index());
      ids.add(gone.id().toString());
    }
    for (RoomEvent gone : removed) {
      if (gone.type() == EventType.EVENT_DELETED && gone.content() instanceof SystemContent list) {
        addListed(list, REMOVED_INDICES, indices);
        addListed(list, REMOVED_IDS, ids);
      }
    }
    Map<String, Object> data = new LinkedHashMap<>(system.data());
    data.put(REMOVED_INDICES, new ArrayList<>(indices));
    data.put(REMOVED_IDS, new ArrayList<>(ids));
    return event.withContent(new SystemContent(system.code(), system.message(), data));
  }

  private static void addListed(SystemContent list, String key, Set<Object> into) {
    if (list.data().get(key) instanceof List<?> listed) {
      listed.forEach(
          one -> into.add(one instanceof Number index ? (Object) index.longValue() : one));
    }
  }
}
