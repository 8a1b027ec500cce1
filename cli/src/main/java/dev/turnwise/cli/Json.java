package dev.turnwise.cli;

import java.util.Map;
import tools.jackson.databind.json.JsonMapper;

/** JSON as the commands print it. */
final class Json {
  private static final JsonMapper MAPPER = JsonMapper.builder().build();

  private Json() {}

  /** One object over several lines, keys in their order. */
  static String pretty(Map<String, ?> fields) {
    return MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(fields);
  }

  /** One object on one line. */
  static String line(Map<String, ?> fields) {
    return MAPPER.writeValueAsString(fields);
  }
}
