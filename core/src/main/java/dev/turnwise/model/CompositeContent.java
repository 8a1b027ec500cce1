package dev.turnwise.model;

import java.util.List;

/**
 * Several contents as one message.
 *
 * @param parts the contents in order, at least one and at most {@value #MAX_PARTS}
 */
public record CompositeContent(List<EventContent> parts) implements EventContent {
  /** Most parts of one composite. */
  public static final int MAX_PARTS = 1000;

  public CompositeContent {
    parts = Checks.requireItems("content.parts", parts);
    Checks.requireRange("content.parts.size", parts.size(), 1, MAX_PARTS);
    for (int i = 0; i < parts.size(); i++) {
      EventContent.requireInner("content.parts[" + i + "]", parts.get(i));
    }
  }
}
