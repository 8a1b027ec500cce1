package dev.turnwise.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The repair of random damage does what a few lines of Java do. */
class RepairModelTest {

  private static final int ROOMS = 150;
  private static final int MOST_EVENTS = 12;

  private static final String HEAD =
      "INSERT INTO room_heads (room_id, next_index, delivered_index, last_activity, status_since)"
          + " VALUES (?, ?, ?, now(), now())";
  private static final String EVENT =
      "INSERT INTO events (id, room_id, index, created_at, type, status, source_channel_id,"
          + " source_channel_type, source_direction, content, visibility, chain_depth, metadata,"
          + " channel_data) VALUES (?, ?, ?, 'epoch'::timestamptz + ? * interval '1 microsecond',"
          + " 'MESSAGE', 'DELIVERED', 'web', 'websocket', 'INBOUND', '{}', 'all', 0, '{}', '{}')";
  private static final String LOOK =
      "SELECT h.*, e.* FROM room_heads h CROSS JOIN LATERAL (SELECT string_agg(id::text, ' ' ORDER"
          + " BY index) AS ids, bool_and(index = place - 1) AS dense FROM (SELECT *, row_number()"
          + " OVER (ORDER BY index) AS place FROM events WHERE room_id = h.room_id) n) e"
          + " WHERE h.room_id = ?";
  private static final String MARKER = "INSERT INTO read_markers VALUES (?, ?, ?)";

  private final TestDatabase database = new TestDatabase();
  private final PostgresStore store = database.newStore();

  @AfterEach
  void close() {
    store.close();
    database.close();
  }

  private record Event(UUID id, long index, long micros) {}

  private record Room(String id, List<Event> events, Map<String, Long> markers, long cursor) {

    static Room random(Random random, int number) {
      int count = 1 + random.nextInt(MOST_EVENTS);
      // Few places make duplicates likely, many make rooms with holes; some rooms are sound.
      boolean sound = random.nextInt(4) == 0;
      int places = 1 + random.nextInt(2 * count);
      List<Event> events = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        UUID id = new UUID(random.nextLong(), random.nextLong());
        events.add(new Event(id, sound ? i : random.nextInt(places), random.nextInt(3)));
      }
      Map<String, Long> markers = new HashMap<>();
      for (int i = 0; i < random.nextInt(4); i++) {
        markers.put("channel-" + i, (long) random.nextInt(2 * count));
      }
      return new Room("room-" + number, events, markers, random.nextInt(2 * count) - 1);
    }

    boolean isAffected() {
      return events.stream().map(Event::index).distinct().count() < events.size();
    }

    List<UUID> order() {
      return events.stream()
          .sorted(
              Comparator.comparingLong(Event::index)
                  .thenComparingLong(Event::micros)
                  .thenComparing(event -> event.id().toString()))
          .map(Event::id)
          .toList();
    }

    long moved(long position) {
      return isAffected()
          ? events.stream().filter(event -> event.index() <= position).count() - 1
          : position;
    }

    Map<String, Long> movedMarkers() {
      Map<String, Long> moved = new HashMap<>();
      markers.forEach((channel, index) -> moved.put(channel, moved(index)));
      moved.values().removeIf(index -> index < 0);
      return moved;
    }
  }

  private void store(List<Room> rooms) throws SQLException {
    try (Connection connection = database.connect();
        PreparedStatement head = connection.prepareStatement(HEAD);
        PreparedStatement event = connection.prepareStatement(EVENT);
        PreparedStatement marker = connection.prepareStatement(MARKER)) {
      for (Room room : rooms) {
        long next = room.events().stream().mapToLong(Event::index).max().orElseThrow() + 1;
        add(head, room.id(), next, room.cursor());
        for (Event one : room.events()) {
          add(event, one.id(), room.id(), one.index(), one.micros());
        }
        for (Map.Entry<String, Long> one : room.markers().entrySet()) {
          add(marker, room.id(), one.getKey(), one.getValue());
        }
      }
      head.executeBatch();
      event.executeBatch();
      marker.executeBatch();
    }
  }

  private static void add(PreparedStatement batch, Object... values) throws SQLException {
    for (int i = 0; i < values.length; i++) {
      batch.setObject(i + 1, values[i]);
    }
    batch.addBatch();
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void theRepairDoesWhatTheModelDoes(long seed) throws SQLException {
    Random random = new Random(seed);
    database.run("DROP INDEX idx_events_room_index");
    List<Room> rooms = new ArrayList<>();
    for (int i = 0; i < ROOMS; i++) {
      rooms.add(Room.random(random, i));
    }
    store(rooms);

    DedupeReport report = store.dedupeEventIndices(false, false);

    assertThat(report.affectedRooms())
        .isEqualTo(rooms.stream().filter(Room::isAffected).count())
        .isBetween(ROOMS / 4L, ROOMS - ROOMS / 8L);
    try (Connection connection = database.connect();
        PreparedStatement look = connection.prepareStatement(LOOK)) {
      for (Room room : rooms) {
        assertMoved(look, room);
      }
    }
  }

  private void assertMoved(PreparedStatement look, Room room) throws SQLException {
    look.setString(1, room.id());
    try (ResultSet row = look.executeQuery()) {
      row.next();
      assertThat(row.getString("ids")).as("order in %s", room).isEqualTo(join(room.order()));
      assertThat(row.getLong("delivered_index"))
          .as("cursor in %s", room)
          .isEqualTo(room.moved(room.cursor()));
      assertThat(row.getLong("timeline_epoch")).isEqualTo(room.isAffected() ? 1 : 0);
      if (room.isAffected()) {
        assertThat(row.getBoolean("dense")).as("numbers in %s", room).isTrue();
        assertThat(row.getLong("next_index")).isEqualTo(room.events().size());
      }
    }
    assertThat(store.readMarkers(room.id()))
        .as("markers in %s", room)
        .isEqualTo(room.movedMarkers());
  }

  private static String join(List<UUID> ids) {
    return String.join(" ", ids.stream().map(UUID::toString).toList());
  }
}
