package dev.turnwise.testkit.history;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.cfg.MapperConfig;
import tools.jackson.databind.introspect.AnnotatedMember;
import tools.jackson.databind.introspect.JacksonAnnotationIntrospector;
import tools.jackson.databind.json.JsonMapper;

/**
 * Lines to records and back.
 *
 * <p>Strict on purpose: a misspelt or unknown field is refused, for a key or an op that is silently
 * left out would make the checker blind without anybody noticing. Stateless, thread-safe.
 */
final class HistoryJson {
  private static final String VERSION_FIELD = "turnwise_history";

  private static final JsonMapper MAPPER =
      JsonMapper.builder()
          .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
          .changeDefaultPropertyInclusion(
              all -> all.withValueInclusion(JsonInclude.Include.NON_NULL))
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
          .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
          .annotationIntrospector(new NumbersAreRequired())
          .build();

  private HistoryJson() {}

  static byte[] line(HistoryRecord entry) {
    return terminated(MAPPER.writerFor(HistoryRecord.class).writeValueAsBytes(entry));
  }

  static byte[] line(HistoryHeader header) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put(VERSION_FIELD, header.version());
    fields.put("about", header.about());
    return terminated(MAPPER.writeValueAsBytes(fields));
  }

  static String pretty(Map<String, Object> value) {
    return MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(value);
  }

  static HistoryHeader header(byte[] json, String source, long line) {
    JsonNode tree = tree(json);
    JsonNode version = tree == null ? null : tree.get(VERSION_FIELD);
    if (tree == null || version == null || !version.isInt()) {
      throw new HistoryFormatException(
          source,
          line,
          "is not the header of a history",
          "a history begins with {\"" + VERSION_FIELD + "\":" + HistoryHeader.VERSION + "}",
          null);
    }
    if (version.intValue() != HistoryHeader.VERSION) {
      throw new HistoryFormatException(
          source,
          line,
          "names history version " + version.intValue(),
          "this release reads version "
              + HistoryHeader.VERSION
              + "; check it with the release that wrote it",
          null);
    }
    Map<String, String> about = new LinkedHashMap<>();
    for (Map.Entry<String, JsonNode> fact : tree.path("about").properties()) {
      JsonNode value = fact.getValue();
      about.put(fact.getKey(), value.isString() ? value.stringValue() : value.toString());
    }
    return HistoryHeader.of(about);
  }

  static HistoryRecord entry(byte[] json, String source, long line) {
    if (!beginsAnObject(json)) {
      throw RefusedLine.notAnObject(source, line, null);
    }
    try {
      return MAPPER.readValue(json, HistoryRecord.class);
    } catch (JacksonException e) {
      throw RefusedLine.of(e, source, line);
    }
  }

  /** Whether the bytes are one whole JSON document, whatever it means. */
  static boolean isWhole(byte[] json) {
    return tree(json) != null;
  }

  /** Jackson would also take a record that is wrapped in an array. */
  private static boolean beginsAnObject(byte[] json) {
    int at = 0;
    while (at < json.length && (json[at] == ' ' || json[at] == '\t')) {
      at++;
    }
    return at < json.length && json[at] == '{';
  }

  private static @Nullable JsonNode tree(byte[] json) {
    try {
      JsonNode tree = MAPPER.readTree(json);
      return tree == null || tree.isMissingNode() ? null : tree;
    } catch (JacksonException e) {
      return null;
    }
  }

  /** A number that is left out would be read as 0, which is an op, an index and a time. */
  private static final class NumbersAreRequired extends JacksonAnnotationIntrospector {
    private static final long serialVersionUID = 1L;

    @Override
    public @Nullable Boolean hasRequiredMarker(MapperConfig<?> config, AnnotatedMember member) {
      return member.getRawType().isPrimitive()
          ? Boolean.TRUE
          : super.hasRequiredMarker(config, member);
    }
  }

  private static byte[] terminated(byte[] json) {
    byte[] line = Arrays.copyOf(json, json.length + 1);
    line[json.length] = '\n';
    return line;
  }
}
