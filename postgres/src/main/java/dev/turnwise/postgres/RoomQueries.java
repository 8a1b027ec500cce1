package dev.turnwise.postgres;

import dev.turnwise.model.Participant;
import dev.turnwise.model.Room;
import dev.turnwise.model.RoomStatus;
import dev.turnwise.store.GateView;
import dev.turnwise.store.IdempotencyKey;
import dev.turnwise.store.RoomFilter;
import dev.turnwise.store.RoomSnapshot;
import dev.turnwise.store.Route;
import java.sql.SQLException;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reading rooms and participants, and finding rooms. */
final class RoomQueries {

  private static final Sql SNAPSHOT = Sql.of("snapshot");
  private static final Sql GATE_VIEW = Sql.of("gate-view");
  private static final Sql ROOM = Sql.of("room");
  private static final Sql ROOMS = Sql.of("rooms");
  private static final Sql ROOMS_WITH_CHANNEL = Sql.of("rooms-with-channel");
  private static final Sql ROUTED_ROOM = Sql.of("routed-room");
  private static final Sql NEWEST_ROOM_OF = Sql.of("newest-room-of");
  private static final Sql OPEN_ROOMS_WITH = Sql.of("open-rooms-with");
  private static final Sql PARTICIPANT = Sql.of("participant");
  private static final Sql PARTICIPANTS = Sql.of("participants");

  private final Database database;

  RoomQueries(Database database) {
    this.database = database;
  }

  Optional<RoomSnapshot> snapshot(String roomId) {
    return database.read(
        "reading a room",
        connection -> {
          try (Call call = SNAPSHOT.on(connection)) {
            SnapshotRows rows = new SnapshotRows(roomId);
            call.text("room_id", roomId).list(rows::add);
            return rows.snapshot();
          }
        });
  }

  Optional<GateView> gateView(String roomId, Collection<IdempotencyKey> keys) {
    byte[][] hashes = KeyQueries.hashes(keys);
    return database.read(
        "reading a room",
        connection -> {
          try (Call call = GATE_VIEW.on(connection)) {
            SnapshotRows rows = new SnapshotRows(roomId);
            Set<IdempotencyKey> owned = new HashSet<>();
            call.text("room_id", roomId)
                .blobs("key_hashes", hashes)
                .list(row -> rows.add(row) && owned.addAll(ownedKeys(row)));
            return rows.snapshot().map(room -> new GateView(room, owned));
          }
        });
  }

  private static List<IdempotencyKey> ownedKeys(Row row) throws SQLException {
    List<String> hashes = row.textsOrNull("owned_keys");
    return hashes == null ? List.of() : hashes.stream().map(IdempotencyKey::new).toList();
  }

  Optional<Room> room(String roomId) {
    return database.read(
        "reading a room",
        connection -> {
          try (Call call = ROOM.on(connection)) {
            return call.text("room_id", roomId).first(RoomRows::read);
          }
        });
  }

  List<Room> rooms(RoomFilter filter) {
    Sql sql = filter.channelId().isPresent() ? ROOMS_WITH_CHANNEL : ROOMS;
    return database.read(
        "listing rooms",
        connection -> {
          try (Call call = sql.on(connection)) {
            call.text("organization_id", RoomRows.organization(filter.organizationId()))
                .text("status", filter.status().map(RoomStatus::name).orElse(null))
                .text("after", filter.afterRoomId().orElse(null))
                .number("limit", filter.limit());
            if (filter.channelId().isPresent()) {
              call.text("channel_id", filter.channelId().get());
            }
            return call.list(RoomRows::read);
          }
        });
  }

  Optional<String> routedRoom(Route route) {
    return database.read(
        "routing",
        connection -> {
          try (Call call = ROUTED_ROOM.on(connection)) {
            return bind(call, route).first(row -> row.text("room_id"));
          }
        });
  }

  static Call bind(Call call, Route route) throws SQLException {
    return call.text("organization_id", RoomRows.organization(route.organizationId()))
        .text("channel_id", route.channelId())
        .text("address", route.address());
  }

  Optional<String> newestRoomOf(
      @Nullable String organizationId, String channelTypeName, String senderId) {
    return database.read(
        "routing",
        connection -> {
          try (Call call = NEWEST_ROOM_OF.on(connection)) {
            return call.text("organization_id", RoomRows.organization(organizationId))
                .text("channel_type", channelTypeName)
                .text("sender_id", senderId)
                .first(row -> row.text("room_id"));
          }
        });
  }

  List<String> openRoomsWith(@Nullable String organizationId, String channelId) {
    return database.read(
        "routing",
        connection -> {
          try (Call call = OPEN_ROOMS_WITH.on(connection)) {
            return call.text("organization_id", RoomRows.organization(organizationId))
                .text("channel_id", channelId)
                .list(row -> row.text("room_id"));
          }
        });
  }

  Optional<Participant> participant(String roomId, String participantId) {
    return database.read(
        "reading a participant",
        connection -> {
          try (Call call = PARTICIPANT.on(connection)) {
            return call.text("room_id", roomId)
                .text("participant_id", participantId)
                .first(ParticipantRows::read);
          }
        });
  }

  List<Participant> participants(String roomId) {
    return database.read(
        "reading participants",
        connection -> {
          try (Call call = PARTICIPANTS.on(connection)) {
            return call.text("room_id", roomId).list(ParticipantRows::read);
          }
        });
  }
}
