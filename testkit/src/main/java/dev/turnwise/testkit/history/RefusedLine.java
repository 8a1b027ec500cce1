package dev.turnwise.testkit.history;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import dev.turnwise.error.InvalidInputException;
import dev.turnwise.error.Quoted;
import java.util.Arrays;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.exc.InvalidTypeIdException;
import tools.jackson.databind.exc.UnrecognizedPropertyException;

/** Says in the user's terms why a line is no record. */
final class RefusedLine {
  private static final String KINDS =
      Arrays.stream(HistoryRecord.class.getAnnotation(JsonSubTypes.class).value())
          .map(JsonSubTypes.Type::name)
          .collect(Collectors.joining(", "));

  private RefusedLine() {}

  static HistoryFormatException of(JacksonException e, String source, long line) {
    if (e instanceof InvalidTypeIdException unknown) {
      String kind = unknown.getTypeId();
      return new HistoryFormatException(
          source,
          line,
          kind == null ? "has no record kind" : "has the unknown record kind " + Quoted.of(kind),
          "history version "
              + HistoryHeader.VERSION
              + " as this release reads it has "
              + KINDS
              + "; check it with the release that wrote it",
          e);
    }
    if (e instanceof UnrecognizedPropertyException unknown) {
      return new HistoryFormatException(
          source,
          line,
          "has the unknown field " + Quoted.of(unknown.getPropertyName()),
          "leave it out, or check the history with the release that wrote it",
          e);
    }
    for (Throwable cause = e; cause != null; cause = cause.getCause()) {
      if (cause instanceof InvalidInputException invalid) {
        return new HistoryFormatException(
            source, line, "has a value out of bounds", String.valueOf(invalid.getMessage()), e);
      }
    }
    if (!e.getPath().isEmpty()) {
      return new HistoryFormatException(
          source,
          line,
          "has no good value in " + path(e),
          "give the field, with the type that its record wants",
          e);
    }
    return notAnObject(source, line, e);
  }

  private static String path(JacksonException e) {
    StringBuilder path = new StringBuilder();
    for (JacksonException.Reference step : e.getPath()) {
      String name = step.getPropertyName();
      path.append(name == null ? "[" + step.getIndex() + "]" : "." + name);
    }
    return path.substring(1);
  }

  static HistoryFormatException notAnObject(String source, long line, @Nullable Throwable cause) {
    return new HistoryFormatException(
        source, line, "is not one JSON object", "write one object a line, in UTF-8", cause);
  }
}
