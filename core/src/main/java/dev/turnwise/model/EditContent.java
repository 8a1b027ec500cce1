package dev.turnwise.model;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A correction of an earlier event.
 *
 * @param targetEventId the event to change
 * @param newContent what it says from now on
 * @param editSource on whose behalf: {@code sender} or {@code system}; anything else, and null,
 *     counts as the sender and gains no right by it
 */
public record EditContent(UUID targetEventId, EventContent newContent, @Nullable String editSource)
    implements EventContent {
  public EditContent {
    Checks.require("content.target_event_id", targetEventId);
    EventContent.requireInner(
        "content.new_content", Checks.require("content.new_content", newContent));
    Checks.optionalId("content.edit_source", editSource);
  }
}
