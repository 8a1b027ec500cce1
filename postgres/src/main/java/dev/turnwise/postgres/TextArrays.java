package dev.turnwise.postgres;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Lists of texts in the text form of a {@code text[]}: as such they fit into an array of their own,
 * ragged or not.
 */
final class TextArrays {

  private TextArrays() {}

  static @Nullable String literal(@Nullable List<String> values) {
    if (values == null) {
      return null;
    }
    StringBuilder literal = new StringBuilder("{");
    for (String value : values) {
      if (literal.length() > 1) {
        literal.append(',');
      }
      quote(value, literal);
    }
    return literal.append('}').toString();
  }

  private static void quote(String value, StringBuilder into) {
    into.append('"');
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      if (c == '"' || c == '\\') {
        into.append('\\');
      }
      into.append(c);
    }
    into.append('"');
  }
}
