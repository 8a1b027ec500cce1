package dev.turnwise.cli.demo;

import dev.turnwise.error.RoomNotFoundException;
import dev.turnwise.model.Room;
import dev.turnwise.model.RoomEvent;
import dev.turnwise.store.AuditReport;
import dev.turnwise.store.ConversationStore;
import dev.turnwise.store.EventPage;
import dev.turnwise.store.EventQuery;
import dev.turnwise.store.RoomSnapshot;
import dev.turnwise.testkit.history.CheckReport;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What the database holds at the end, judged three times over: by reading every room and holding it
 * against its log, by the history checker, by the store's own audit.
 *
 * @param events events in the rooms of this run
 * @param moderated how many of them hooks have blocked or rewritten
 * @param flaws what the readings found
 * @param check what the history checker found
 * @param audit what the audit of the whole database found
 */
record Verification(
    long events, Moderated moderated, Flaws flaws, CheckReport check, AuditReport audit) {
  private static final int PAGE = 500;

  /** Events that the rooms hold otherwise than they were offered. */
  record Moderated(long blocked, long modified) {
    Moderated and(Moderated more) {
      return new Moderated(blocked + more.blocked, modified + more.modified);
    }
  }

  static Verification of(
      List<RoomReplay> rooms, Moderation moderation, ConversationStore store, Recording recording) {
    Flaws flaws = new Flaws();
    Moderated moderated = new Moderated(0, 0);
    long events = 0;
    for (RoomReplay replay : rooms) {
      String roomId = replay.room().roomId();
      List<RoomEvent> timeline = timeline(store, roomId);
      Room room = present(roomId, store.room(roomId));
      RoomSnapshot head = present(roomId, store.snapshot(roomId));
      recording.finished(roomId, timeline, head.nextIndex(), room.latestIndex());
      RoomVerifier.verify(replay.room(), replay.fates(), moderation, timeline, flaws);
      moderated = moderated.and(moderated(replay.room(), timeline));
      events += timeline.size();
    }
    return new Verification(events, moderated, flaws, recording.check(), store.audit());
  }

  private static Moderated moderated(RoomPlan room, List<RoomEvent> timeline) {
    long blocked = timeline.stream().filter(RoomEvent::isBlocked).count();
    long modified = timeline.stream().filter(event -> isModified(room, event)).count();
    return new Moderated(blocked, modified);
  }

  private static boolean isModified(RoomPlan room, RoomEvent event) {
    return Lines.lineOf(event)
        .filter(number -> number >= 0 && number < room.lines().size())
        .map(room.lines()::get)
        .filter(line -> !event.content().equals(Lines.content(line)))
        .isPresent();
  }

  private static <T> T present(String roomId, Optional<T> found) {
    return found.orElseThrow(() -> new RoomNotFoundException(roomId));
  }

  private static List<RoomEvent> timeline(ConversationStore store, String roomId) {
    List<RoomEvent> timeline = new ArrayList<>();
    EventPage page;
    do {
      long after = timeline.isEmpty() ? -1 : timeline.getLast().index();
      page = store.page(EventQuery.after(roomId, after).withLimit(PAGE));
      timeline.addAll(page.events());
    } while (page.hasMore() && !page.events().isEmpty());
    return timeline;
  }

  boolean ok() {
    return flaws.none() && check.verdict() == CheckReport.Verdict.OK && audit.ok();
  }
}
