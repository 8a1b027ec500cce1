package dev.turnwise.model;

import org.jspecify.annotations.Nullable;

/**
 * Plain text.
 *
 * @param text the text, possibly empty
 * @param language ISO 639 code of its language, if known
 */
public record TextContent(String text, @Nullable String language) implements EventContent {
  public TextContent {
    Checks.requireText("content.text", text);
    Checks.optionalId("content.language", language);
  }

  /** Text of unknown language. */
  public TextContent(String text) {
    this(text, null);
  }
}
