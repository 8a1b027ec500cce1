package dev.turnwise.model;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The wish to delete an earlier event.
 *
 * @param targetEventId the event to delete
 * @param type on whose behalf
 * @param reason why, for people
 */
public record DeleteContent(UUID targetEventId, DeleteType type, @Nullable String reason)
    implements EventContent {
  public DeleteContent {
    Checks.require("content.target_event_id", targetEventId);
    Checks.require("content.type", type);
    Checks.optionalText("content.reason", reason);
  }
}
