package dev.turnwise.error;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Every error has a code of its own and a message that helps. */
class ErrorsTest {
  private static final UUID ID = new UUID(1, 2);

  static Stream<TurnwiseException> errors() {
    return Stream.of(
        new InvalidInputException("room.id", "is empty", null, "give it"),
        new RoomNotFoundException("r"),
        new EventNotFoundException("r", ID),
        new ChannelNotFoundException("c", List.of("a")),
        new ChannelNotAttachedException("r", "c"),
        new RoomClosedException("r", "ARCHIVED"),
        new ProcessTimeoutException("channel 'c'", "handle_inbound", Duration.ofSeconds(30)),
        new LockTimeoutException("room r", Duration.ofSeconds(5), "pid 4711"),
        new RoomBusyException("r", "its gates ran three times"),
        new OverloadedException("the commit queue", "commit.queue", 1000),
        new StoreUnavailableException("commit", "no connection within 5 s", null),
        new OutcomeUnknownException("event " + ID, "the connection broke", null),
        new DataRejectedException(ID, "a value is out of range", null),
        new SchemaException("the schema is version 9", "upgrade this program", null),
        new ConfigurationException("store.dsn", "is malformed", "write postgresql://…"),
        new CallInterruptedException(),
        new EngineClosedException());
  }

  @Test
  void everyCodeBelongsToOneError() {
    Map<ErrorCode, Long> uses =
        errors().collect(Collectors.groupingBy(TurnwiseException::code, Collectors.counting()));
    assertThat(uses).containsOnlyKeys(ErrorCode.values());
    assertThat(uses.values()).containsOnly(1L);
  }

  @ParameterizedTest
  @MethodSource("errors")
  void aMessageNamesProblemAndRemedy(TurnwiseException error) {
    assertThat(error.getMessage())
        .contains(": ")
        .doesNotContain("null", "\n")
        .hasSizeGreaterThan(15);
    assertThat(error.details().keySet()).allMatch(key -> key.matches("[a-z_]+"));
  }

  @ParameterizedTest
  @EnumSource(ErrorCode.class)
  void codesAreSnakeCase(ErrorCode code) {
    assertThat(code.wire()).matches("[a-z]+(_[a-z]+)*").isEqualToIgnoringCase(code.name());
  }

  @Test
  void anUnknownChannelListsTheKnownOnesButNotHundreds() {
    Set<String> many = IntStream.range(100, 125).mapToObj(i -> "c" + i).collect(Collectors.toSet());
    assertThat(new ChannelNotFoundException("x", many))
        .hasMessageContaining("'c100', 'c101'")
        .hasMessageEndingWith("'c119' and 5 more")
        .message()
        .doesNotContain("c120");
    assertThat(new ChannelNotFoundException("x", many).details().get("registered"))
        .asInstanceOf(InstanceOfAssertFactories.LIST)
        .hasSize(20);
    assertThat(new ChannelNotFoundException("x", List.of()))
        .hasMessageEndingWith("none is registered");
  }

  @Test
  void invalidInputSaysWhatItKnows() {
    InvalidInputException error =
        new InvalidInputException("a.b", "is 5 long", "4 characters", "shorten it");
    assertThat(error).hasMessage("a.b is 5 long (limit: 4 characters): shorten it");
    assertThat(error.field()).isEqualTo("a.b");
    assertThat(error.details())
        .isEqualTo(
            Map.of(
                "field",
                "a.b",
                "problem",
                "is 5 long",
                "limit",
                "4 characters",
                "remedy",
                "shorten it"));
    assertThat(error.at("x.a.b"))
        .hasMessage("x.a.b is 5 long (limit: 4 characters): shorten it")
        .hasCause(error);
  }

  @Test
  void detailsCannotBeChanged() {
    assertThat(errors().map(TurnwiseException::details).map(Map::getClass).map(Class::getName))
        .allMatch(name -> name.contains("Unmodifiable"));
  }

  @Test
  void quotedTextIsOneHarmlessBoundedLine() {
    assertThat(Quoted.of("plain 'x' ü 👍")).isEqualTo("'plain 'x' ü 👍'");
    assertThat(Quoted.of("a\u0000\n\u001b[31m\u202e\ud83d"))
        .isEqualTo("'aU+0000U+000AU+001B[31mU+202EU+D83D'");
    assertThat(Quoted.of(null)).isEqualTo("null");
    assertThat(Quoted.of("x".repeat(80))).hasSize(82);
    assertThat(Quoted.of("x".repeat(81))).endsWith("x'… (81 characters)").hasSize(99);
    assertThat(Quoted.path("a", "b_1")).isEqualTo("a.b_1");
    assertThat(Quoted.path("a", "b.c")).isEqualTo("a['b.c']");
    assertThat(Quoted.path("a", "")).isEqualTo("a['']");
    assertThat(Arrays.asList(Quoted.codePoint(0), Quoted.codePoint(0x1F600)))
        .containsExactly("U+0000", "U+1F600");
  }
}
