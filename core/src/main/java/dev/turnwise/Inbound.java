package dev.turnwise;

import dev.turnwise.channel.Channel;
import dev.turnwise.channel.ChannelRegistry;
import dev.turnwise.channel.InboundContext;
import dev.turnwise.channel.InboundRouter;
import dev.turnwise.commit.CommitRequest;
import dev.turnwise.commit.RoomConfigs;
import dev.turnwise.error.InvalidInputException;
import dev.turnwise.error.RoomNotFoundException;
import dev.turnwise.hook.HookScope;
import dev.turnwise.model.ChannelDirection;
import dev.turnwise.model.Channels;
import dev.turnwise.model.Checks;
import dev.turnwise.model.EventDraft;
import dev.turnwise.model.EventSource;
import dev.turnwise.model.InboundMessage;
import dev.turnwise.model.Participant;
import dev.turnwise.model.RoomEvent;
import dev.turnwise.model.Visibility;
import dev.turnwise.result.InboundResult;
import dev.turnwise.result.RefusalReason;
import dev.turnwise.store.ConversationStore;
import dev.turnwise.store.IdempotencyKey;
import dev.turnwise.store.KeyOwner;
import dev.turnwise.store.Mutation;
import dev.turnwise.store.RoomSnapshot;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * From a message to the commit queue: resolve the channel, find the room, convert, hand over.
 * Nothing here holds a lock, and nothing of the message itself is stored before its commit.
 */
final class Inbound {

  private final ConversationStore store;
  private final ChannelRegistry channels;
  private final InboundRouter router;
  private final RoomConfigs configs;
  private final RoomDesk rooms;
  private final CommitDesk commits;
  private final Senders senders;
  private final Drafts drafts;

  Inbound(
      ConversationStore store,
      ChannelRegistry channels,
      InboundRouter router,
      RoomConfigs configs,
      RoomDesk rooms,
      CommitDesk commits,
      Senders senders,
      Drafts drafts) {
    this.store = store;
    this.channels = channels;
    this.router = router;
    this.configs = configs;
    this.rooms = rooms;
    this.commits = commits;
    this.senders = senders;
    this.drafts = drafts;
  }

  /** A message from outside, through a channel. */
  InboundResult process(InboundMessage message) {
    Checks.require("message", message);
    Duration deadline = commits.deadline();
    Channel channel = channels.require(message.channelId());
    requireTakesMessages(channel);
    String organizationId = organization(message, channel);
    RoomSnapshot room =
        message.roomId() != null
            ? named(message.roomId(), organizationId)
            : configs.require(routed(message, channel, organizationId));
    room = rooms.attachIfNeverAttached(room, channel);
    EventDraft draft = Drafts.completed(convert(message, channel, room, deadline), message);
    return switch (senders.of(message, channel, room, draft, deadline)) {
      case Senders.Sender.Known(var participantId, var participant) ->
          commit(
              message,
              channel,
              organizationId,
              draft.withParticipantId(participantId),
              participant,
              room,
              deadline);
      case Senders.Sender.Stopped(var reason, var challenge) ->
          stop(channel, room, reason, challenge, deadline);
    };
  }

  private InboundResult commit(
      InboundMessage message,
      Channel channel,
      @Nullable String organizationId,
      EventDraft draft,
      Optional<Participant> sender,
      RoomSnapshot room,
      Duration deadline) {
    RoomEvent event =
        drafts.event(room.roomId(), Drafts.inboundSource(channel, draft, message), draft);
    return commits.commit(
        new CommitRequest(
            event,
            drafts.claim(
                key(message, draft.idempotencyKey(), organizationId, room.roomId()), event),
            Mutation.of(event),
            sender),
        deadline);
  }

  /** A sender who may not go on: the challenge, if there is one, is for its channel alone. */
  private InboundResult stop(
      Channel channel,
      RoomSnapshot room,
      RefusalReason reason,
      List<EventDraft> challenge,
      Duration deadline) {
    for (EventDraft part : challenge) {
      RoomEvent event =
          drafts.event(
              room.roomId(),
              EventSource.system(),
              part.withVisibility(Visibility.of(channel.id())));
      commits.commit(
          new CommitRequest(event, Optional.empty(), Optional.empty(), Optional.empty()), deadline);
    }
    return commits.refuse(room.roomId(), reason);
  }

  /** An event that the host puts into a room in a channel's name. */
  InboundResult send(String roomId, String channelId, EventDraft draft) {
    Checks.require("draft", draft);
    Optional<HookScope> hook = HookScope.current(roomId);
    if (hook.isPresent()) {
      return new InboundResult.Injected(hook.get().inject(draft));
    }
    Duration deadline = commits.deadline();
    EventSource source =
        Checks.require("channel_id", channelId).equals(Channels.SYSTEM)
            ? EventSource.system()
            : Drafts.hostSource(channels.require(channelId), draft);
    RoomEvent event = drafts.event(roomId, source, draft);
    String key = draft.idempotencyKey();
    return commits.commit(
        new CommitRequest(
            event,
            drafts.claim(key == null ? null : IdempotencyKey.inRoom(roomId, key), event),
            Mutation.of(event),
            Optional.empty()),
        deadline);
  }

  private static void requireTakesMessages(Channel channel) {
    if (channel.direction() == ChannelDirection.OUTBOUND) {
      throw new InvalidInputException(
          "message.channel_id",
          "names '" + channel.id() + "', which only sends out",
          null,
          "use a channel that takes messages in");
    }
  }

  private static @Nullable String organization(InboundMessage message, Channel channel) {
    String own = channel.organizationId();
    String given = message.organizationId();
    if (own != null && given != null && !own.equals(given)) {
      throw new InvalidInputException(
          "message.organization_id",
          "is not the organisation that channel '" + channel.id() + "' serves",
          null,
          "leave it out, or use a channel of that organisation");
    }
    return own != null ? own : given;
  }

  /** A room of another organisation is answered like one that does not exist. */
  private RoomSnapshot named(String roomId, @Nullable String organizationId) {
    RoomSnapshot room = configs.require(roomId);
    if (organizationId != null && !organizationId.equals(room.organizationId())) {
      throw new RoomNotFoundException(roomId);
    }
    return room;
  }

  private String routed(InboundMessage message, Channel channel, @Nullable String organizationId) {
    return router
        .route(message, channel.type(), organizationId, rooms.directory())
        .or(() -> roomOfOriginal(message, organizationId))
        .orElseGet(() -> rooms.openFor(message, channel, organizationId));
  }

  /**
   * A repeat of a message whose room has been closed since must find its original, not open another
   * room.
   */
  private Optional<String> roomOfOriginal(InboundMessage message, @Nullable String organizationId) {
    if (message.idempotencyKey() == null) {
      return Optional.empty();
    }
    IdempotencyKey key = conversationKey(message, message.idempotencyKey(), organizationId);
    return Optional.ofNullable(store.owners(List.of(key)).get(key))
        .flatMap(KeyOwner::event)
        .map(RoomEvent::roomId);
  }

  private static @Nullable IdempotencyKey key(
      InboundMessage message,
      @Nullable String key,
      @Nullable String organizationId,
      String roomId) {
    if (key == null) {
      return null;
    }
    return message.roomId() != null
        ? IdempotencyKey.inRoom(roomId, key)
        : conversationKey(message, key, organizationId);
  }

  private static IdempotencyKey conversationKey(
      InboundMessage message, String key, @Nullable String organizationId) {
    String address = Objects.requireNonNullElse(message.chatId(), message.senderId());
    return IdempotencyKey.inConversation(organizationId, message.channelId(), address, key);
  }

  private EventDraft convert(
      InboundMessage message, Channel channel, RoomSnapshot room, Duration deadline) {
    InboundContext context = new RoomView(room, channel.id(), store);
    try {
      return commits.bounded(
          deadline,
          "channel '" + channel.id() + "'",
          "convert the message",
          () -> Checks.require("draft", channel.handleInbound(message, context)));
    } catch (RuntimeException failure) {
      commits.failed(
          room.roomId(), "converting a message of channel '" + channel.id() + "'", failure);
      throw failure;
    }
  }
}
