package dev.turnwise.model;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Formatted text with things to press.
 *
 * @param text the text, which may hold Markdown or HTML
 * @param plainText what to show where formatting is not supported
 * @param buttons buttons below the text
 * @param cards cards below the text
 * @param quickReplies suggested answers
 */
public record RichContent(
    String text,
    @Nullable String plainText,
    List<Button> buttons,
    List<Card> cards,
    List<QuickReply> quickReplies)
    implements EventContent {
  public RichContent {
    Checks.requireText("content.text", text);
    Checks.optionalText("content.plain_text", plainText);
    buttons = Checks.requireItems("content.buttons", buttons);
    cards = Checks.requireItems("content.cards", cards);
    quickReplies = Checks.requireItems("content.quick_replies", quickReplies);
  }

  /** Formatted text alone. */
  public RichContent(String text, @Nullable String plainText) {
    this(text, plainText, List.of(), List.of(), List.of());
  }
}
