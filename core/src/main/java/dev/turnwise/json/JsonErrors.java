package dev.turnwise.json;

import dev.turnwise.error.InvalidInputException;
import dev.turnwise.error.Quoted;
import java.util.Arrays;
import java.util.Collection;
import java.util.Locale;
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
  private static final String LIMITS =
      Mappers.MAX_DEPTH
          + " levels, "
          + Mappers.MAX_NUMBER_CHARS
          + " characters a number, "
          + Mappers.MAX_STRING_CHARS
          + " characters a string";

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
          invalid(path, "is JSON beyond the limits", LIMITS, "flatten or shorten it", error);
      case StreamReadException _ -> malformed(path, error);
      case InvalidFormatException format ->
          mismatch(path, "is " + Quoted.of(String.valueOf(format.getValue())), format);
      case MismatchedInputException other when isAfterTheEnd(other) -> malformed(path, error);
      case MismatchedInputException other ->
          mismatch(path, "is missing, or of another type", other);
      default ->
          invalid(path, "cannot be read", null, "compare it with the documented form", error);
    };
  }

  private static InvalidInputException typeId(String path, InvalidTypeIdException error) {
    String id = error.getTypeId();
    return invalid(
        path + ".type",
        id == null ? "is missing" : "is unknown: " + Quoted.of(id),
        "one of " + Arrays.stream(ContentTypes.values()).map(ContentTypes::wire).toList(),
        "use one of these",
        error);
  }

  private static InvalidInputException mismatch(
      String path, String problem, MismatchedInputException error) {
    return invalid(path, problem, null, "give " + expected(error.getTargetType()), error);
  }

  private static InvalidInputException malformed(String path, JacksonException error) {
    TokenStreamLocation at = error.getLocation();
    String place = at == null ? "" : " at line " + at.getLineNr() + ", column " + at.getColumnNr();
    boolean repeated = error.getOriginalMessage().startsWith("Duplicate Object property");
    return invalid(
        path,
        (repeated ? "repeats a key" : "is not valid JSON") + place,
        null,
        "correct the JSON",
        error);
  }

  /** Jackson has no type of its own for text behind a complete value. */
  private static boolean isAfterTheEnd(MismatchedInputException error) {
    return error.getOriginalMessage().startsWith("Trailing token");
  }

  private static String expected(@Nullable Class<?> type) {
    if (type == null) {
      return "what is documented";
    }
    if (type.isEnum()) {
      return "one of " + Arrays.toString(type.getEnumConstants()).toLowerCase(Locale.ROOT);
    }
    return switch (type.getSimpleName()) {
      case "String" -> "a string";
      case "int", "Integer", "long", "Long" -> "a whole number in range";
      case "double", "Double" -> "a number";
      case "boolean", "Boolean" -> "true or false";
      case "UUID" -> "a UUID of 36 characters";
      case "Instant" -> "a time such as 2026-01-31T12:00:00Z";
      case "Duration" -> "a duration such as PT30S";
      case "List" -> "a list";
      default -> "an object, " + type.getSimpleName();
    };
  }

  private static @Nullable String known(@Nullable Collection<Object> properties) {
    return properties == null ? null : new TreeSet<>(properties).toString();
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
