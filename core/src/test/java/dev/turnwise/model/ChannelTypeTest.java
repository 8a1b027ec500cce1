package dev.turnwise.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.turnwise.error.InvalidInputException;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The known kinds of channels, and those of one's own. */
class ChannelTypeTest {
  static Stream<Field> constants() {
    return Arrays.stream(ChannelType.class.getFields())
        .filter(field -> Modifier.isStatic(field.getModifiers()));
  }

  @Test
  void thereAre21KnownKinds() {
    assertThat(constants()).hasSize(21);
  }

  @ParameterizedTest
  @MethodSource("constants")
  void aConstantIsNamedAsItIsCalled(Field constant) throws IllegalAccessException {
    ChannelType type = (ChannelType) constant.get(null);
    assertThat(type.name()).isEqualTo(constant.getName().toLowerCase(Locale.ROOT));
    assertThat(ChannelType.parse(constant.getName())).isEqualTo(type);
    assertThat(type.category())
        .isEqualTo(
            switch (constant.getName()) {
              case "AI" -> Optional.of(ChannelCategory.INTELLIGENCE);
              case "SYSTEM" -> Optional.empty();
              default -> Optional.of(ChannelCategory.TRANSPORT);
            });
  }

  @ParameterizedTest
  @ValueSource(strings = {"pager", "a", "acme.pager-2_x", "0"})
  void customKindsHaveANamespaceAndNoCategory(String namespace) {
    assertThat(ChannelType.custom(namespace).name()).isEqualTo("custom:" + namespace);
    assertThat(ChannelType.custom(namespace).category()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "fax",
        "SMS",
        "sms ",
        "custom",
        "custom:",
        "custom: a",
        "custom:A",
        "custom:a b",
        "custom:.a",
        "custom:a:b",
        "Custom:a",
        "custom:a\n"
      })
  void everythingElseIsRefused(String name) {
    assertThatThrownBy(() -> new ChannelType(name))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageStartingWith("channel_type is '")
        .hasMessageContaining("custom:namespace");
  }

  @Test
  void aNamespaceHasAtMost64Characters() {
    assertThat(ChannelType.custom("x".repeat(64)).name()).hasSize(71);
    assertThatThrownBy(() -> ChannelType.custom("x".repeat(65)))
        .isInstanceOf(InvalidInputException.class);
  }
}
