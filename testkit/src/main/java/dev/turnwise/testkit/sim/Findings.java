package dev.turnwise.testkit.sim;

import dev.turnwise.model.EventType;
import dev.turnwise.model.Room;
import dev.turnwise.model.RoomEvent;
import dev.turnwise.model.SystemContent;
import dev.turnwise.store.EventPage;
import dev.turnwise.store.EventQuery;
import dev.turnwise.testkit.history.RoomFact;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Holds the finished rooms against what only a simulation knows. */
final class Findings {

  private final World world;
  private final Recorder recorder;
  private final Set<String> hookedWorkers;

  /**
   * @param hookedWorkers names of all workers that ever had hooks
   */
  Findings(World world, Set<String> hookedWorkers) {
    this.world = world;
    this.recorder = world.recorder();
    this.hookedWorkers = hookedWorkers;
  }

  /** Reads a room to its end into the history, and checks it. */
  void room(String historyName, String roomId) {
    List<RoomEvent> events = read(roomId);
    for (RoomEvent event : events) {
      removed(event).forEach(index -> recorder.record(hole(historyName, index)));
    }
    recorder.record(new RoomFact.Final(historyName, events.stream().map(Findings::fact).toList()));
    Room room = world.shared().room(roomId).orElseThrow();
    recorder.record(new RoomFact.Counters(historyName, room.latestIndex() + 1, room.latestIndex()));
    Map<Long, RoomEvent> byIndex = new TreeMap<>();
    events.forEach(event -> byIndex.putIfAbsent(event.index(), event));
    for (RoomEvent event : events) {
      checkHooks(event, byIndex);
    }
    for (Recorder.Window window : recorder.windows()) {
      if (window.roomId().equals(roomId)) {
        checkWindow(window, events);
      }
    }
  }

  private RoomFact.Removed hole(String room, long index) {
    return new RoomFact.Removed(room, index, recorder.tick());
  }

  private List<RoomEvent> read(String roomId) {
    List<RoomEvent> events = new ArrayList<>();
    EventPage page;
    long position = -1;
    do {
      page = world.shared().page(EventQuery.after(roomId, position).withLimit(1_000));
      events.addAll(page.events());
      position = page.events().isEmpty() ? position : page.events().getLast().index();
    } while (page.hasMore());
    return events;
  }

  private static List<Long> removed(RoomEvent event) {
    if (event.type() == EventType.EVENT_DELETED
        && event.content() instanceof SystemContent system
        && system.data().get("removed_indices") instanceof List<?> indices) {
      return indices.stream().map(index -> ((Number) index).longValue()).toList();
    }
    return List.of();
  }

  private static RoomFact.FinalEvent fact(RoomEvent event) {
    Object op = event.metadata().get(Speech.OP);
    return new RoomFact.FinalEvent(
        event.index(),
        event.id(),
        event.idempotencyKey(),
        op instanceof Number number ? number.longValue() : null,
        event.status().name().toLowerCase(Locale.ROOT));
  }

  private void checkHooks(RoomEvent event, Map<Long, RoomEvent> byIndex) {
    if (!event.metadata().containsKey(Speech.OP) || !isByHooked(event)) {
      return;
    }
    Object by = event.metadata().get(Speech.MODERATED_BY);
    if (!event.isBlocked() && !String.valueOf(event.committedBy()).equals(by)) {
      recorder.breach(
          SimulationRule.HOOKS_DECIDED,
          where(event) + "was stored by " + event.committedBy() + ", moderated by " + by);
    }
    if (by != null && event.metadata().get(Speech.SEEN) instanceof Number seen) {
      checkSeen(event, seen.longValue(), byIndex);
    }
    if (!event.isBlocked() && wasAnswered(event)) {
      checkReply(event, byIndex);
    }
  }

  /** What was edited since said something else when the hooks heard it. */
  private static boolean wasAnswered(RoomEvent event) {
    return !event.metadata().containsKey("edited")
        && Speech.of(event).map(Speech::isAnswered).orElse(false);
  }

  private boolean isByHooked(RoomEvent event) {
    return event.committedBy() != null && hookedWorkers.contains(event.committedBy());
  }

  /** Others can only come in between if the decision's fence did not hold. */
  private void checkSeen(RoomEvent event, long seen, Map<Long, RoomEvent> byIndex) {
    for (long index = seen + 1; index < event.index(); index++) {
      RoomEvent between = byIndex.get(index);
      if (between != null && !String.valueOf(event.committedBy()).equals(between.committedBy())) {
        recorder.breach(
            SimulationRule.GATES_SAW_THE_TIMELINE,
            where(event)
                + "was decided on with the room's end at "
                + seen
                + ", yet "
                + between.committedBy()
                + " stored index "
                + index);
        return;
      }
    }
  }

  private void checkReply(RoomEvent event, Map<Long, RoomEvent> byIndex) {
    List<Long> replies =
        byIndex.values().stream()
            .filter(Speech::isReply)
            .filter(reply -> event.id().equals(reply.parentEventId()))
            .map(RoomEvent::index)
            .toList();
    @Nullable RoomEvent next = byIndex.get(event.index() + 1);
    // A deletion may take the reply along.
    boolean gone = next == null && replies.isEmpty();
    if (!gone && !replies.equals(List.of(event.index() + 1))) {
      recorder.breach(
          SimulationRule.INJECTED_RIGHT_BEHIND, where(event) + "has its replies at " + replies);
    } else if (!gone) {
      world.tallied().reach(Reached.INJECTED);
    }
  }

  private void checkWindow(Recorder.Window window, List<RoomEvent> events) {
    List<RoomEvent> within =
        events.stream()
            .filter(event -> event.index() > window.above() && event.index() <= window.upTo())
            .toList();
    List<RoomEvent> wrong =
        switch (window.rule()) {
          case MUTED_CHANNEL_IS_BLOCKED ->
              within.stream()
                  .filter(event -> event.source().channelId().equals(window.channelId()))
                  .filter(event -> !event.isBlocked())
                  .toList();
          default -> within;
        };
    if (!wrong.isEmpty()) {
      recorder.breach(
          window.rule(),
          wrong.stream().map(Findings::where).collect(Collectors.joining())
              + "stored within "
              + window);
    }
  }

  private static String where(RoomEvent event) {
    return "room " + event.roomId() + " index " + event.index() + ": ";
  }
}
