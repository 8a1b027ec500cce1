package dev.turnwise.json;

import dev.turnwise.model.EventContent;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.cfg.MapperConfig;
import tools.jackson.databind.introspect.AnnotatedClass;
import tools.jackson.databind.introspect.BeanPropertyDefinition;
import tools.jackson.databind.ser.VirtualBeanPropertyWriter;
import tools.jackson.databind.util.Annotations;

/**
 * Writes the property {@code type} of every content, wherever it stands. Left to itself, Jackson
 * writes it only where the declared type is {@link EventContent}, and not inside a plain list or
 * map, from where the content could then not be read again.
 */
final class ContentTypeProperty extends VirtualBeanPropertyWriter {
  /** For Jackson, which makes an instance and then asks it for a configured one. */
  ContentTypeProperty() {}

  private ContentTypeProperty(
      BeanPropertyDefinition definition, Annotations annotations, JavaType type) {
    super(definition, annotations, type);
  }

  @Override
  protected @Nullable Object value(Object bean, JsonGenerator out, SerializationContext context) {
    return ContentTypes.of((EventContent) bean).wire();
  }

  @Override
  public VirtualBeanPropertyWriter withConfig(
      MapperConfig<?> config,
      AnnotatedClass declaring,
      BeanPropertyDefinition definition,
      JavaType type) {
    return new ContentTypeProperty(definition, declaring.getAnnotations(), type);
  }
}
