package dev.turnwise.testkit.engine;

import dev.turnwise.channel.Channel;
import dev.turnwise.channel.InboundContext;
import dev.turnwise.model.ChannelDirection;
import dev.turnwise.model.ChannelType;
import dev.turnwise.model.EventDraft;
import dev.turnwise.model.InboundMessage;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** A channel of a given type whose conversion tests can replace. */
record TestChannel(
    String id,
    ChannelType type,
    ChannelDirection direction,
    @Nullable String organizationId,
    @Nullable BiFunction<InboundMessage, InboundContext, EventDraft> conversion)
    implements Channel {

  static TestChannel named(String id) {
    return new TestChannel(id, ChannelType.SMS, ChannelDirection.BIDIRECTIONAL, null, null);
  }

  TestChannel of(String organization) {
    return new TestChannel(id, type, direction, organization, conversion);
  }

  TestChannel going(ChannelDirection way) {
    return new TestChannel(id, type, way, organizationId, conversion);
  }

  TestChannel converting(BiFunction<InboundMessage, InboundContext, EventDraft> how) {
    return new TestChannel(id, type, direction, organizationId, how);
  }

  @Override
  public String providerName() {
    return "test";
  }

  @Override
  public EventDraft handleInbound(InboundMessage message, InboundContext context) {
    return conversion == null ? Channel.super.handleInbound(message, context) : conversion.apply(message, context);
  }
}
