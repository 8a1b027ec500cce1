package dev.turnwise.postgres;

import dev.turnwise.model.AgentResponsePolicy;
import dev.turnwise.model.ChannelBinding;
import dev.turnwise.model.RoomStatus;
import dev.turnwise.store.RoomSnapshot;
import java.sql.SQLException;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Gathers the rows of a snapshot: the head's columns in each, one binding in each. */
final class SnapshotRows {
  private final String roomId;
  private final Map<String, ChannelBinding> attached = new LinkedHashMap<>();
  private final Set<String> detached = new LinkedHashSet<>();
  private @Nullable RoomSnapshot head;

  SnapshotRows(String roomId) {
    this.roomId = roomId;
  }

  boolean add(Row row) throws SQLException {
    if (head == null) {
      head = readHead(row);
    }
    if (row.isNull("channel_id")) {
      return true;
    }
    if (BindingRows.isDetached(row)) {
      detached.add(row.text("channel_id"));
    } else {
      attached.put(row.text("channel_id"), BindingRows.read(row));
    }
    return true;
  }

  private RoomSnapshot readHead(Row row) throws SQLException {
    return new RoomSnapshot(
        roomId,
        RoomRows.organizationId(row),
        row.constant("status", RoomStatus.class),
        row.flag("gated"),
        row.number("config_version"),
        row.number("next_index"),
        row.constant("agent_response_policy", AgentResponsePolicy.class),
        Collections.unmodifiableMap(attached),
        Collections.unmodifiableSet(detached));
  }

  Optional<RoomSnapshot> snapshot() {
    return Optional.ofNullable(head);
  }
}
