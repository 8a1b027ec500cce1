package dev.turnwise.model;

import org.jspecify.annotations.Nullable;

/**
 * Something to press.
 *
 * @param label what people see
 * @param value what is sent when it is pressed
 * @param url what is opened when it is pressed, if it is a link
 */
public record Button(String label, String value, @Nullable String url) {
  public Button {
    Checks.requireFilled("button.label", label);
    Checks.requireText("button.value", value);
    Checks.optionalText("button.url", url);
  }
}
