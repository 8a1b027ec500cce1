package dev.turnwise.store;

import dev.turnwise.model.DeleteType;
import dev.turnwise.model.EventContent;
import dev.turnwise.model.EventSource;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/**
 * What an append does to another event of its room, checked and applied in the append's
 * transaction.
 */
public sealed interface Mutation {

  /** The event to change; must be in the same room. */
  UUID targetEventId();

  /**
   * An EDIT: replaces the content and marks the target {@code edited}. The appended event's source
   * is the author.
   */
  record Edit(UUID targetEventId, EventContent newContent, boolean bySystem) implements Mutation {}

  /** A DELETE: marks the target {@code deleted}; its content stays. */
  record Delete(UUID targetEventId, DeleteType type) implements Mutation {}

  /** Host: replaces what is given, wholesale; adds no mark. */
  record Replace(
      UUID targetEventId,
      Optional<EventContent> content,
      Optional<EventSource> source,
      Optional<Map<String, Object>> metadata)
      implements Mutation {}

  /**
   * Host: removes the event's row for good, with {@code cascade} also its direct and indirect
   * replies. The store fills the appended event's content data with {@code removed_indices} and
   * {@code removed_ids}, so that readers of the log and audits know the holes.
   */
  record Remove(UUID targetEventId, boolean cascade) implements Mutation {}
}
