package dev.turnwise.model;

import dev.turnwise.error.InvalidInputException;
import java.util.Collection;
import org.jspecify.annotations.Nullable;

/**
 * What an event says: exactly one of the permitted variants.
 *
 * <p>Content may contain content (parts of a composite, the new content of an edit, the fallback of
 * a template), at most {@value #MAX_DEPTH} levels deep, counting content without inner content as
 * one. Constructors enforce it, so deeper content cannot exist. Sizes are bounded by {@link
 * Limits}.
 */
public sealed interface EventContent
    permits TextContent,
        RichContent,
        MediaContent,
        LocationContent,
        AudioContent,
        VideoContent,
        CompositeContent,
        SystemContent,
        TemplateContent,
        EditContent,
        DeleteContent {
  /** Deepest nesting of content in content. */
  int MAX_DEPTH = 5;

  /** Levels of nesting, 1 for content that contains no other content. */
  default int depth() {
    return switch (this) {
      case CompositeContent composite -> 1 + deepest(composite.parts());
      case EditContent edit -> 1 + edit.newContent().depth();
      case TemplateContent template -> 1 + depthOf(template.fallback());
      case TextContent _,
          RichContent _,
          MediaContent _,
          LocationContent _,
          AudioContent _,
          VideoContent _,
          SystemContent _,
          DeleteContent _ ->
          1;
    };
  }

  /**
   * Checks content that is about to be wrapped by other content.
   *
   * @throws InvalidInputException if the wrapped whole would be nested too deeply
   */
  static <C extends EventContent> C requireInner(String field, C inner) {
    int depth = 1 + inner.depth();
    if (depth > MAX_DEPTH) {
      throw new InvalidInputException(
          field,
          "makes content " + depth + " levels deep",
          MAX_DEPTH + " levels",
          "nest composites, edits and templates less");
    }
    return inner;
  }

  private static int deepest(Collection<EventContent> parts) {
    return parts.stream().mapToInt(EventContent::depth).max().orElse(0);
  }

  private static int depthOf(@Nullable EventContent content) {
    return content == null ? 0 : content.depth();
  }
}
