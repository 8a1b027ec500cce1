package dev.turnwise.testkit.fake;

import dev.turnwise.channel.Channel;
import dev.turnwise.channel.InboundContext;
import dev.turnwise.model.ChannelDirection;
import dev.turnwise.model.ChannelType;
import dev.turnwise.model.EventDraft;
import dev.turnwise.model.InboundMessage;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** A channel that only converts, in a way that tests can replace. */
public record FakeChannel(
    String id,
    ChannelType type,
    ChannelDirection direction,
    @Nullable String organizationId,
    @Nullable BiFunction<InboundMessage, InboundContext, EventDraft> conversion)
    implements Channel {

  public static FakeChannel named(String id) {
    return new FakeChannel(id, ChannelType.SMS, ChannelDirection.BIDIRECTIONAL, null, null);
  }

  public FakeChannel of(String organization) {
    return new FakeChannel(id, type, direction, organization, conversion);
  }

  public FakeChannel going(ChannelDirection way) {
    return new FakeChannel(id, type, way, organizationId, conversion);
  }

  public FakeChannel converting(BiFunction<InboundMessage, InboundContext, EventDraft> how) {
    return new FakeChannel(id, type, direction, organizationId, how);
  }

  @Override
  public String providerName() {
    return "test";
  }

  @Override
  public EventDraft handleInbound(InboundMessage message, InboundContext context) {
    return conversion == null
        ? Channel.super.handleInbound(message, context)
        : conversion.apply(message, context);
  }
}
