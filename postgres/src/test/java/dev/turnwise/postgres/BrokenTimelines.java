package dev.turnwise.postgres;

import dev.turnwise.model.RoomEvent;
import dev.turnwise.store.CommitBatch;
import dev.turnwise.store.EventQuery;
import dev.turnwise.store.HeadConditions;
import dev.turnwise.store.RoomCommit;
import dev.turnwise.store.RoomOutcome;
import dev.turnwise.testkit.fake.Events;
import dev.turnwise.testkit.fake.Rooms;
import dev.turnwise.testkit.fake.TestChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;

/** Rooms whose events share indices, as processes without a common lock would have left them. */
final class BrokenTimelines {

  private static final List<String> TABLES =
      List.of(
          "room_heads",
          "rooms",
          "bindings",
          "participants",
          "events",
          "idempotency_keys",
          "read_markers",
          "workers");

  private final TestDatabase database;
  private final PostgresStore store;

  BrokenTimelines(TestDatabase database, PostgresStore store) {
    this.database = database;
    this.store = store;
  }

  /** Makes duplicates possible. */
  void dropIndex() {
    database.run("DROP INDEX IF EXISTS idx_events_room_index");
  }

  /** A sound room with this many messages. */
  String soundRoom(int messages) {
    String room = Rooms.uniqueId("room");
    store.open(Rooms.room(room, TestChannel.PHONE.in(room), TestChannel.WEB.in(room)));
    append(room, IntStream.range(0, messages).mapToObj(i -> "message " + i).toArray(String[]::new));
    return room;
  }

  void append(String room, String... texts) {
    if (texts.length > 0) {
      long version = store.snapshot(room).orElseThrow().configVersion();
      RoomOutcome outcome =
          store
              .commit(
                  CommitBatch.of(
                      RoomCommit.of(
                          room, HeadConditions.ungated(version), Events.texts(room, texts))))
              .getFirst();
      if (!(outcome instanceof RoomOutcome.Applied)) {
        throw new AssertionError(outcome);
      }
    }
  }

  /**
   * A room with one message at each of the indices, in this order; counted as its writers would.
   */
  String room(long... indices) {
    String room = soundRoom(indices.length);
    List<RoomEvent> events = timeline(room);
    for (int i = 0; i < indices.length; i++) {
      setIndex(events.get(i).id(), indices[i]);
    }
    database.run(
        "UPDATE room_heads SET next_index = (SELECT max(index) + 1 FROM events e"
            + " WHERE e.room_id = room_heads.room_id) WHERE room_id = ?",
        room);
    return room;
  }

  void setIndex(UUID event, long index) {
    database.run("UPDATE events SET index = ? WHERE id = ?", index, event);
  }

  void setMarker(String room, String channel, long index) {
    database.run("INSERT INTO read_markers VALUES (?, ?, ?)", room, channel, index);
  }

  void setCursor(String room, long index) {
    database.run("UPDATE room_heads SET delivered_index = ? WHERE room_id = ?", index, room);
  }

  List<RoomEvent> timeline(String room) {
    List<RoomEvent> all = new ArrayList<>();
    long after = -1;
    while (true) {
      List<RoomEvent> page =
          store.page(EventQuery.after(room, after).withLimit(EventQuery.MAX_LIMIT)).events();
      if (page.isEmpty()) {
        return all;
      }
      all.addAll(page);
      after = page.getLast().index();
    }
  }

  List<Long> indices(String room) {
    return timeline(room).stream().map(RoomEvent::index).toList();
  }

  /** Everything that is stored, and how the index is made. */
  String checksum() {
    StringBuilder sums = new StringBuilder();
    for (String table : TABLES) {
      sums.append(
          database.ask(
              "SELECT coalesce(md5(string_agg(t::text, '|' ORDER BY t::text)), 'empty') FROM "
                  + table
                  + " t"));
    }
    return sums.append(index()).toString();
  }

  String index() {
    return database.ask(
        "SELECT coalesce(max(indexdef), 'none') FROM pg_indexes"
            + " WHERE indexname = 'idx_events_room_index'");
  }
}
