package dev.turnwise.model;

/**
 * A suggested answer.
 *
 * @param label what people see
 * @param value what is sent when it is chosen
 */
public record QuickReply(String label, String value) {
  public QuickReply {
    Checks.requireFilled("quick_reply.label", label);
    Checks.requireText("quick_reply.value", value);
  }
}
