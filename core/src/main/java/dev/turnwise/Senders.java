package dev.turnwise;

import dev.turnwise.channel.Channel;
import dev.turnwise.hook.HookTrigger;
import dev.turnwise.hook.IdentityHooks;
import dev.turnwise.identity.Identity;
import dev.turnwise.identity.IdentityDecision;
import dev.turnwise.identity.IdentityQuestion;
import dev.turnwise.identity.IdentityResolver;
import dev.turnwise.identity.IdentityResult;
import dev.turnwise.model.EventDraft;
import dev.turnwise.model.Identification;
import dev.turnwise.model.InboundMessage;
import dev.turnwise.model.Participant;
import dev.turnwise.model.ParticipantBuilder;
import dev.turnwise.observe.FrameworkEvent;
import dev.turnwise.observe.FrameworkEvents;
import dev.turnwise.result.RefusalReason;
import dev.turnwise.runtime.Calls;
import dev.turnwise.runtime.Tasks;
import dev.turnwise.store.RoomSnapshot;
import dev.turnwise.store.RoomStore;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Says which participant of the room a message's sender is. Runs before the commit queue and stores
 * nothing: who is found out is written with the message's own commit, or not at all.
 */
final class Senders {

  /** What is known of a sender. */
  sealed interface Sender {
    /** The message goes on, by this participant; the record is written with it if there is one. */
    record Known(@Nullable String participantId, Optional<Participant> participant)
        implements Sender {}

    /**
     * The message goes no further; these events are put into the room for the channel that it came
     * through.
     */
    record Stopped(RefusalReason reason, List<EventDraft> challenge) implements Sender {}
  }

  private final Optional<IdentityResolver> resolver;
  private final IdentityHooks hooks;
  private final RoomStore store;
  private final FrameworkEvents events;
  private final Tasks tasks;
  private final Calls calls;
  private final Duration timeout;

  Senders(
      Optional<IdentityResolver> resolver,
      IdentityHooks hooks,
      RoomStore store,
      FrameworkEvents events,
      Tasks tasks,
      Duration timeout) {
    this.resolver = resolver;
    this.hooks = hooks;
    this.store = store;
    this.events = events;
    this.tasks = tasks;
    this.calls = new Calls(tasks);
    this.timeout = timeout;
  }

  Sender of(
      InboundMessage message,
      Channel channel,
      RoomSnapshot room,
      EventDraft draft,
      Duration deadline) {
    if (channel.namesParticipants()) {
      // Its ids were made by the framework or the host: resolving them would only find strangers.
      return new Sender.Known(
          Objects.requireNonNullElse(draft.participantId(), message.senderId()), Optional.empty());
    }
    if (resolver.isEmpty() || alreadyIdentified(room, draft)) {
      return known(message, channel, room, draft);
    }
    IdentityQuestion question =
        new IdentityQuestion(
            message, channel.type(), room.roomId(), room.organizationId(), List.of());
    IdentityResult result = resolve(resolver.get(), question, deadline);
    return switch (result) {
      case IdentityResult.Identified(var identity) ->
          identified(channel, room.roomId(), identity, "auto");
      case IdentityResult.Ambiguous(var candidates) ->
          ask(
              HookTrigger.ON_IDENTITY_AMBIGUOUS,
              question.withCandidates(candidates),
              channel,
              deadline);
      case IdentityResult.Unknown() ->
          ask(HookTrigger.ON_IDENTITY_UNKNOWN, question, channel, deadline);
      case IdentityResult.Pending(var candidates) ->
          pending(message, channel, room.roomId(), candidates);
      case IdentityResult.ChallengeSent(var challenge) ->
          new Sender.Stopped(RefusalReason.IDENTITY_CHALLENGED, challenge);
      case IdentityResult.Rejected(var reason) ->
          new Sender.Stopped(RefusalReason.IDENTITY_REJECTED, List.of());
    };
  }

  private boolean alreadyIdentified(RoomSnapshot room, EventDraft draft) {
    return draft.participantId() != null
        && store
            .participant(room.roomId(), draft.participantId())
            .filter(known -> known.identification() == Identification.IDENTIFIED)
            .isPresent();
  }

  private IdentityResult resolve(
      IdentityResolver with, IdentityQuestion question, Duration deadline) {
    Duration left = deadline.minus(tasks.now());
    Duration limit = timeout.compareTo(left) < 0 ? timeout : left;
    Optional<IdentityResult> answer =
        limit.isPositive()
            ? calls.call("turnwise-identity", limit, () -> resolved(with, question))
            : Optional.empty();
    if (answer.isEmpty()) {
      events.publish(
          new FrameworkEvent.IdentityTimedOut(question.roomId(), question.message().senderId()));
    }
    return answer.orElseGet(IdentityResult.Unknown::new);
  }

  private IdentityResult resolved(IdentityResolver with, IdentityQuestion question) {
    try {
      return Objects.requireNonNull(with.resolve(question), "the identity resolver returned null");
    } catch (Exception failure) {
      events.publish(
          new FrameworkEvent.Failed(question.roomId(), "resolving an identity", failure));
      return new IdentityResult.Unknown();
    }
  }

  private Sender ask(
      HookTrigger trigger, IdentityQuestion question, Channel channel, Duration deadline) {
    InboundMessage message = question.message();
    String roomId = question.roomId();
    IdentityDecision open = new IdentityDecision.Pending();
    Optional<IdentityDecision> decision = hooks.decide(trigger, question, deadline);
    if (decision.isEmpty() && trigger == HookTrigger.ON_IDENTITY_UNKNOWN) {
      return new Sender.Known(
          message.senderId(), Optional.of(record(message.senderId(), roomId, channel).build()));
    }
    return switch (decision.orElse(open)) {
      case IdentityDecision.Resolved(var identity) ->
          identified(channel, roomId, identity, trigger.name());
      case IdentityDecision.Created(var identity) ->
          identified(channel, roomId, identity, trigger.name());
      case IdentityDecision.Pending() -> pending(message, channel, roomId, question.candidates());
      case IdentityDecision.Challenge(var challenge) ->
          new Sender.Stopped(RefusalReason.IDENTITY_CHALLENGED, challenge);
      case IdentityDecision.Rejected(var reason) ->
          new Sender.Stopped(RefusalReason.IDENTITY_REJECTED, List.of());
    };
  }

  private static Sender known(
      InboundMessage message, Channel channel, RoomSnapshot room, EventDraft draft) {
    String id = Objects.requireNonNullElse(draft.participantId(), message.senderId());
    return new Sender.Known(id, Optional.of(record(id, room.roomId(), channel).build()));
  }

  /**
   * One record a person, whatever channel it writes through: the identity's id is the
   * participant's.
   */
  private Sender identified(Channel channel, String roomId, Identity identity, String by) {
    events.publish(new FrameworkEvent.IdentityResolved(roomId, identity.id(), identity.id()));
    Participant participant =
        record(identity.id(), roomId, channel)
            .displayName(identity.displayName())
            .identification(Identification.IDENTIFIED)
            .identityId(identity.id())
            .resolvedAt(Instant.EPOCH)
            .resolvedBy(by)
            .build();
    return new Sender.Known(identity.id(), Optional.of(participant));
  }

  private static Sender pending(
      InboundMessage message, Channel channel, String roomId, List<Identity> candidates) {
    Participant participant =
        record(message.senderId(), roomId, channel)
            .displayName(message.senderId())
            .identification(Identification.PENDING)
            .candidates(candidates.stream().map(Identity::id).toList())
            .build();
    return new Sender.Known(message.senderId(), Optional.of(participant));
  }

  private static ParticipantBuilder record(String id, String roomId, Channel channel) {
    return Participant.builder()
        .id(id)
        .roomId(roomId)
        .channelId(channel.id())
        .connectedVia(List.of(channel.id()))
        .identification(Identification.UNKNOWN)
        .joinedAt(Instant.EPOCH);
  }
}
