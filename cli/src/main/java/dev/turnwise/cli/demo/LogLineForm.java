package dev.turnwise.cli.demo;

import dev.turnwise.error.InvalidInputException;
import dev.turnwise.error.Quoted;
import dev.turnwise.model.Checks;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.DatabindException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.json.JsonMapper;

/** The JSON form of a log line, read strictly: what is replayed has to be what was logged. */
final class LogLineForm {
  private static final String FORM =
      "one line is {\"line\": its number from 0, \"time\": \"04:14\" or null, \"kind\": \"message\","
          + " \"action\" or \"system\", \"sender\": a name (null for system), \"text\": \"…\","
          + " \"replies_to\": [numbers of earlier lines]}";

  private static final JsonMapper MAPPER =
      JsonMapper.builder()
          .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
          .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
          .build();

  private LogLineForm() {}

  private record Fields(
      @Nullable Integer line,
      @Nullable String time,
      @Nullable String kind,
      @Nullable String sender,
      @Nullable String text,
      @Nullable List<@Nullable Integer> repliesTo) {}

  /**
   * Reads one line.
   *
   * @param where file and line, for messages
   * @param number the number that the line must have
   * @throws InvalidInputException naming file, line, problem and form
   */
  static LogLine read(String where, int number, byte[] json) {
    Fields fields = parse(where, json);
    if (fields.line() == null || fields.line() != number) {
      throw broken(where, "has \"line\": " + fields.line() + " where " + number + " is due", null);
    }
    LogLine.Kind kind = kind(where, fields.kind());
    if (fields.text() == null) {
      throw broken(where, "has no \"text\"", null);
    }
    try {
      return new LogLine(
          number,
          kind,
          speaker(where, kind, fields.sender()),
          Checks.requireText("text", fields.text()),
          parent(where, number, Objects.requireNonNullElse(fields.repliesTo(), List.of())));
    } catch (InvalidInputException unfit) {
      throw unfit.field().equals(where)
          ? unfit
          : broken(where, "cannot be stored, " + unfit.getMessage(), unfit);
    }
  }

  private static Fields parse(String where, byte[] json) {
    try {
      Fields fields = MAPPER.readValue(json, Fields.class);
      if (fields == null) {
        throw broken(where, "is null", null);
      }
      return fields;
    } catch (JacksonException failure) {
      throw broken(where, problem(failure), failure);
    }
  }

  /** Well-formed JSON of another shape names its field; for anything else the text is to blame. */
  private static String problem(JacksonException failure) {
    return failure instanceof DatabindException && !failure.getPath().isEmpty()
        ? "has an unknown or unfit field "
            + Quoted.of(failure.getPath().getFirst().getPropertyName())
        : "is not one JSON object in UTF-8";
  }

  private static LogLine.Kind kind(String where, @Nullable String kind) {
    return switch (kind) {
      case "message" -> LogLine.Kind.MESSAGE;
      case "action" -> LogLine.Kind.ACTION;
      case "system" -> LogLine.Kind.SYSTEM;
      case null -> throw broken(where, "has no \"kind\"", null);
      default -> throw broken(where, "has the unknown kind " + Quoted.of(kind), null);
    };
  }

  private static String speaker(String where, LogLine.Kind kind, @Nullable String sender) {
    if (kind != LogLine.Kind.SYSTEM) {
      return Checks.requireId("sender", sender);
    }
    if (sender != null) {
      throw broken(where, "is of kind system and has a sender", null);
    }
    return LogLine.SYSTEM;
  }

  /**
   * The nearest earlier line. A line that answers itself begins a thread, by the data's convention.
   */
  private static @Nullable Integer parent(
      String where, int number, List<@Nullable Integer> repliesTo) {
    for (Integer target : repliesTo) {
      if (target == null || target < 0 || target > number) {
        throw broken(where, "answers line " + target + ", which is no earlier line", null);
      }
    }
    return repliesTo.stream()
        .map(Objects::requireNonNull)
        .filter(target -> target != number)
        .max(Comparator.naturalOrder())
        .orElse(null);
  }

  private static InvalidInputException broken(
      String where, String problem, @Nullable Throwable cause) {
    return new InvalidInputException(where, problem, null, FORM, cause);
  }
}
