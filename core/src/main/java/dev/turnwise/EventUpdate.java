package dev.turnwise;

import dev.turnwise.model.EventContent;
import dev.turnwise.model.EventSource;
import java.util.Map;
import java.util.Optional;

/** What a host replaces in a stored event, wholesale; empty parts stay. */
public record EventUpdate(
    Optional<EventContent> content,
    Optional<EventSource> source,
    Optional<Map<String, Object>> metadata) {

  public static EventUpdate ofContent(EventContent content) {
    return new EventUpdate(Optional.of(content), Optional.empty(), Optional.empty());
  }

  public static EventUpdate ofMetadata(Map<String, Object> metadata) {
    return new EventUpdate(Optional.empty(), Optional.empty(), Optional.of(metadata));
  }

  public EventUpdate withContent(EventContent newContent) {
    return new EventUpdate(Optional.of(newContent), source, metadata);
  }

  public EventUpdate withSource(EventSource newSource) {
    return new EventUpdate(content, Optional.of(newSource), metadata);
  }

  public EventUpdate withMetadata(Map<String, Object> newMetadata) {
    return new EventUpdate(content, source, Optional.of(newMetadata));
  }
}
