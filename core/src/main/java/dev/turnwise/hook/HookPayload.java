package dev.turnwise.hook;

import dev.turnwise.model.EventSource;
import dev.turnwise.model.Participant;
import dev.turnwise.model.RoomEvent;
import dev.turnwise.model.Task;
import java.util.Optional;

/** What an asynchronous hook is told. */
public sealed interface HookPayload {

  String roomId();

  /** The source that filters look at, where there is one. */
  default Optional<EventSource> source() {
    return Optional.empty();
  }

  /** An event as it is now. */
  record OfEvent(RoomEvent event) implements HookPayload {
    @Override
    public String roomId() {
      return event.roomId();
    }

    @Override
    public Optional<EventSource> source() {
      return Optional.of(event.source());
    }
  }

  /** Something about the room as a whole. */
  record OfRoom(String roomId) implements HookPayload {}

  /** Something about one of the room's channels. */
  record OfChannel(String roomId, String channelId) implements HookPayload {}

  record OfParticipant(Participant participant) implements HookPayload {
    @Override
    public String roomId() {
      return participant.roomId();
    }
  }

  record OfTask(Task task) implements HookPayload {
    @Override
    public String roomId() {
      return task.roomId();
    }
  }

  /** A failure, and what was being done. */
  record OfError(String roomId, String doing, Throwable failure) implements HookPayload {}
}
