package dev.turnwise.model;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A message that the provider fills in from a template.
 *
 * @param templateId the provider's id of the template
 * @param language language of the template
 * @param parameters what to fill in
 * @param fallback what to show where templates are not supported
 */
public record TemplateContent(
    String templateId,
    String language,
    Map<String, Object> parameters,
    @Nullable EventContent fallback)
    implements EventContent {
  public TemplateContent {
    Checks.requireId("content.template_id", templateId);
    Checks.requireId("content.language", language);
    parameters = JsonValues.copyOf("content.parameters", parameters);
    if (fallback != null) {
      EventContent.requireInner("content.fallback", fallback);
    }
  }
}
