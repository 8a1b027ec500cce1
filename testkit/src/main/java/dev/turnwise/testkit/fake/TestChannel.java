package dev.turnwise.testkit.fake;

import dev.turnwise.model.ChannelBinding;
import dev.turnwise.model.ChannelCategory;
import dev.turnwise.model.ChannelDirection;
import dev.turnwise.model.ChannelType;
import dev.turnwise.model.EventSource;
import java.time.Instant;

/** A channel of tests, which has every right in the rooms that it is attached to. */
public record TestChannel(String id, ChannelType type) {

  public static final TestChannel PHONE = new TestChannel("phone", ChannelType.SMS);
  public static final TestChannel WEB = new TestChannel("web", ChannelType.WEBSOCKET);
  public static final TestChannel AGENT = new TestChannel("agent", ChannelType.AI);

  /** Its place in a room. */
  public ChannelBinding in(String roomId) {
    return ChannelBinding.builder()
        .roomId(roomId)
        .channelId(id)
        .channelType(type)
        .category(type.category().orElse(ChannelCategory.TRANSPORT))
        .direction(ChannelDirection.BIDIRECTIONAL)
        .attachedAt(Instant.EPOCH)
        .build();
  }

  /** Something that this person says through it. */
  public EventSource by(String participantId) {
    return EventSource.of(id, type, ChannelDirection.INBOUND).withParticipantId(participantId);
  }
}
