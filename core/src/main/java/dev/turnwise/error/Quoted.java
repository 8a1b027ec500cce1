package dev.turnwise.error;

import org.jspecify.annotations.Nullable;

/**
 * Shows untrusted text inside messages: quoted, one line, bounded, every character that a terminal
 * or a log could trip over written as {@code U+0000}.
 */
public final class Quoted {
  private static final int SHOWN_CHARS = 80;

  private Quoted() {}

  /** Quotes {@code value}; text longer than 80 characters is cut and says how long it was. */
  public static String of(@Nullable String value) {
    if (value == null) {
      return "null";
    }
    StringBuilder out = new StringBuilder(Math.min(value.length(), SHOWN_CHARS) + 2).append('\'');
    int at = 0;
    while (at < value.length() && at < SHOWN_CHARS) {
      int codePoint = value.codePointAt(at);
      appendVisible(out, codePoint);
      at += Character.charCount(codePoint);
    }
    out.append('\'');
    if (at < value.length()) {
      out.append("… (").append(value.length()).append(" characters)");
    }
    return out.toString();
  }

  /** The name of one code point, for example {@code U+0000}. */
  public static String codePoint(int codePoint) {
    return String.format("U+%04X", codePoint);
  }

  /** The path of {@code key} below {@code parent}: {@code parent.key}, or with the key quoted. */
  public static String path(String parent, String key) {
    return isPlain(key) ? parent + "." + key : parent + "[" + of(key) + "]";
  }

  private static boolean isPlain(String key) {
    return !key.isEmpty()
        && key.length() <= SHOWN_CHARS
        && key.chars().allMatch(c -> Character.isLetterOrDigit(c) || c == '_' || c == '-');
  }

  private static void appendVisible(StringBuilder out, int codePoint) {
    if (isInvisible(codePoint)) {
      out.append(codePoint(codePoint));
    } else {
      out.appendCodePoint(codePoint);
    }
  }

  private static boolean isInvisible(int codePoint) {
    return switch (Character.getType(codePoint)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.SURROGATE,
          Character.PRIVATE_USE,
          Character.UNASSIGNED,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR ->
          true;
      default -> false;
    };
  }
}
