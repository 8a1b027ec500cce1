package dev.turnwise;

import dev.turnwise.commit.CommitRequest;
import dev.turnwise.commit.CommitResult;
import dev.turnwise.commit.RoomConfigs;
import dev.turnwise.error.OutcomeUnknownException;
import dev.turnwise.error.RoomClosedException;
import dev.turnwise.error.RoomNotFoundException;
import dev.turnwise.model.EventType;
import dev.turnwise.model.Position;
import dev.turnwise.model.RoomEvent;
import dev.turnwise.result.InboundResult;
import dev.turnwise.result.RefusalReason;
import dev.turnwise.store.ConversationStore;
import dev.turnwise.store.EventPage;
import dev.turnwise.store.EventQuery;
import dev.turnwise.store.Mutation;
import dev.turnwise.store.RoomSnapshot;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** Reading timelines, read markers, and the host's own changes of stored events. */
final class TimelineDesk {

  private final ConversationStore store;
  private final RoomConfigs configs;
  private final CommitDesk commits;
  private final Drafts drafts;
  private final Writes writes;

  TimelineDesk(
      ConversationStore store,
      RoomConfigs configs,
      CommitDesk commits,
      Drafts drafts,
      Writes writes) {
    this.store = store;
    this.configs = configs;
    this.commits = commits;
    this.drafts = drafts;
    this.writes = writes;
  }

  EventPage page(EventQuery query) {
    EventPage page = store.page(query);
    if (page.latestIndex() < 0) {
      configs.require(query.roomId());
    }
    return page;
  }

  Resumption resume(Position position, EventQuery query) {
    EventPage page =
        page(
            new EventQuery(
                query.roomId(),
                new EventQuery.Window.After(position.index()),
                query.limit(),
                query.reader(),
                query.types(),
                query.correlationId(),
                query.parentEventId()));
    boolean known = page.epoch().equals(position.epoch()) && position.index() <= page.latestIndex();
    return known
        ? new Resumption.Resumed(page)
        : new Resumption.Reset(page.epoch(), page.latestIndex());
  }

  Optional<RoomEvent> update(String roomId, UUID eventId, EventUpdate update) {
    drafts.requireFits(roomId, update);
    RoomEvent marker =
        drafts.marker(
            roomId,
            EventType.EVENT_UPDATED,
            "event_updated",
            "",
            Map.of("event_id", eventId.toString()));
    Mutation mutation =
        new Mutation.Replace(eventId, update.content(), update.source(), update.metadata());
    return mutate(roomId, marker, mutation).stream().findFirst();
  }

  List<UUID> delete(String roomId, UUID eventId, boolean cascadeReplies) {
    RoomEvent marker =
        drafts.marker(
            roomId,
            EventType.EVENT_DELETED,
            "event_deleted",
            "",
            Map.of("event_id", eventId.toString()));
    Mutation mutation = new Mutation.Remove(eventId, cascadeReplies);
    return mutate(roomId, marker, mutation).stream().map(RoomEvent::id).toList();
  }

  /** What the mutation touched; nothing if its target is not in the room. */
  private List<RoomEvent> mutate(String roomId, RoomEvent marker, Mutation mutation) {
    CommitResult.Done done =
        commits.commitMutation(
            new CommitRequest(marker, Optional.empty(), Optional.of(mutation), Optional.empty()));
    return switch (done.result()) {
      case InboundResult.Refused(var reason) -> refused(roomId, reason);
      case InboundResult.Unknown(var eventId, var completion) ->
          throw new OutcomeUnknownException(
              "the change of event " + mutation.targetEventId(),
              "the store has not answered in time",
              null);
      default -> done.touched();
    };
  }

  private List<RoomEvent> refused(String roomId, RefusalReason reason) {
    if (reason == RefusalReason.ROOM_CLOSED) {
      RoomSnapshot room = configs.require(roomId);
      throw new RoomClosedException(roomId, room.status().name());
    }
    return List.of();
  }

  long markRead(String roomId, String channelId, long index) {
    return writes
        .run(
            "the read marker of room '" + roomId + "'",
            () -> store.markRead(roomId, channelId, index))
        .orElseThrow(() -> new RoomNotFoundException(roomId));
  }

  long markAllRead(String roomId, String channelId) {
    return writes
        .run("the read marker of room '" + roomId + "'", () -> store.markAllRead(roomId, channelId))
        .orElseThrow(() -> new RoomNotFoundException(roomId));
  }
}
