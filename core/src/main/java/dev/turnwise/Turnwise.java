package dev.turnwise;

import dev.turnwise.hook.Hook;
import dev.turnwise.hook.HookRegistration;
import dev.turnwise.model.AgentResponsePolicy;
import dev.turnwise.model.ChannelBinding;
import dev.turnwise.model.ChannelBindingBuilder;
import dev.turnwise.model.Checks;
import dev.turnwise.model.EventDraft;
import dev.turnwise.model.InboundMessage;
import dev.turnwise.model.Observation;
import dev.turnwise.model.Participant;
import dev.turnwise.model.Position;
import dev.turnwise.model.Room;
import dev.turnwise.model.RoomEvent;
import dev.turnwise.model.RoomStatus;
import dev.turnwise.model.RoomTimers;
import dev.turnwise.model.Task;
import dev.turnwise.model.TaskStatus;
import dev.turnwise.observe.FrameworkEvent;
import dev.turnwise.observe.FrameworkEvents;
import dev.turnwise.result.InboundResult;
import dev.turnwise.store.ConversationStore;
import dev.turnwise.store.EventPage;
import dev.turnwise.store.EventQuery;
import dev.turnwise.store.RoomChange;
import dev.turnwise.store.RoomChange.BindingPatch;
import dev.turnwise.store.RoomFilter;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/**
 * The engine of one worker: rooms that keep one order, however many workers share them.
 *
 * <p>Guarantees: a room's timeline is numbered 0, 1, 2, … without gap or duplicate across all
 * workers; whoever got {@link InboundResult.Stored} finds the event at its index in every later
 * read; the messages that one caller sends one after the other keep their order; a closed room
 * stores nothing after its close has returned.
 *
 * <p>Thread-safe; calls block their thread, which may be a virtual one. Writes run on threads of
 * the engine, so interrupting a caller hurts nothing but its own wait. Every method throws
 * subclasses of {@link dev.turnwise.error.TurnwiseException}: {@code InvalidInputException} for bad
 * input, {@code RoomNotFoundException}, {@code StoreUnavailableException} (nothing was stored),
 * {@code OutcomeUnknownException} and {@code CallInterruptedException} (a change may have been
 * sent, and its answer has not been seen: repeat it under the same idempotency key).
 *
 * <p>Start reading at {@link #processInbound}.
 */
public final class Turnwise implements AutoCloseable {

  private static final Set<RoomStatus> OPEN = Set.of(RoomStatus.ACTIVE, RoomStatus.PAUSED);

  private final Engine engine;
  private final ConversationStore store;

  Turnwise(Engine engine) {
    this.engine = engine;
    this.store = engine.store();
  }

  public static TurnwiseBuilder builder() {
    return new TurnwiseBuilder();
  }

  // Messages

  /**
   * Takes a message from outside: finds or opens its room, has its channel convert it, commits it.
   *
   * @return what became of it; see {@link InboundResult}
   * @throws dev.turnwise.error.ChannelNotFoundException if this worker has no such channel
   * @throws dev.turnwise.error.ProcessTimeoutException if it could not be sent in time; nothing was
   *     stored
   * @throws RuntimeException what the channel threw to reject the message; nothing was stored
   */
  public InboundResult processInbound(InboundMessage message) {
    return engine.inbound().process(message);
  }

  /**
   * Puts an event into a room in the name of an attached channel, or of {@code system}. No routing,
   * no conversion; otherwise like {@link #processInbound}.
   */
  public InboundResult sendEvent(String roomId, String channelId, EventDraft draft) {
    return engine.inbound().send(Checks.requireId("room_id", roomId), channelId, draft);
  }

  // Rooms

  /** Creates a room; the channels that it starts with leave no marker in its timeline. */
  public Room createRoom(RoomSpec spec) {
    return engine.rooms().create(spec);
  }

  public Optional<Room> room(String roomId) {
    return store.room(Checks.requireId("room_id", roomId));
  }

  /** Rooms of one organisation, newest first. */
  public List<Room> rooms(RoomFilter filter) {
    return store.rooms(filter);
  }

  /** ACTIVE → PAUSED; the next event makes it ACTIVE again. False if it is PAUSED already. */
  public boolean pause(String roomId) {
    return engine.control().moveTo(roomId, RoomStatus.PAUSED, Set.of(RoomStatus.ACTIVE));
  }

  /** PAUSED → ACTIVE. False if it is ACTIVE already. */
  public boolean resume(String roomId) {
    return engine.control().moveTo(roomId, RoomStatus.ACTIVE, Set.of(RoomStatus.PAUSED));
  }

  /**
   * Closes a room: once this has returned, nothing more is stored in it, by any worker. False if it
   * is closed already.
   */
  public boolean closeRoom(String roomId) {
    return engine.control().moveTo(roomId, RoomStatus.CLOSED, OPEN);
  }

  /** CLOSED → ACTIVE. False if it is ACTIVE already. */
  public boolean reopenRoom(String roomId) {
    return engine.control().moveTo(roomId, RoomStatus.ACTIVE, Set.of(RoomStatus.CLOSED));
  }

  /** Any status → ARCHIVED, for good. False if it is archived already. */
  public boolean archiveRoom(String roomId) {
    return engine
        .control()
        .moveTo(
            roomId,
            RoomStatus.ARCHIVED,
            Set.of(RoomStatus.ACTIVE, RoomStatus.PAUSED, RoomStatus.CLOSED));
  }

  /** Merges metadata; a key with a null value is removed. */
  public boolean patchMetadata(String roomId, Map<String, Object> patch) {
    return engine
        .control()
        .configure(new RoomChange.Configure(roomId, Optional.empty(), Optional.empty(), patch));
  }

  /** Replaces the room's timers; see {@link RoomTimers}. */
  public boolean setTimers(String roomId, RoomTimers timers) {
    return engine
        .control()
        .configure(
            new RoomChange.Configure(roomId, Optional.empty(), Optional.of(timers), Map.of()));
  }

  /** Sets how agents answer each other in this room, for events from now on. */
  public boolean setAgentResponsePolicy(String roomId, AgentResponsePolicy policy) {
    return engine
        .control()
        .configure(
            new RoomChange.Configure(roomId, Optional.of(policy), Optional.empty(), Map.of()));
  }

  // Channels of a room

  /** Attaches a channel with what it says of itself: it may read and write, and is seen by all. */
  public ChannelBinding attach(String roomId, String channelId) {
    return attach(roomId, channelId, UnaryOperator.identity());
  }

  /**
   * Attaches a channel with permissions and metadata of its own. An attached channel keeps its
   * binding.
   */
  public ChannelBinding attach(
      String roomId, String channelId, UnaryOperator<ChannelBindingBuilder> settings) {
    return engine.control().attach(roomId, channelId, settings);
  }

  /**
   * Detaches a channel. It stays detached until it is attached explicitly. False if it is detached
   * already.
   */
  public boolean detach(String roomId, String channelId) {
    return engine.control().detach(roomId, channelId);
  }

  /** What the channel writes is stored BLOCKED from now on. False if it is muted already. */
  public boolean mute(String roomId, String channelId) {
    return engine.control().mute(roomId, channelId, true);
  }

  public boolean unmute(String roomId, String channelId) {
    return engine.control().mute(roomId, channelId, false);
  }

  /** Changes access, output mute, visibility or metadata of a binding. */
  public boolean updateBinding(String roomId, String channelId, BindingPatch patch) {
    return engine.control().rebind(roomId, channelId, patch);
  }

  /** Bindings of the channels that are attached. */
  public Collection<ChannelBinding> bindings(String roomId) {
    return engine.configs().requireFresh(roomId).bindings().values();
  }

  // Participants

  /** Adds a participant, or brings one back. False if nothing changed. */
  public boolean addMember(Participant participant) {
    return engine.control().join(participant);
  }

  public boolean removeMember(String roomId, String participantId) {
    return engine.control().leave(roomId, participantId);
  }

  /** Changes the display name only. */
  public boolean renameMember(String roomId, String participantId, String displayName) {
    return engine.control().rename(roomId, participantId, displayName);
  }

  /**
   * Settles who a participant is, or leaves it open again; appends a PARTICIPANT_IDENTIFIED marker
   * if that changed anything.
   */
  public boolean identify(Participant participant) {
    return engine.control().identify(participant);
  }

  public List<Participant> participants(String roomId) {
    return store.participants(roomId);
  }

  // Timeline

  /**
   * Reads a page of a timeline.
   *
   * @throws dev.turnwise.error.RoomNotFoundException if there is no such room
   */
  public EventPage events(EventQuery query) {
    return engine.timeline().page(query);
  }

  /** Reads on behind a position; {@code query} says for whom and how much. */
  public Resumption resumeFrom(Position position, EventQuery query) {
    return engine.timeline().resume(position, query);
  }

  public Optional<RoomEvent> event(String roomId, UUID eventId) {
    return store.event(Checks.requireId("room_id", roomId), Checks.require("event_id", eventId));
  }

  /**
   * Replaces parts of a stored event and appends an EVENT_UPDATED marker. Adds no {@code edited}
   * mark; who may do this is for the host to say.
   *
   * @return the event as it is now, or empty if the room has no such event
   * @throws dev.turnwise.error.RoomClosedException if the room accepts no events
   */
  public Optional<RoomEvent> updateEvent(String roomId, UUID eventId, EventUpdate update) {
    return engine
        .timeline()
        .update(roomId, Checks.require("event_id", eventId), Checks.require("update", update));
  }

  /**
   * Deletes an event for good and appends an EVENT_DELETED marker that lists the holes. Indices are
   * never reused.
   *
   * @param cascadeReplies whether direct and indirect replies go with it
   * @return ids of what was deleted; empty if the room has no such event
   * @throws dev.turnwise.error.RoomClosedException if the room accepts no events
   */
  public List<UUID> deleteEvent(String roomId, UUID eventId, boolean cascadeReplies) {
    return engine.timeline().delete(roomId, Checks.require("event_id", eventId), cascadeReplies);
  }

  /** Moves a channel's read marker forward, never back; returns where it stands. */
  public long markRead(String roomId, String channelId, long index) {
    return engine.timeline().markRead(roomId, channelId, index);
  }

  /** Moves a channel's read marker to the end; -1 in an empty room. */
  public long markAllRead(String roomId, String channelId) {
    return engine.timeline().markAllRead(roomId, channelId);
  }

  /** Events above the channel's marker that it may see, that are not its own and not BLOCKED. */
  public long unreadCount(String roomId, String channelId) {
    return store.unreadCount(roomId, channelId);
  }

  /** Read markers by channel. */
  public Map<String, Long> readMarkers(String roomId) {
    return store.readMarkers(roomId);
  }

  // Tasks and observations

  public Task addTask(Task task) {
    Task stored = engine.writes().run("task " + task.id(), () -> store.addTask(task));
    engine.events().publish(new FrameworkEvent.TaskCreated(stored));
    return stored;
  }

  /**
   * Moves a task on, if it still has the expected status; empty if it does not, or is not there.
   */
  public Optional<Task> moveTask(String roomId, UUID taskId, TaskStatus expected, TaskStatus to) {
    return engine
        .writes()
        .run("task " + taskId, () -> store.moveTask(roomId, taskId, expected, to));
  }

  public List<Task> tasks(String roomId, Optional<TaskStatus> status) {
    return store.tasks(roomId, status);
  }

  public Observation addObservation(Observation observation) {
    return engine
        .writes()
        .run("observation " + observation.id(), () -> store.addObservation(observation));
  }

  public List<Observation> observations(String roomId) {
    return store.observations(roomId);
  }

  // Hooks

  /**
   * Adds a hook for all rooms. It counts for messages that are decided from now on.
   *
   * @throws dev.turnwise.error.StoreUnavailableException if the hook decides about events and the
   *     store could not be told so; then it was not added
   */
  public HookRegistration hook(Hook hook) {
    return engine.hooks().add(hook, Optional.empty());
  }

  /** Adds a hook for one room; otherwise like {@link #hook(Hook)}. */
  public HookRegistration hook(String roomId, Hook hook) {
    return engine.hooks().add(hook, Optional.of(Checks.requireId("room_id", roomId)));
  }

  // The engine itself

  /**
   * Subscribes to framework events of one kind, or to all with {@code FrameworkEvent.class}. The
   * handler runs on a task of its own, in order, and cannot slow the engine: if it falls behind, it
   * loses its oldest events.
   */
  public <E extends FrameworkEvent> FrameworkEvents.Subscription on(
      Class<E> kind, Consumer<? super E> handler) {
    return engine.events().on(kind, handler);
  }

  /** Messages of this worker that wait for a statement or for its answer. */
  public int pendingCommits() {
    return engine.commits().pending();
  }

  /** Rooms of this worker in which something waits or is being committed; 0 at rest. */
  public int busyRooms() {
    return engine.commits().busyRooms();
  }

  /** This worker's id, which its events carry as {@code committedBy}. */
  public String workerId() {
    return engine.workerId();
  }

  /**
   * Takes no new calls, lets commits on their way come to their end, then closes channels and the
   * store, unless the builder was told to keep it open. Idempotent.
   */
  @Override
  public void close() {
    engine.close();
  }
}
