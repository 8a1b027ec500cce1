package dev.turnwise.postgres;

import dev.turnwise.json.TurnwiseJson;
import dev.turnwise.model.DeliveryResult;
import dev.turnwise.model.RoomEvent;
import dev.turnwise.store.Append;
import dev.turnwise.store.CommitBatch;
import dev.turnwise.store.Placement;
import dev.turnwise.store.RoomCommit;
import dev.turnwise.store.RoomOutcome;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/**
 * Outcomes of deliveries, kept beside their events. An event that brings some along when it is
 * appended is rare (an import, say), so it is worth a transaction of two statements, but no column
 * in the one that every commit uses.
 */
final class DeliveryResults {

  private static final Sql INSERT = Sql.of("insert-delivery-results");

  private DeliveryResults() {}

  static boolean isNeeded(CommitBatch batch) {
    for (RoomCommit room : batch.rooms()) {
      for (Append append : room.appends()) {
        if (!append.event().deliveryResults().isEmpty()) {
          return true;
        }
      }
    }
    return false;
  }

  /** Inserts the results of what was stored. */
  static void insert(Connection connection, List<RoomOutcome> outcomes) throws SQLException {
    List<RoomEvent> stored = new ArrayList<>();
    for (RoomOutcome outcome : outcomes) {
      if (outcome instanceof RoomOutcome.Applied(List<Placement> placements)) {
        for (Placement placement : placements) {
          if (placement instanceof Placement.Stored(RoomEvent event, List<RoomEvent> touched)) {
            stored.add(event);
          }
        }
      }
    }
    insertOf(connection, stored);
  }

  static void insertOf(Connection connection, List<RoomEvent> events) throws SQLException {
    List<UUID> eventIds = new ArrayList<>();
    List<DeliveryResult> results = new ArrayList<>();
    for (RoomEvent event : events) {
      for (DeliveryResult result : event.deliveryResults().values()) {
        eventIds.add(event.id());
        results.add(result);
      }
    }
    if (results.isEmpty()) {
      return;
    }
    try (Call call = INSERT.on(connection)) {
      call.uuids("event_ids", eventIds)
          .texts("channel_ids", results.stream().map(DeliveryResult::channelId).toList())
          .texts("results", results.stream().map(TurnwiseJson::write).toList())
          .update();
    }
  }
}
