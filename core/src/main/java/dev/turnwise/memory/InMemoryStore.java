package dev.turnwise.memory;

import dev.turnwise.error.StoreUnavailableException;
import dev.turnwise.model.Observation;
import dev.turnwise.model.Participant;
import dev.turnwise.model.Room;
import dev.turnwise.model.RoomEvent;
import dev.turnwise.model.Task;
import dev.turnwise.model.TaskStatus;
import dev.turnwise.store.AuditReport;
import dev.turnwise.store.ChangeOutcome;
import dev.turnwise.store.CommitBatch;
import dev.turnwise.store.ConversationStore;
import dev.turnwise.store.EventPage;
import dev.turnwise.store.EventQuery;
import dev.turnwise.store.GateView;
import dev.turnwise.store.IdempotencyKey;
import dev.turnwise.store.KeyOwner;
import dev.turnwise.store.NewRoom;
import dev.turnwise.store.RoomChange;
import dev.turnwise.store.RoomFilter;
import dev.turnwise.store.RoomOpening;
import dev.turnwise.store.RoomOutcome;
import dev.turnwise.store.RoomSnapshot;
import dev.turnwise.store.Route;
import dev.turnwise.store.StoreTraits;
import dev.turnwise.store.TimerTransition;
import dev.turnwise.store.WorkerInfo;
import dev.turnwise.store.WorkerRegistration;
import dev.turnwise.store.WorkerRow;
import dev.turnwise.store.WorkerRow.WorkerState;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Conversations of one process, lost when it ends: for tests, demos and hosts that run a single
 * worker.
 *
 * <p>Keeps every promise of {@link ConversationStore} but durability, with the same refusals as a
 * database. Each call is one transaction under the store's monitor, which is held for map
 * operations only, never across I/O or foreign code.
 */
public final class InMemoryStore implements ConversationStore {

  private static final StoreTraits TRAITS = new StoreTraits("InMemoryStore", false, false);

  /** Another process starts at index 0 again, so positions of this one must mean nothing to it. */
  private final String instance = UUID.randomUUID().toString();

  private final Object monitor = new Object();
  private final InstantSource clock;
  private final RoomTable rooms = new RoomTable();
  private final Keys keys = new Keys();
  private final BatchCommit batches = new BatchCommit(rooms, keys);
  private final Work work = new Work();
  private final WorkerTable workers = new WorkerTable();
  private final RoomChanges changes = new RoomChanges(rooms);
  private final DueTimers timers = new DueTimers(rooms);
  private boolean closed;

  /** A store on the system's clock. */
  public InMemoryStore() {
    this(InstantSource.system());
  }

  /** A store that takes event times, expiry and timers from {@code clock}. */
  public InMemoryStore(InstantSource clock) {
    this.clock = clock;
  }

  @Override
  public StoreTraits traits() {
    return TRAITS;
  }

  @Override
  public void init() {
    locked(() -> true);
  }

  @Override
  public List<RoomOutcome> commit(CommitBatch batch) {
    return locked(() -> batches.apply(batch, now()));
  }

  @Override
  public Map<IdempotencyKey, KeyOwner> owners(Collection<IdempotencyKey> wanted) {
    return locked(
        () -> {
          Map<IdempotencyKey, KeyOwner> owners = new HashMap<>();
          Instant now = now();
          for (IdempotencyKey key : wanted) {
            keys.owner(key, now).ifPresent(owned -> owners.put(key, owner(owned)));
          }
          return owners;
        });
  }

  private KeyOwner owner(Keys.Owned owned) {
    Optional<RoomEvent> event =
        rooms.find(owned.roomId()).flatMap(room -> room.timeline().find(owned.eventId()));
    return new KeyOwner(owned.eventId(), owned.payloadHash(), event);
  }

  @Override
  public Optional<GateView> gateView(String roomId, Collection<IdempotencyKey> wanted) {
    return locked(
        () -> {
          Instant now = now();
          return rooms
              .find(roomId)
              .map(
                  room ->
                      new GateView(
                          room.snapshot(),
                          wanted.stream()
                              .filter(key -> keys.owner(key, now).isPresent())
                              .collect(Collectors.toSet())));
        });
  }

  @Override
  public List<RoomEvent> stored(String roomId, Collection<UUID> ids) {
    return in(roomId, List.of(), room -> room.timeline().findAll(ids));
  }

  @Override
  public int purgeExpiredKeys(int limit) {
    return locked(() -> keys.purge(limit, now()));
  }

  @Override
  public RoomOpening open(NewRoom room) {
    return locked(() -> rooms.open(room, now()));
  }

  @Override
  public Optional<RoomSnapshot> snapshot(String roomId) {
    return locked(() -> rooms.find(roomId).map(RoomState::snapshot));
  }

  @Override
  public Optional<Room> room(String roomId) {
    return locked(() -> rooms.find(roomId).map(RoomState::room));
  }

  @Override
  public List<Room> rooms(RoomFilter filter) {
    return locked(() -> rooms.list(filter));
  }

  @Override
  public ChangeOutcome change(RoomChange change) {
    return locked(() -> changes.apply(change, now()));
  }

  @Override
  public List<TimerTransition> fireDueTimers(int limit) {
    return locked(() -> timers.fire(limit, now()));
  }

  @Override
  public Optional<String> routedRoom(Route route) {
    return locked(() -> rooms.routes().find(route));
  }

  @Override
  public Optional<String> newestRoomOf(
      @Nullable String organizationId, String channelTypeName, String senderId) {
    return locked(() -> rooms.newestOf(organizationId, channelTypeName, senderId));
  }

  @Override
  public List<String> openRoomsWith(@Nullable String organizationId, String channelId) {
    return locked(() -> rooms.openWith(organizationId, channelId));
  }

  @Override
  public Optional<Participant> participant(String roomId, String participantId) {
    return in(roomId, Optional.empty(), room -> room.participants().find(participantId));
  }

  @Override
  public List<Participant> participants(String roomId) {
    return in(roomId, List.of(), room -> room.participants().all());
  }

  @Override
  public EventPage page(EventQuery query) {
    EventPage nothing = new EventPage(List.of(), false, -1, epoch());
    return in(query.roomId(), nothing, room -> room.page(query, epoch()));
  }

  private String epoch() {
    return RoomState.TIMELINE_EPOCH + "-" + instance;
  }

  @Override
  public Optional<RoomEvent> event(String roomId, UUID eventId) {
    return in(roomId, Optional.empty(), room -> room.timeline().find(eventId));
  }

  @Override
  public Optional<Long> markRead(String roomId, String channelId, long index) {
    return locked(
        () ->
            rooms
                .find(roomId)
                .map(
                    room ->
                        room.markers()
                            .advance(channelId, Math.min(index, room.head().latestIndex()))));
  }

  @Override
  public Optional<Long> markAllRead(String roomId, String channelId) {
    return markRead(roomId, channelId, Long.MAX_VALUE);
  }

  @Override
  public Map<String, Long> readMarkers(String roomId) {
    return in(roomId, Map.of(), room -> room.markers().now());
  }

  @Override
  public long unreadCount(String roomId, String channelId) {
    return in(roomId, 0L, room -> room.unreadCount(channelId));
  }

  @Override
  public Task addTask(Task task) {
    return locked(
        () -> {
          rooms.require(task.roomId());
          return work.add(task, now());
        });
  }

  @Override
  public Optional<Task> task(String roomId, UUID taskId) {
    return locked(() -> work.task(roomId, taskId));
  }

  @Override
  public List<Task> tasks(String roomId, Optional<TaskStatus> status) {
    return locked(() -> work.tasks(roomId, status));
  }

  @Override
  public Optional<Task> moveTask(String roomId, UUID taskId, TaskStatus expected, TaskStatus to) {
    return locked(() -> work.move(roomId, taskId, expected, to));
  }

  @Override
  public Observation addObservation(Observation observation) {
    return locked(
        () -> {
          rooms.require(observation.roomId());
          return work.add(observation, now());
        });
  }

  @Override
  public List<Observation> observations(String roomId) {
    return locked(() -> work.observations(roomId));
  }

  @Override
  public WorkerRegistration register(WorkerInfo worker) {
    locked(() -> workers.add(worker, now()));
    return new Registration(worker.id());
  }

  @Override
  public List<WorkerRow> workers() {
    return locked(workers::all);
  }

  /** Says nothing any more once it has left: the id may be somebody else's by then. */
  private final class Registration implements WorkerRegistration {
    private final String id;
    private boolean left;

    Registration(String id) {
      this.id = id;
    }

    @Override
    public boolean followsDead() {
      return false;
    }

    @Override
    public boolean update(UnaryOperator<WorkerInfo> change) {
      return unlessLeft(() -> workers.update(id, change, now()));
    }

    @Override
    public void drain() {
      unlessLeft(() -> workers.move(id, WorkerState.DRAINING, now()));
    }

    @Override
    public void close() {
      unlessLeft(
          () -> {
            left = true;
            workers.move(id, WorkerState.LEFT, now());
          });
    }

    private boolean unlessLeft(Runnable change) {
      synchronized (monitor) {
        boolean stays = !left && !closed;
        if (stays) {
          change.run();
        }
        return stays;
      }
    }
  }

  /** Workers of one process live and die together: whoever could ask is alive. */
  @Override
  public List<String> markDead() {
    return List.of();
  }

  @Override
  public OptionalInt clearUnneededGates() {
    return locked(
        () -> {
          if (workers.anyWithHooks()) {
            return OptionalInt.empty();
          }
          int cleared = 0;
          for (RoomState room : rooms.all()) {
            RoomChange clear = new RoomChange.SetGate(room.id(), false);
            cleared += changes.apply(clear, now()) instanceof ChangeOutcome.Changed ? 1 : 0;
          }
          return OptionalInt.of(cleared);
        });
  }

  @Override
  public AuditReport audit() {
    return locked(
        () -> {
          Audit audit = new Audit();
          rooms.all().forEach(audit::add);
          return audit.report();
        });
  }

  @Override
  public void close() {
    synchronized (monitor) {
      closed = true;
    }
  }

  /**
   * Runs one transaction on an existing room: what workers with hooks, claims and turns do to its
   * head.
   */
  void inRoom(String roomId, Consumer<RoomState> transaction) {
    locked(
        () -> {
          transaction.accept(rooms.require(roomId));
          return true;
        });
  }

  private <T> T in(String roomId, T otherwise, Function<RoomState, T> read) {
    return locked(() -> rooms.find(roomId).map(read).orElse(otherwise));
  }

  private <T> T locked(Supplier<T> transaction) {
    synchronized (monitor) {
      if (closed) {
        throw new StoreUnavailableException("every operation", "it has been closed", null);
      }
      return transaction.get();
    }
  }

  private Instant now() {
    return clock.instant().truncatedTo(ChronoUnit.MICROS);
  }
}
