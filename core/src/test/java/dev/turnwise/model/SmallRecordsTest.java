package dev.turnwise.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.turnwise.error.InvalidInputException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Rules of single records. */
class SmallRecordsTest {
  private static final Duration SECOND = Duration.ofSeconds(1);

  static Stream<Arguments> outOfRange() {
    Room room = Room.create("r", Instant.EPOCH);
    return Stream.of(
        refused("content.latitude", () -> new LocationContent(90.1, 0, null, null)),
        refused("content.latitude", () -> new LocationContent(Double.NaN, 0, null, null)),
        refused("content.longitude", () -> new LocationContent(0, -180.1, null, null)),
        refused("content.size_bytes", () -> new MediaContent("u", "m", null, null, -1L)),
        refused("content.duration_seconds", () -> new AudioContent("u", -0.1, "m", null, null)),
        refused(
            "content.duration_seconds", () -> new VideoContent("u", Double.NaN, "m", null, null)),
        refused("channel_data.segments", () -> new SmsChannelData("a", "b", 0, null)),
        refused("channel_data.tokens_used", () -> new AiChannelData("m", null, -1L, null)),
        refused("rate_limit", () -> new RateLimit(null, null, 5)),
        refused("rate_limit.max_per_second", () -> new RateLimit(0.0, null, null)),
        refused("rate_limit.max_per_minute", () -> new RateLimit(1.0, -1.0, null)),
        refused("rate_limit.burst", () -> new RateLimit(1.0, null, 0)),
        refused("retry_policy.max_retries", () -> new RetryPolicy(101, SECOND, 2, SECOND, null)),
        refused("retry_policy.max_retries", () -> new RetryPolicy(-1, SECOND, 2, SECOND, null)),
        refused(
            "retry_policy.exponential_base", () -> new RetryPolicy(1, SECOND, 0.9, SECOND, null)),
        refused(
            "retry_policy.base_delay", () -> new RetryPolicy(1, Duration.ZERO, 2, SECOND, null)),
        refused("retry_policy.max_delay", () -> new RetryPolicy(1, SECOND, 2, Duration.ZERO, null)),
        refused("timers.inactive_after", () -> new RoomTimers(Duration.ZERO, null)),
        refused("timers.closed_after", () -> new RoomTimers(null, SECOND.negated())),
        refused("limits.max_content_bytes", () -> Limits.DEFAULT.withMaxContentBytes(0)),
        refused("limits.max_metadata_bytes", () -> Limits.DEFAULT.withMaxMetadataBytes(-1)),
        refused("limits.max_raw_payload_bytes", () -> Limits.DEFAULT.withMaxRawPayloadBytes(0)),
        refused("room.latest_index", () -> room.toBuilder().latestIndex(-2).build()),
        refused("room.delivered_index", () -> room.toBuilder().deliveredIndex(-2).build()),
        refused("room.event_count", () -> room.toBuilder().eventCount(-1).build()),
        refused("room.timeline_epoch", () -> room.toBuilder().timelineEpoch(-1).build()),
        refused(
            "capabilities.max_length", () -> ChannelCapabilities.builder().maxLength(0).build()),
        refused(
            "capabilities.max_buttons", () -> ChannelCapabilities.builder().maxButtons(-1).build()),
        refused("position.index", () -> new Position("e", -2)));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("outOfRange")
  void valuesOutOfRangeAreRefusedByName(String field, ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOf(InvalidInputException.class)
        .hasMessageStartingWith(field + " ");
  }

  @Test
  void valuesAtTheEdgesAreAccepted() {
    assertThatCode(
            () -> {
              new LocationContent(-90, 180, null, null);
              new MediaContent("u", "m", null, null, 0L);
              new AudioContent("u", 0.0, "m", null, null);
              new SmsChannelData("", "", 1, null);
              new RateLimit(null, 0.5, 1);
              new RetryPolicy(0, SECOND, 1, SECOND, List.of());
              new RetryPolicy(100, SECOND, 100, SECOND, null);
              new Limits(1, 1, 1);
            })
        .doesNotThrowAnyException();
  }

  @Test
  void aNewRoomIsActiveAndEmpty() {
    Room room = Room.create("r", RecordSamples.TIME);
    assertThat(room.status()).isEqualTo(RoomStatus.ACTIVE);
    assertThat(room.latestIndex()).isEqualTo(-1);
    assertThat(room.deliveredIndex()).isEqualTo(-1);
    assertThat(room.eventCount()).isZero();
    assertThat(room.timers()).isEqualTo(RoomTimers.NONE);
    assertThat(room.agentResponsePolicy()).isEqualTo(AgentResponsePolicy.AGENT_CHAIN);
  }

  @Test
  void onlyActiveAndPausedRoomsAcceptEvents() {
    assertThat(Stream.of(RoomStatus.values()).filter(RoomStatus::acceptsEvents))
        .containsExactly(RoomStatus.ACTIVE, RoomStatus.PAUSED);
  }

  @Test
  void accessSaysWhatABindingMayDo() {
    ChannelBinding binding = binding().build();
    assertThat(binding.withAccess(Access.READ_WRITE))
        .returns(true, ChannelBinding::canRead)
        .returns(true, ChannelBinding::canWrite);
    assertThat(binding.withAccess(Access.READ_ONLY))
        .returns(true, ChannelBinding::canRead)
        .returns(false, ChannelBinding::canWrite);
    assertThat(binding.withAccess(Access.WRITE_ONLY))
        .returns(false, ChannelBinding::canRead)
        .returns(true, ChannelBinding::canWrite);
    assertThat(binding.withAccess(Access.NONE))
        .returns(false, ChannelBinding::canRead)
        .returns(false, ChannelBinding::canWrite);
  }

  @Test
  void aBindingIsCopiedWithOneChange() {
    ChannelBinding binding = binding().build();
    assertThat(binding.withMuted(true)).isEqualTo(binding().muted(true).build());
    assertThat(binding.withOutputMuted(true)).isEqualTo(binding().outputMuted(true).build());
    assertThat(binding.withVisibility(Visibility.NONE))
        .isEqualTo(binding().visibility(Visibility.NONE).build());
    assertThat(binding.withParticipantId("p")).isEqualTo(binding().participantId("p").build());
    assertThat(binding.withMetadata(Map.of("a", 1)))
        .isEqualTo(binding().metadata(Map.of("a", 1)).build());
  }

  @Test
  void aBindingHasTheCategoryOfItsType() {
    assertThatThrownBy(() -> binding().category(ChannelCategory.INTELLIGENCE).build())
        .isInstanceOf(InvalidInputException.class)
        .hasMessage("binding.category is INTELLIGENCE for a channel of type sms: use TRANSPORT");
    assertThatCode(
            () ->
                binding()
                    .channelType(ChannelType.custom("bot"))
                    .category(ChannelCategory.INTELLIGENCE)
                    .build())
        .doesNotThrowAnyException();
  }

  @Test
  void anIdentifiedParticipantHasAnIdentity() {
    ParticipantBuilder builder =
        Participant.builder().id("p").roomId("r").channelId("c").joinedAt(Instant.EPOCH);
    assertThat(builder.build().role()).isEqualTo(ParticipantRole.MEMBER);
    assertThatThrownBy(() -> builder.identification(Identification.IDENTIFIED).build())
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("participant.identity_id is missing on an identified participant");
  }

  @Test
  void capabilitiesStartWithTextAlone() {
    assertThat(ChannelCapabilities.TEXT_ONLY.mediaTypes()).containsExactly(MediaType.TEXT);
    assertThat(ChannelCapabilities.TEXT_ONLY.supports(MediaType.TEXT)).isTrue();
    assertThat(ChannelCapabilities.TEXT_ONLY.supports(MediaType.RICH)).isFalse();
    assertThat(ChannelCapabilities.TEXT_ONLY.supportsEdit()).isFalse();
    assertThat(ChannelCapabilities.TEXT_ONLY.maxLength()).isNull();
  }

  @Test
  void aPendingTaskTakesAnotherStatus() {
    Task task = Task.pending(RecordSamples.ID, "r", "call_back", Map.of("a", 1), Instant.EPOCH);
    assertThat(task.status()).isEqualTo(TaskStatus.PENDING);
    assertThat(task.withStatus(TaskStatus.COMPLETED))
        .returns(TaskStatus.COMPLETED, Task::status)
        .returns(task.data(), Task::data);
  }

  @Test
  void outcomesOfDeliveries() {
    DeliveryError error = new DeliveryError("timeout", "no answer", true);
    assertThat(DeliveryResult.failed("c", error))
        .returns(DeliveryStatus.FAILED, DeliveryResult::status)
        .returns(error, DeliveryResult::error);
    assertThat(DeliveryResult.sent("c", "m").status()).isEqualTo(DeliveryStatus.SENT);
  }

  @Test
  void aPositionReadsItsOwnText() {
    Position position = new Position("3-7234.x_1", 42);
    assertThat(position).hasToString("3-7234.x_1:42");
    assertThat(Position.parse(position.toString())).isEqualTo(position);
    assertThat(Position.parse("e:-1").index()).isEqualTo(-1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        ":",
        "e",
        "e:",
        ":1",
        "e:x",
        "e:1:2",
        "e e:1",
        "e:99999999999999999999",
        "e:-2"
      })
  void otherTextIsNoPosition(String text) {
    assertThatThrownBy(() -> Position.parse(text))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageStartingWith("position");
  }

  @Test
  void limitsAreChangedOneByOne() {
    assertThat(Limits.DEFAULT).isEqualTo(new Limits(262_144, 65_536, 1_048_576));
    assertThat(
            Limits.DEFAULT.withMaxContentBytes(1).withMaxMetadataBytes(2).withMaxRawPayloadBytes(3))
        .isEqualTo(new Limits(1, 2, 3));
  }

  @Test
  void messagesAndDraftsAreCopiedWithOneChange() {
    InboundMessage message = InboundMessage.text("c", "s", "t");
    assertThat(message.withRoomId("r").roomId()).isEqualTo("r");
    assertThat(message.withChatId("g").chatId()).isEqualTo("g");
    assertThat(message.withOrganizationId("o").organizationId()).isEqualTo("o");
    assertThat(message.withIdempotencyKey("k ").idempotencyKey()).isEqualTo("k ");
    assertThat(message.withParentEventId(RecordSamples.ID).parentEventId())
        .isEqualTo(RecordSamples.ID);
    assertThat(message.withAddressedTo(List.of()).addressedTo()).isEmpty();
    assertThat(message.withCorrelationId("x").correlationId()).isEqualTo("x");
    assertThat(message.withMetadata(Map.of("a", 1)).metadata()).containsEntry("a", 1);
    EventDraft draft = EventDraft.text("t");
    assertThat(draft.withVisibility(Visibility.NONE).visibility()).isEqualTo(Visibility.NONE);
    assertThat(draft.withParticipantId("p").participantId()).isEqualTo("p");
    assertThat(draft.withExternalId("e").externalId()).isEqualTo("e");
    assertThat(draft.withIdempotencyKey("k").idempotencyKey()).isEqualTo("k");
    assertThat(draft.withParentEventId(RecordSamples.ID).parentEventId())
        .isEqualTo(RecordSamples.ID);
    assertThat(draft.withAddressedTo(List.of("ai")).addressedTo()).containsExactly("ai");
    assertThat(draft.withCorrelationId("x").correlationId()).isEqualTo("x");
    assertThat(draft.withMetadata(Map.of("a", 1)).metadata()).containsEntry("a", 1);
    assertThat(draft.withContent(new TextContent("u")).content()).isEqualTo(new TextContent("u"));
    ChannelData sms = new SmsChannelData("1", "2", 1, null);
    assertThat(draft.withChannelData(sms).channelData()).isEqualTo(sms);
  }

  private static ChannelBindingBuilder binding() {
    return ChannelBinding.builder()
        .roomId("r")
        .channelId("c")
        .channelType(ChannelType.SMS)
        .category(ChannelCategory.TRANSPORT)
        .direction(ChannelDirection.BIDIRECTIONAL)
        .attachedAt(Instant.EPOCH);
  }

  private static Arguments refused(String field, ThrowingCallable call) {
    return Arguments.of(field, call);
  }
}
