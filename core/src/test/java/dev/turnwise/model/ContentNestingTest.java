package dev.turnwise.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.turnwise.error.InvalidInputException;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Content in content ends at five levels, whatever wraps it. */
class ContentNestingTest {
  private static final EventContent TEXT = new TextContent("x");

  static Stream<Arguments> wrappers() {
    UnaryOperator<EventContent> composite = c -> new CompositeContent(List.of(TEXT, c));
    UnaryOperator<EventContent> edit = c -> new EditContent(RecordSamples.ID, c, null);
    UnaryOperator<EventContent> template = c -> new TemplateContent("t", "en", Map.of(), c);
    UnaryOperator<EventContent> mixed =
        c ->
            switch (c.depth() % 3) {
              case 0 -> composite.apply(c);
              case 1 -> edit.apply(c);
              default -> template.apply(c);
            };
    return Stream.of(
        Arguments.of("content.parts[1]", composite),
        Arguments.of("content.new_content", edit),
        Arguments.of("content.fallback", template),
        Arguments.of("content.", mixed));
  }

  @ParameterizedTest
  @MethodSource("wrappers")
  void fiveLevelsAreAcceptedAndSixRefused(String field, UnaryOperator<EventContent> wrap) {
    EventContent content = TEXT;
    for (int depth = 1; depth < 5; depth++) {
      assertThat(content.depth()).isEqualTo(depth);
      content = wrap.apply(content);
    }
    EventContent deepest = content;
    assertThat(deepest.depth()).isEqualTo(5);
    assertThatThrownBy(() -> wrap.apply(deepest))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageStartingWith(field)
        .hasMessageContaining("makes content 6 levels deep (limit: 5 levels)");
  }

  @Test
  void contentWithoutInnerContentIsOneDeep() {
    assertThat(new TemplateContent("t", "en", Map.of(), null).depth()).isEqualTo(1);
    assertThat(new DeleteContent(RecordSamples.ID, DeleteType.ADMIN, null).depth()).isEqualTo(1);
    assertThat(new SystemContent("c", "m", Map.of("a", Map.of("b", 1))).depth()).isEqualTo(1);
  }

  @Test
  void aCompositeHasOneTo1000Parts() {
    assertThat(new CompositeContent(Collections.nCopies(1000, TEXT)).depth()).isEqualTo(2);
    for (int count : new int[] {0, 1001}) {
      assertThatThrownBy(() -> new CompositeContent(Collections.nCopies(count, TEXT)))
          .isInstanceOf(InvalidInputException.class)
          .hasMessageContaining("content.parts.size is " + count + " (limit: 1 to 1000)");
    }
  }

  @Test
  void everyVariantIsPermitted() {
    assertThat(EventContent.class.getPermittedSubclasses()).hasSize(11);
  }
}
