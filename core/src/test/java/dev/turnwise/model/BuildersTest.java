package dev.turnwise.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.turnwise.error.InvalidInputException;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Builders set what they say and forget nothing. */
class BuildersTest {
  static Stream<Class<?>> recordsWithBuilder() {
    return RecordSamples.records()
        .filter(
            type -> Arrays.stream(type.getMethods()).anyMatch(m -> m.getName().equals("builder")));
  }

  @Test
  void sevenRecordsHaveOne() {
    assertThat(recordsWithBuilder())
        .containsExactly(
            ChannelBinding.class,
            ChannelCapabilities.class,
            EventDraft.class,
            InboundMessage.class,
            Participant.class,
            Room.class,
            RoomEvent.class);
  }

  @ParameterizedTest
  @MethodSource("recordsWithBuilder")
  void settingEveryComponentGivesTheWhole(Class<?> type) throws ReflectiveOperationException {
    Object full = RecordSamples.full(type);
    Object builder = type.getMethod("builder").invoke(null);
    for (RecordComponent component : type.getRecordComponents()) {
      builder
          .getClass()
          .getMethod(component.getName(), component.getType())
          .invoke(builder, RecordSamples.get(full, component));
    }
    assertThat(builder.getClass().getMethod("build").invoke(builder)).isEqualTo(full);
  }

  @ParameterizedTest
  @MethodSource("recordsWithBuilder")
  void aBuilderOfAnInstanceBuildsItsEqual(Class<?> type) throws ReflectiveOperationException {
    for (Object sample : List.of(RecordSamples.full(type), RecordSamples.sparse(type))) {
      Object builder = type.getMethod("toBuilder").invoke(sample);
      assertThat(builder.getClass().getMethod("build").invoke(builder)).isEqualTo(sample);
    }
  }

  @Test
  void aMissingRequiredComponentIsNamed() {
    assertThatThrownBy(() -> RoomEvent.builder().build())
        .isInstanceOf(InvalidInputException.class)
        .hasMessage("event.id is missing: set it");
    assertThatThrownBy(() -> ChannelBinding.builder().roomId("r").build())
        .isInstanceOf(InvalidInputException.class)
        .hasMessage("binding.channel_id is missing: set it");
  }
}
