package dev.turnwise.model;

import dev.turnwise.error.InvalidInputException;
import dev.turnwise.error.Quoted;
import java.util.regex.Pattern;

/**
 * How far a client has read a timeline. Its text form is {@code epoch:index}.
 *
 * @param epoch names the numbering that the index belongs to; another epoch means that indices were
 *     renumbered or lost, and the client must read again
 * @param index the last index seen, -1 for none
 */
public record Position(String epoch, long index) {
  private static final Pattern EPOCH = Pattern.compile("[A-Za-z0-9._-]{1,128}");

  public Position {
    Checks.requireId("position.epoch", epoch);
    if (!EPOCH.matcher(epoch).matches()) {
      throw malformed(epoch);
    }
    Checks.requireRange("position.index", index, -1, Long.MAX_VALUE);
  }

  /**
   * Reads the text form.
   *
   * @throws InvalidInputException if it is none
   */
  public static Position parse(String text) {
    int colon = Checks.requireText("position", text).lastIndexOf(':');
    if (colon < 0) {
      throw malformed(text);
    }
    try {
      return new Position(
          text.substring(0, colon), Long.parseLong(text, colon + 1, text.length(), 10));
    } catch (NumberFormatException e) {
      throw malformed(text);
    }
  }

  @Override
  public String toString() {
    return epoch + ":" + index;
  }

  private static InvalidInputException malformed(String text) {
    return new InvalidInputException(
        "position",
        "is not of the form epoch:index: " + Quoted.of(text),
        null,
        "pass it back exactly as it was handed out");
  }
}
