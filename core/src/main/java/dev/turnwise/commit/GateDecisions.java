package dev.turnwise.commit;

import dev.turnwise.hook.GateHooks;
import dev.turnwise.hook.HookScope;
import dev.turnwise.model.EventDraft;
import dev.turnwise.model.EventSource;
import dev.turnwise.model.EventStatus;
import dev.turnwise.model.RoomEvent;
import dev.turnwise.model.Visibility;
import dev.turnwise.result.RefusalReason;
import dev.turnwise.store.Append;
import dev.turnwise.store.Mutation;
import dev.turnwise.store.RoomSnapshot;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * Decides about a message with application code: admission first, then hooks in their order, then
 * the write gate, so that a hook's verdict and side effects count for muted sources too.
 */
final class GateDecisions {

  private final GateHooks hooks;

  GateDecisions(GateHooks hooks) {
    this.hooks = hooks;
  }

  /** Whether this worker has hooks for the room. */
  boolean needed(String roomId) {
    return hooks.gate(roomId);
  }

  /** What to append for the request; empty if it is refused, which it has been told. */
  Optional<RoomBatch.Entry> decide(
      PendingCommit pending, RoomSnapshot room, Settlement settlement) {
    RoomEvent event = pending.request().event();
    Optional<RefusalReason> refusal = Gates.admit(room, event);
    if (refusal.isPresent()) {
      settlement.refuse(Map.of(pending, refusal.get()));
      return Optional.empty();
    }
    if (pending.request().isMarker()) {
      return Optional.of(
          new RoomBatch.Entry(
              pending,
              new Append(
                  event.withStatus(EventStatus.DELIVERED),
                  Optional.empty(),
                  pending.request().mutation())));
    }
    return Optional.of(
        switch (hooks.decide(event, room, pending.deadline())) {
          case GateHooks.Decision.Pass(var passed, var injections, var effects) -> {
            RoomEvent gated = Gates.stamp(room, passed);
            Optional<Mutation> mutation = gated.isBlocked() ? Optional.empty() : Mutation.of(gated);
            yield new RoomBatch.Entry(
                pending,
                new Append(gated, pending.request().claim(), mutation),
                behind(event, injections),
                effects);
          }
          case GateHooks.Decision.Block(
                  var blocked,
                  var by,
                  var reason,
                  var injections,
                  var effects) -> {
            pending.explain(reason);
            Append append =
                new Append(blocked.blocked(by), pending.request().claim(), Optional.empty());
            yield new RoomBatch.Entry(pending, append, behind(event, injections), effects);
          }
        });
  }

  private static List<Append> behind(RoomEvent trigger, List<HookScope.Injection> injections) {
    return injections.stream()
        .map(injection -> Append.following(injected(trigger, injection)))
        .toList();
  }

  private static RoomEvent injected(RoomEvent trigger, HookScope.Injection injection) {
    EventDraft draft = injection.event().draft();
    return RoomEvent.builder()
        .id(injection.id())
        .roomId(trigger.roomId())
        .type(draft.type())
        .status(EventStatus.DELIVERED)
        .source(EventSource.system())
        .content(draft.content())
        .visibility(Objects.requireNonNullElse(draft.visibility(), Visibility.ALL))
        .addressedTo(draft.addressedTo())
        .parentEventId(Objects.requireNonNullElse(draft.parentEventId(), trigger.id()))
        .correlationId(draft.correlationId())
        .createdAt(trigger.createdAt())
        .metadata(draft.metadata())
        .channelData(draft.channelData())
        .targets(injection.event().targetChannelIds().orElse(null))
        .committedBy(trigger.committedBy())
        .build();
  }
}
