package dev.turnwise.cli;

import java.util.Collection;
import java.util.Locale;
import java.util.Map;

/** Two columns for people: what, and how much. Not thread-safe. */
final class Table {
  private final Grid grid = new Grid();

  Table row(String name, Object value) {
    grid.row(name, text(value));
    return this;
  }

  /** An empty row. */
  Table gap() {
    return row("", "");
  }

  /** A row for each field; lists go below, an item a line, and nothing is left of empty ones. */
  Table rows(Map<String, ?> fields) {
    fields.forEach(
        (key, value) -> {
          String name = key.replace('_', ' ');
          if (value instanceof Collection<?> items) {
            items.forEach(item -> row(name, item));
          } else if (value instanceof Map<?, ?> entries) {
            entries.forEach(
                (entry, content) ->
                    row(name + ", " + String.valueOf(entry).replace('_', ' '), content));
          } else if (value != null) {
            row(name, value);
          }
        });
    return this;
  }

  private static String text(Object value) {
    return switch (value) {
      case Integer number -> String.format(Locale.ROOT, "%,d", number);
      case Long number -> String.format(Locale.ROOT, "%,d", number);
      case Boolean yes -> yes ? "yes" : "no";
      default -> value.toString();
    };
  }

  @Override
  public String toString() {
    return grid.toString();
  }
}
