package dev.turnwise.postgres;

import dev.turnwise.error.TurnwiseException;
import dev.turnwise.model.Observation;
import dev.turnwise.model.Participant;
import dev.turnwise.model.Room;
import dev.turnwise.model.RoomEvent;
import dev.turnwise.model.Task;
import dev.turnwise.model.TaskStatus;
import dev.turnwise.runtime.ThreadTasks;
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
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Conversations in a PostgreSQL database, 14 or newer, shared by all workers that use it.
 *
 * <p>Keeps the promises of {@link ConversationStore} on the database's own guarantees: a commit is
 * one statement that locks the room's head row with every condition in that lock's predicate. It
 * needs sessions that start with its settings (READ COMMITTED, synchronous commits, time limits),
 * so PostgreSQL itself or a pooler in session mode; {@link #init()} checks that.
 *
 * <p>Thread-safe; opens at most {@code maxSize} connections, one for each worker that is
 * registered, and a short-lived one for {@link #init()}, {@link #audit()} and {@link
 * #dedupeEventIndices}. The threads that call it must not be interrupted: an interrupt breaks the
 * connection that a virtual thread is using. No message, log line or text form of it shows the
 * password.
 *
 * <p>Besides what the interface says, a {@link dev.turnwise.error.DataRejectedException} of a batch
 * of several events names the first of them, and only sending them one by one tells which is at
 * fault.
 */
public final class PostgresStore implements ConversationStore {

  private static final StoreTraits TRAITS = new StoreTraits("PostgresStore", true, true);

  private final PostgresDsn dsn;
  private final SessionSettings settings;
  private final Database database;
  private final BatchCommit commits;
  private final EventQueries events;
  private final KeyQueries keys;
  private final RoomOpenings openings;
  private final RoomQueries rooms;
  private final RoomChanges changes;
  private final DueTimers timers;
  private final TimelineQueries timelines;
  private final ReadMarkers markers;
  private final WorkQueries work;
  private final WorkerQueries workers;
  private final Repair repair;
  private final WorkerRegistrations registrations;

  PostgresStore(PostgresStoreBuilder.Parts parts) {
    this.dsn = parts.dsn();
    this.settings = parts.settings();
    this.database = new Database(dsn, settings, parts.maxSize(), parts.acquireTimeout());
    this.events = new EventQueries(database);
    this.commits = new BatchCommit(database, events);
    this.keys = new KeyQueries(database);
    this.openings = new RoomOpenings(database);
    this.rooms = new RoomQueries(database);
    this.changes = new RoomChanges(database);
    this.timers = new DueTimers(database);
    this.timelines = new TimelineQueries(database);
    this.markers = new ReadMarkers(database);
    this.work = new WorkQueries(database);
    this.workers = new WorkerQueries(database, parts.workerLease().lease());
    this.repair = new Repair(database);
    this.registrations =
        new WorkerRegistrations(parts.workerLease(), database.failures(), new ThreadTasks());
  }

  /**
   * A store with default settings.
   *
   * @param dsn {@code postgresql://user:password@host:port/database} or {@code
   *     jdbc:postgresql://host:port/database?user=…&password=…}
   * @throws dev.turnwise.error.ConfigurationException if it is neither
   */
  public static PostgresStore at(String dsn) {
    return builder().dsn(dsn).build();
  }

  /** Settings with their defaults, to be changed. */
  public static PostgresStoreBuilder builder() {
    return new PostgresStoreBuilder();
  }

  @Override
  public StoreTraits traits() {
    return TRAITS;
  }

  /**
   * {@inheritDoc}
   *
   * @throws dev.turnwise.error.StoreUnavailableException if the database cannot be reached, or
   *     somebody keeps its tables locked for longer than {@code lockTimeout}
   * @throws dev.turnwise.error.ConfigurationException if it refuses the user, or does not take the
   *     settings that a session starts with
   */
  @Override
  public void init() {
    database.longWork("init", this::initFailure, this::init);
  }

  private boolean init(Connection connection) throws SQLException {
    if (!settings.haveArrivedIn(connection)) {
      throw database.failures().pooler(null);
    }
    Schema.bringUpToDate(connection, dsn.target());
    return true;
  }

  private TurnwiseException initFailure(SQLException failure) {
    // Whether it was committed or not does not matter: init() can be repeated.
    return database.failures().rolledBack(Failures.Write.of("init", "the schema"), failure);
  }

  /** {@inheritDoc} Runs in one snapshot on a connection of its own, at most an hour a statement. */
  @Override
  public AuditReport audit() {
    return database.longWork(
        "audit", failure -> database.failures().read("audit", failure), Audit::of);
  }

  /**
   * Looks whether events share an index, or repairs that.
   *
   * <p>A repair numbers the events of each room concerned 0, 1, 2, … in the order of index, {@code
   * created_at} and id, and makes the index on (room, index) unique, in one transaction: when it
   * fails or its process is killed, nothing has changed. Read markers, delivery cursors and
   * counters move along; a marker or cursor then stands at the last of the events that shared its
   * index. The rooms get a new timeline epoch, so that clients notice. Holes that removed events
   * had left are closed with everything else; their EVENT_DELETED events keep the removed ids and
   * list no indices any more, since what stands at those now is something else.
   *
   * <p>Writers wait meanwhile, each at most its own {@code lockTimeout}; readers go on, but for a
   * moment at the end. It takes about a minute for a million events of the rooms concerned; other
   * rooms are only read.
   *
   * @param dryRun only look; reads one snapshot, waits for nobody
   * @param force repair although workers are alive
   * @throws dev.turnwise.error.ConfigurationException if workers are alive and it is not forced
   * @throws dev.turnwise.error.StoreUnavailableException if others keep the tables locked for
   *     longer than {@code lockTimeout}, naming them; repeating is safe
   * @throws dev.turnwise.error.OutcomeUnknownException if the connection broke at the very end;
   *     repeating is safe
   */
  public DedupeReport dedupeEventIndices(boolean dryRun, boolean force) {
    return repair.run(dryRun, force);
  }

  @Override
  public List<RoomOutcome> commit(CommitBatch batch) {
    return commits.commit(batch);
  }

  @Override
  public Map<IdempotencyKey, KeyOwner> owners(Collection<IdempotencyKey> wanted) {
    return keys.owners(wanted);
  }

  @Override
  public Optional<GateView> gateView(String roomId, Collection<IdempotencyKey> wanted) {
    return rooms.gateView(roomId, wanted);
  }

  @Override
  public List<RoomEvent> stored(String roomId, Collection<UUID> ids) {
    return events.inRoom(roomId, ids);
  }

  @Override
  public int purgeExpiredKeys(int limit) {
    return keys.purgeExpired(limit);
  }

  @Override
  public RoomOpening open(NewRoom room) {
    return openings.open(room);
  }

  @Override
  public Optional<RoomSnapshot> snapshot(String roomId) {
    return rooms.snapshot(roomId);
  }

  @Override
  public Optional<Room> room(String roomId) {
    return rooms.room(roomId);
  }

  @Override
  public List<Room> rooms(RoomFilter filter) {
    return rooms.rooms(filter);
  }

  @Override
  public ChangeOutcome change(RoomChange change) {
    return changes.apply(change);
  }

  @Override
  public List<TimerTransition> fireDueTimers(int limit) {
    return timers.fire(limit);
  }

  @Override
  public Optional<String> routedRoom(Route route) {
    return rooms.routedRoom(route);
  }

  @Override
  public Optional<String> newestRoomOf(
      @Nullable String organizationId, String channelTypeName, String senderId) {
    return rooms.newestRoomOf(organizationId, channelTypeName, senderId);
  }

  @Override
  public List<String> openRoomsWith(@Nullable String organizationId, String channelId) {
    return rooms.openRoomsWith(organizationId, channelId);
  }

  @Override
  public Optional<Participant> participant(String roomId, String participantId) {
    return rooms.participant(roomId, participantId);
  }

  @Override
  public List<Participant> participants(String roomId) {
    return rooms.participants(roomId);
  }

  @Override
  public EventPage page(EventQuery query) {
    return timelines.page(query);
  }

  @Override
  public Optional<RoomEvent> event(String roomId, UUID eventId) {
    return events.inRoom(roomId, List.of(eventId)).stream().findFirst();
  }

  @Override
  public Optional<Long> markRead(String roomId, String channelId, long index) {
    return markers.moveTo(roomId, channelId, index);
  }

  @Override
  public Optional<Long> markAllRead(String roomId, String channelId) {
    return markers.moveTo(roomId, channelId, Long.MAX_VALUE);
  }

  @Override
  public Map<String, Long> readMarkers(String roomId) {
    return markers.all(roomId);
  }

  @Override
  public long unreadCount(String roomId, String channelId) {
    return markers.unread(roomId, channelId);
  }

  @Override
  public Task addTask(Task task) {
    return work.add(task);
  }

  @Override
  public Optional<Task> task(String roomId, UUID taskId) {
    return work.task(roomId, taskId);
  }

  @Override
  public List<Task> tasks(String roomId, Optional<TaskStatus> status) {
    return work.tasks(roomId, status);
  }

  @Override
  public Optional<Task> moveTask(String roomId, UUID taskId, TaskStatus expected, TaskStatus to) {
    return work.move(roomId, taskId, expected, to);
  }

  @Override
  public Observation addObservation(Observation observation) {
    return work.add(observation);
  }

  @Override
  public List<Observation> observations(String roomId) {
    return work.observations(roomId);
  }

  /**
   * {@inheritDoc}
   *
   * <p>Keeps a connection of its own until the registration or the store is closed. When that is
   * lost the worker counts as dead until it is registered again, which happens by itself.
   *
   * @throws dev.turnwise.error.StoreUnavailableException if the database cannot be reached
   */
  @Override
  public WorkerRegistration register(WorkerInfo worker) {
    return registrations.begin(worker);
  }

  @Override
  public List<WorkerRow> workers() {
    return workers.all();
  }

  @Override
  public List<String> markDead() {
    return workers.markDead();
  }

  @Override
  public OptionalInt clearUnneededGates() {
    return workers.clearUnneededGates();
  }

  /** Closes all connections; statements on their way are cut off, registered workers leave. */
  @Override
  public void close() {
    registrations.close();
    database.close();
  }

  /** The database without password. */
  @Override
  public String toString() {
    return "PostgresStore[" + dsn + "]";
  }
}
