package dev.turnwise.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.turnwise.error.InvalidInputException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** How events are made and copied, and which combinations make no sense. */
class RoomEventTest {
  private static final RoomEvent EVENT =
      RoomEvent.builder()
          .id(RecordSamples.ID)
          .roomId("r1")
          .type(EventType.MESSAGE)
          .source(EventSource.of("sms1", ChannelType.SMS, ChannelDirection.INBOUND))
          .content(new TextContent("hello"))
          .createdAt(Instant.parse("2026-01-02T03:04:05.123456789Z"))
          .build();

  @Test
  void aNewEventIsPendingUnplacedAndVisibleToAll() {
    assertThat(EVENT.index()).isEqualTo(RoomEvent.UNASSIGNED).isEqualTo(-1);
    assertThat(EVENT.status()).isEqualTo(EventStatus.PENDING);
    assertThat(EVENT.visibility()).isEqualTo(Visibility.ALL);
    assertThat(EVENT.addressedTo()).isNull();
    assertThat(EVENT.targets()).isNull();
    assertThat(EVENT.metadata()).isEmpty();
    assertThat(EVENT.channelData()).isEqualTo(ChannelData.none());
    assertThat(EVENT.deliveryResults()).isEmpty();
    assertThat(EVENT.isBlocked()).isFalse();
    assertThat(EVENT.createdAt()).isEqualTo("2026-01-02T03:04:05.123456Z");
  }

  @Test
  void copiesChangeWhatTheySayAndNothingElse() {
    Instant later = Instant.parse("2026-01-02T03:04:06.5Z");
    RoomEvent placed = EVENT.withIndex(7, later);
    assertThat(placed.index()).isEqualTo(7);
    assertThat(placed.createdAt()).isEqualTo(later);
    assertThat(placed.withIndex(-1, EVENT.createdAt())).isEqualTo(EVENT);
    TextContent other = new TextContent("other");
    assertThat(EVENT.withContent(other).content()).isEqualTo(other);
    assertThat(EVENT.withContent(other).withContent(EVENT.content())).isEqualTo(EVENT);
    assertThat(EVENT.withMetadata(Map.of("a", 1)).metadata()).isEqualTo(Map.of("a", 1));
    assertThat(EVENT.withStatus(EventStatus.READ).status()).isEqualTo(EventStatus.READ);
  }

  @Test
  void nobodyIsAnotherThingThanNobodyInParticular() {
    assertThat(EVENT.toBuilder().addressedTo(List.of()).targets(List.of()).build())
        .returns(List.of(), RoomEvent::addressedTo)
        .returns(List.of(), RoomEvent::targets)
        .isNotEqualTo(EVENT);
  }

  @Test
  void aBlockedEventNamesItsReasonAndHasNoTargets() {
    RoomEvent blocked = EVENT.toBuilder().targets(List.of("ws1")).build().blocked("source_muted");
    assertThat(blocked.isBlocked()).isTrue();
    assertThat(blocked.blockedBy()).isEqualTo("source_muted");
    assertThat(blocked.targets()).isNull();
    assertThatThrownBy(() -> EVENT.withStatus(EventStatus.BLOCKED))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("event.blocked_by is missing on a blocked event");
    assertThatThrownBy(() -> blocked.withStatus(EventStatus.DELIVERED))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("event.blocked_by is set on an event with status DELIVERED");
  }

  @Test
  void editsAndDeletesCarryWhatTheyAreCalled() {
    EventContent edit = new EditContent(RecordSamples.ID, new TextContent("n"), "sender");
    assertThat(EVENT.toBuilder().type(EventType.EDIT).content(edit).build().content())
        .isEqualTo(edit);
    assertThatThrownBy(() -> EVENT.toBuilder().type(EventType.EDIT).build())
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("event.content is a TextContent in an event of type EDIT");
    assertThatThrownBy(() -> EventDraft.of(edit).withType(EventType.DELETE))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("draft.content is a EditContent in an event of type DELETE");
    assertThatThrownBy(
            () -> InboundMessage.text("c", "s", "t").toBuilder().eventType(EventType.EDIT).build())
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("message.content");
  }

  @Test
  void aResultStandsUnderItsOwnChannel() {
    Map<String, DeliveryResult> wrong = Map.of("ws2", DeliveryResult.sent("ws1", null));
    assertThatThrownBy(() -> EVENT.toBuilder().deliveryResults(wrong).build())
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("event.delivery_results.ws2 is the result of another channel, 'ws1'");
  }

  @Test
  void theFrameworksIdBelongsToTheFramework() {
    assertThat(EventSource.system().isSystem()).isTrue();
    assertThat(EVENT.source().isSystem()).isFalse();
    assertThat(EVENT.source().withParticipantId("p").participantId()).isEqualTo("p");
    assertThatThrownBy(
            () -> EventSource.of(Channels.SYSTEM, ChannelType.SMS, ChannelDirection.INBOUND))
        .isInstanceOf(InvalidInputException.class);
    assertThatThrownBy(() -> EventSource.of("x", ChannelType.SMS, ChannelDirection.BIDIRECTIONAL))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("source.direction is BIDIRECTIONAL");
  }

  @ParameterizedTest
  @EnumSource(EventType.class)
  void onlyTypingAndPresenceAreEphemeral(EventType type) {
    assertThat(type.isEphemeral())
        .isEqualTo(type == EventType.TYPING || type == EventType.PRESENCE);
  }

  @Test
  void thereAre23TypesAndTwoForTheHostsChanges() {
    assertThat(EventType.values()).hasSize(25);
  }

  @Test
  void typesFollowFromContent() {
    assertThat(EventDraft.text("x").type()).isEqualTo(EventType.MESSAGE);
    assertThat(InboundMessage.text("c", "s", "x").eventType()).isEqualTo(EventType.MESSAGE);
    assertThat(EventType.of(new SystemContent("c", "m", Map.of()))).isEqualTo(EventType.SYSTEM);
    assertThat(EventType.of(new EditContent(RecordSamples.ID, new TextContent("n"), null)))
        .isEqualTo(EventType.EDIT);
    assertThat(EventType.of(new DeleteContent(RecordSamples.ID, DeleteType.SENDER, null)))
        .isEqualTo(EventType.DELETE);
  }
}
