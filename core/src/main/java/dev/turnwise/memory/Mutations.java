package dev.turnwise.memory;

import dev.turnwise.model.EditContent;
import dev.turnwise.model.EventType;
import dev.turnwise.model.RoomEvent;
import dev.turnwise.store.Mutation;
import dev.turnwise.store.MutationEffects;
import java.util.List;
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
    if (mutation instanceof Mutation.Remove remove) {
      return remove.cascade() ? timeline.withReplies(target) : List.of(target);
    }
    return MutationEffects.changed(mutation, target);
  }

  static void apply(Mutation mutation, List<RoomEvent> touched, RoomState room) {
    if (mutation instanceof Mutation.Remove) {
      touched.forEach(room::remove);
    } else {
      touched.forEach(room.timeline()::put);
    }
  }
}
