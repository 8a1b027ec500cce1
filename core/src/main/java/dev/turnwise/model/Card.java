package dev.turnwise.model;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A titled box with text, picture and buttons.
 *
 * @param title its heading
 * @param text its text
 * @param imageUrl address of its picture
 * @param buttons its buttons
 */
public record Card(
    String title, @Nullable String text, @Nullable String imageUrl, List<Button> buttons) {
  public Card {
    Checks.requireFilled("card.title", title);
    Checks.optionalText("card.text", text);
    Checks.optionalText("card.image_url", imageUrl);
    buttons = Checks.requireItems("card.buttons", buttons);
  }
}
