package dev.turnwise.cli.demo;

import dev.turnwise.error.TurnwiseException;
import dev.turnwise.store.ConversationStore;
import dev.turnwise.store.EventPage;
import dev.turnwise.store.EventQuery;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/**
 * Reads along while the rooms are written, page by page, and puts into the history what it saw: a
 * reader must never see an index before all those below it.
 */
final class Follower implements AutoCloseable {
  private static final String NAME = "follower";
  private static final int PAGE = 200;
  private static final long PAUSE_MILLIS = 100;

  private final ConversationStore store;
  private final Recording recording;
  private final Map<String, Long> seen = new HashMap<>();
  private final ScheduledExecutorService reader =
      Executors.newSingleThreadScheduledExecutor(Thread.ofPlatform().daemon().name(NAME).factory());

  private final ScheduledFuture<?> reading;

  Follower(ConversationStore store, List<RoomPlan> rooms, Recording recording) {
    this.store = store;
    this.recording = recording;
    this.reading =
        reader.scheduleWithFixedDelay(
            () -> rooms.forEach(room -> read(room.roomId())),
            0,
            PAUSE_MILLIS,
            TimeUnit.MILLISECONDS);
  }

  private void read(String room) {
    long after = seen.getOrDefault(room, -1L);
    long invokedAt = recording.now();
    EventPage page;
    try {
      page = store.page(EventQuery.after(room, after).withLimit(PAGE));
    } catch (TurnwiseException passing) {
      // Proves nothing and breaks nothing; the final read decides whether the database is there.
      return;
    }
    if (!page.events().isEmpty()) {
      recording.read(NAME, room, after, page, invokedAt);
      seen.put(room, page.events().getLast().index());
    }
  }

  /** Lets the read that is going on come to its end. */
  @Override
  public void close() {
    reading.cancel(false);
    reader.close();
    if (reading.state() == Future.State.FAILED) {
      throw new IllegalStateException("reading along failed", reading.exceptionNow());
    }
  }
}
