package dev.turnwise;

import dev.turnwise.channel.Channel;
import dev.turnwise.channel.ChannelRegistry;
import dev.turnwise.channel.InboundRouter;
import dev.turnwise.commit.RoomConfigs;
import dev.turnwise.error.ConfigurationException;
import dev.turnwise.error.InvalidInputException;
import dev.turnwise.model.AgentResponsePolicy;
import dev.turnwise.model.ChannelBinding;
import dev.turnwise.model.ChannelType;
import dev.turnwise.model.Checks;
import dev.turnwise.model.InboundMessage;
import dev.turnwise.model.Room;
import dev.turnwise.model.RoomTimers;
import dev.turnwise.observe.FrameworkEvent;
import dev.turnwise.observe.FrameworkEvents;
import dev.turnwise.runtime.Ids;
import dev.turnwise.store.ChangeOutcome;
import dev.turnwise.store.ConversationStore;
import dev.turnwise.store.NewRoom;
import dev.turnwise.store.RoomChange;
import dev.turnwise.store.RoomOpening;
import dev.turnwise.store.RoomSnapshot;
import dev.turnwise.store.Route;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Opens rooms, and finds them for messages. */
final class RoomDesk {

  private final ConversationStore store;
  private final ChannelRegistry channels;
  private final RoomConfigs configs;
  private final FrameworkEvents events;
  private final Writes writes;
  private final Drafts drafts;
  private final Ids ids;

  RoomDesk(
      ConversationStore store,
      ChannelRegistry channels,
      RoomConfigs configs,
      FrameworkEvents events,
      Writes writes,
      Drafts drafts,
      Ids ids) {
    this.store = store;
    this.channels = channels;
    this.configs = configs;
    this.events = events;
    this.writes = writes;
    this.drafts = drafts;
    this.ids = ids;
  }

  Room create(RoomSpec spec) {
    drafts.requireFits("room.metadata", Checks.require("room", spec).metadata());
    String roomId = spec.id().orElseGet(() -> ids.next().toString());
    List<ChannelBinding> bindings =
        spec.channels().stream()
            .map(id -> binding(roomId, spec.organizationId(), channels.require(id)))
            .toList();
    NewRoom room =
        new NewRoom(
            roomId,
            spec.organizationId(),
            spec.timers(),
            spec.metadata(),
            spec.agentResponsePolicy(),
            bindings,
            Optional.empty());
    return switch (open(room)) {
      case RoomOpening.Opened(var opened) -> opened;
      case RoomOpening.IdTaken() ->
          throw new InvalidInputException(
              "room.id",
              "is taken by another room",
              null,
              "choose another id, or leave it out to have one made");
      case RoomOpening.RouteTaken(var other) ->
          throw new IllegalStateException("no route was asked for");
    };
  }

  /** Opens the room of a message that found none; two first messages at once open one room. */
  String openFor(InboundMessage message, Channel channel, @Nullable String organizationId) {
    String roomId = ids.next().toString();
    String address = Objects.requireNonNullElse(message.chatId(), message.senderId());
    NewRoom room =
        new NewRoom(
            roomId,
            organizationId,
            RoomTimers.NONE,
            Map.of(),
            AgentResponsePolicy.AGENT_CHAIN,
            List.of(binding(roomId, organizationId, channel)),
            Optional.of(new Route(organizationId, channel.id(), address)));
    return switch (open(room)) {
      case RoomOpening.Opened(var opened) -> {
        events.publish(new FrameworkEvent.SessionStarted(opened.id()));
        yield opened.id();
      }
      case RoomOpening.RouteTaken(var other) -> other;
      case RoomOpening.IdTaken() -> throw new IllegalStateException("a new UUID was taken");
    };
  }

  private RoomOpening open(NewRoom room) {
    RoomOpening opening = writes.run("room '" + room.id() + "'", () -> store.open(room));
    if (opening instanceof RoomOpening.Opened(var opened)) {
      events.publish(new FrameworkEvent.RoomCreated(opened.id(), opened.organizationId()));
    }
    return opening;
  }

  /** A binding with what the channel says of itself. */
  static ChannelBinding binding(String roomId, @Nullable String organizationId, Channel channel) {
    String serves = channel.organizationId();
    if (serves != null && !serves.equals(organizationId)) {
      throw new ConfigurationException(
          "channel.organization_id",
          "of channel '" + channel.id() + "' is not the organisation of the room",
          "attach a channel of the room's organisation");
    }
    return ChannelBinding.builder()
        .roomId(roomId)
        .channelId(channel.id())
        .channelType(channel.type())
        .category(channel.category())
        .direction(channel.direction())
        .capabilities(channel.capabilities())
        .attachedAt(Instant.EPOCH)
        .build();
  }

  /**
   * Attaches the channel on behalf of a message, if it has never been attached. One that was
   * detached stays so, and one that is attached keeps its binding; what that means for the message
   * is for the gates to say.
   */
  RoomSnapshot attachIfNeverAttached(RoomSnapshot remembered, Channel channel) {
    if (remembered.bindings().containsKey(channel.id())) {
      return remembered;
    }
    RoomSnapshot room = configs.refresh(remembered.roomId()).orElse(remembered);
    boolean never =
        !room.bindings().containsKey(channel.id()) && !room.detached().contains(channel.id());
    if (!never || !room.status().acceptsEvents()) {
      return room;
    }
    RoomChange attach =
        new RoomChange.Attach(
            room.roomId(),
            binding(room.roomId(), room.organizationId(), channel),
            false,
            Optional.empty());
    ChangeOutcome outcome =
        writes.run("the binding of channel '" + channel.id() + "'", () -> store.change(attach));
    return outcome instanceof ChangeOutcome.Changed
        ? configs.refresh(room.roomId()).orElse(room)
        : room;
  }

  /** What routers may ask. */
  InboundRouter.RoomDirectory directory() {
    return new InboundRouter.RoomDirectory() {
      @Override
      public Optional<String> routedRoom(
          @Nullable String organizationId, String channelId, String address) {
        return store.routedRoom(new Route(organizationId, channelId, address));
      }

      @Override
      public Optional<String> newestRoomOf(
          @Nullable String organizationId, ChannelType type, String senderId) {
        return store.newestRoomOf(organizationId, type.name(), senderId);
      }

      @Override
      public List<String> openRoomsWith(@Nullable String organizationId, String channelId) {
        return store.openRoomsWith(organizationId, channelId);
      }
    };
  }
}
