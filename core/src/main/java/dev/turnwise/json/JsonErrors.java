package dev.turnwise.json;

import dev.turnwise.error.InvalidInputException;
import dev.turnwise.error.Quoted;
import java.util.Arrays;
import java.util.Collection;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.core.exc.StreamReadException;
import tools.jackson.databind.exc.InvalidFormatException;
import tools.jackson.databind.exc.InvalidTypeIdException;
import tools.jackson.databind.exc.MismatchedInputException;
import tools.jackson.databind.exc.UnrecognizedPropertyException;

/** Turns what Jackson reports into the product's own error, under the path at which it happened. */
final class JsonErrors {
  private JsonErrors() {}

  static InvalidInputException translate(String root, JacksonException error) {
    String path = path(root, error);
    InvalidInputException refusal = refusal(error);
    if (refusal != null) {
      return refusal.at(path + inner(refusal.field()));
    }
    return switch (error) {
      case UnrecognizedPropertyException unknown ->
          invalid(
              path,
              "is not known here",
              known(unknown.getKnownPropertyIds()),
              "leave it out, or check its spelling",
              error);
      case InvalidTypeIdException type -> typeId(path, type);
      case StreamConstraintsException _ ->
          invalid(
              path,
              "is JSON beyond the limits",
              Mappers.MAX_DEPTH
                  + " levels, "
                  + Mappers.MAX_NUMBER_CHARS
                  + " characters a number, "
                  + Mappers.MAX_STRING_CHARS
                  + " characters a string",
              "flatten or shorten it",
              error);
      case StreamReadException _ ->
          invalid(path, "is not valid JSON at " + place(error), null, "correct the JSON", error);
      case InvalidFormatException format -> format(path, format);
      case MismatchedInputException mismatch ->
          invalid(
              path,
              "is missing or of the wrong type",
              expected(mismatch.getTargetType()),
              "give a value of that type",
              error);
      default ->
          invalid(path, "cannot be read", null, "compare it with the documented form", error);
    };
  }

  private static InvalidInputException typeId(String path, InvalidTypeIdException error) {
    String id = error.getTypeId();
    return invalid(
        path + ".type",
        id == null ? "is missing" : "is unknown: " + Quoted.of(id),
        "text, rich, media, location, audio, video, composite, system, template, edit or delete",
        "use one of these",
        error);
  }

  private static InvalidInputException format(String path, InvalidFormatException error) {
    return invalid(
        path,
        "is " + Quoted.of(String.valueOf(error.getValue())),
        expected(error.getTargetType()),
        "give a value of that type",
        error);
  }

  private static @Nullable String expected(@Nullable Class<?> type) {
    if (type == null) {
      return null;
    }
    Object[] constants = type.getEnumConstants();
    return constants == null
        ? type.getSimpleName()
        : String.join(", ", Arrays.stream(constants).map(Object::toString).toList());
  }

  private static @Nullable String known(@Nullable Collection<Object> properties) {
    return properties == null ? null : new TreeSet<>(properties).toString();
  }

  private static String place(JacksonException error) {
    TokenStreamLocation at = error.getLocation();
    return at == null
        ? "an unknown place"
        : "line " + at.getLineNr() + ", column " + at.getColumnNr();
  }

  /** What a record's constructor said, if that is the root of the error. */
  private static @Nullable InvalidInputException refusal(Throwable error) {
    for (Throwable cause = error; cause != null; cause = cause.getCause()) {
      if (cause instanceof InvalidInputException refusal) {
        return refusal;
      }
    }
    return null;
  }

  /** The part of a record's field below the record itself, whose name the path already has. */
  private static String inner(String field) {
    int dot = field.indexOf('.');
    return dot < 0 ? "" : field.substring(dot);
  }

  private static String path(String root, JacksonException error) {
    String path = root;
    for (JacksonException.Reference step : error.getPath()) {
      String name = step.getPropertyName();
      path = name == null ? path + "[" + step.getIndex() + "]" : Quoted.path(path, name);
    }
    return path;
  }

  private static InvalidInputException invalid(
      String path, String problem, @Nullable String limit, String remedy, Throwable cause) {
    return new InvalidInputException(path, problem, limit, remedy, cause);
  }
}
