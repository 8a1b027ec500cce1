package dev.turnwise.memory;

import dev.turnwise.model.AgentResponsePolicy;
import dev.turnwise.model.JsonValues;
import dev.turnwise.model.Room;
import dev.turnwise.model.RoomEvent;
import dev.turnwise.model.RoomStatus;
import dev.turnwise.model.RoomTimers;
import dev.turnwise.store.EventPage;
import dev.turnwise.store.EventQuery;
import dev.turnwise.store.NewRoom;
import dev.turnwise.store.RoomChange;
import dev.turnwise.store.RoomSnapshot;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Everything about one room. */
final class RoomState {

  /** Indices here are never renumbered, so the epoch never rises. */
  static final long TIMELINE_EPOCH = 0;

  private final String id;
  private final @Nullable String organizationId;
  private final Instant createdAt;
  private final EventIds eventIds;
  private final HeadState head;
  private final Timeline timeline = new Timeline();
  private final Bindings bindings = new Bindings();
  private final Participants participants = new Participants();
  private final ReadMarkers markers = new ReadMarkers();

  private Instant updatedAt;
  private @Nullable Instant closedAt;
  private RoomTimers timers;
  private Map<String, Object> metadata;
  private AgentResponsePolicy agentResponsePolicy;

  RoomState(NewRoom room, EventIds eventIds, Instant now) {
    this.id = room.id();
    this.organizationId = room.organizationId();
    this.createdAt = now;
    this.updatedAt = now;
    this.eventIds = eventIds;
    this.head = new HeadState(now);
    this.timers = room.timers();
    this.metadata = JsonValues.copyOf("room.metadata", room.metadata());
    this.agentResponsePolicy = room.agentResponsePolicy();
    room.bindings().forEach(binding -> bindings.attach(binding, now));
  }

  /** Stores an event at the next index. */
  RoomEvent append(RoomEvent event, Instant now) {
    eventIds.add(event);
    RoomEvent stored = event.withIndex(head.takeIndex(), now);
    timeline.put(stored);
    return stored;
  }

  void remove(RoomEvent event) {
    timeline.remove(event);
    eventIds.remove(event);
  }

  void moveTo(RoomStatus status, Instant now) {
    head.moveTo(status, now);
    if (status.acceptsEvents()) {
      closedAt = null;
    } else if (closedAt == null) {
      closedAt = now;
    }
    updatedAt = now;
  }

  void noteChange(Instant now) {
    updatedAt = now;
  }

  Room room() {
    return new Room(
        id,
        organizationId,
        head.status(),
        createdAt,
        updatedAt,
        closedAt,
        timers,
        metadata,
        agentResponsePolicy,
        head.nextIndex(),
        head.latestIndex(),
        head.deliveredIndex(),
        head.lastActivity(),
        TIMELINE_EPOCH);
  }

  RoomSnapshot snapshot() {
    return new RoomSnapshot(
        id,
        organizationId,
        head.status(),
        head.gated(),
        head.configVersion(),
        head.nextIndex(),
        agentResponsePolicy,
        bindings.attachedNow(),
        bindings.detachedNow());
  }

  EventPage page(EventQuery query, String epoch) {
    Predicate<RoomEvent> visible = bindings.visibleTo(query.reader());
    List<RoomEvent> nearest = timeline.nearest(query, visible);
    boolean hasMore = nearest.size() > query.limit();
    List<RoomEvent> events = hasMore ? nearest.subList(0, query.limit()) : nearest;
    boolean ascending = query.window() instanceof EventQuery.Window.After;
    return new EventPage(
        ascending ? events : events.reversed(), hasMore, head.latestIndex(), epoch);
  }

  long unreadCount(String channelId) {
    Predicate<RoomEvent> visible = bindings.othersVisibleTo(channelId);
    return timeline.above(markers.position(channelId)).stream().filter(visible).count();
  }

  /** Merges a patch into the settings; returns whether anything differs now. */
  boolean configure(RoomChange.Configure patch) {
    AgentResponsePolicy policy = patch.agentResponsePolicy().orElse(agentResponsePolicy);
    RoomTimers newTimers = patch.timers().orElse(timers);
    Map<String, Object> newMetadata =
        JsonValues.copyOf("room.metadata", merged(patch.metadataPatch()));
    boolean differs =
        policy != agentResponsePolicy || !newTimers.equals(timers) || !newMetadata.equals(metadata);
    if (policy != agentResponsePolicy) {
      head.raiseConfigVersion();
    }
    agentResponsePolicy = policy;
    timers = newTimers;
    metadata = newMetadata;
    return differs;
  }

  private Map<String, Object> merged(Map<String, Object> patch) {
    Map<String, Object> merged = new LinkedHashMap<>(metadata);
    patch.forEach(
        (key, value) -> {
          if (value == null) {
            merged.remove(key);
          } else {
            merged.put(key, value);
          }
        });
    return merged;
  }

  String id() {
    return id;
  }

  @Nullable String organizationId() {
    return organizationId;
  }

  Instant createdAt() {
    return createdAt;
  }

  RoomTimers timers() {
    return timers;
  }

  HeadState head() {
    return head;
  }

  Timeline timeline() {
    return timeline;
  }

  Bindings bindings() {
    return bindings;
  }

  Participants participants() {
    return participants;
  }

  ReadMarkers markers() {
    return markers;
  }
}
