package dev.turnwise.cli;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Two columns for people: what, and how much. Not thread-safe. */
final class Table {
  private record Row(String name, String value) {}

  private final List<Row> rows = new ArrayList<>();

  Table row(String name, Object value) {
    rows.add(new Row(name, text(value)));
    return this;
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
    int width = rows.stream().mapToInt(row -> row.name().length()).max().orElse(0);
    StringBuilder text = new StringBuilder();
    for (Row row : rows) {
      text.append("  ")
          .append(row.name())
          .repeat(' ', width - row.name().length() + 2)
          .append(row.value());
      text.append(System.lineSeparator());
    }
    return text.toString();
  }
}
