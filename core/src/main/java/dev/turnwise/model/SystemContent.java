package dev.turnwise.model;

import java.util.Map;

/**
 * Something that the framework or an integrator reports.
 *
 * @param code what it is, for machines
 * @param message what it is, for people
 * @param data its facts
 */
public record SystemContent(String code, String message, Map<String, Object> data)
    implements EventContent {
  public SystemContent {
    Checks.requireId("content.code", code);
    Checks.requireText("content.message", message);
    data = JsonValues.copyOf("content.data", data);
  }
}
