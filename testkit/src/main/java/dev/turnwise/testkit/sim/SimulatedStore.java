package dev.turnwise.testkit.sim;

import dev.turnwise.error.DataRejectedException;
import dev.turnwise.error.OutcomeUnknownException;
import dev.turnwise.error.StoreUnavailableException;
import dev.turnwise.error.TurnwiseException;
import dev.turnwise.store.Append;
import dev.turnwise.store.CommitBatch;
import dev.turnwise.store.ConversationStore;
import dev.turnwise.store.Placement;
import dev.turnwise.store.RoomCommit;
import dev.turnwise.store.RoomOutcome;
import dev.turnwise.store.StoreTraits;
import dev.turnwise.store.WorkerInfo;
import dev.turnwise.store.WorkerRegistration;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The one store of a simulation, as its workers see it: each call is atomic, with scheduling points
 * on its way there and back, on which requests and answers get lost.
 *
 * <p>A write whose sender has been told that nothing is known of it, or has crashed, may still
 * happen some time later, as a statement does whose backend has outlived its client (R12).
 */
final class SimulatedStore {

  private static final StoreTraits TRAITS = new StoreTraits("SimulatedStore", false, true);

  private static final Set<String> WRITES =
      Set.of(
          "commit",
          "open",
          "change",
          "markRead",
          "markAllRead",
          "addTask",
          "moveTask",
          "addObservation",
          "register",
          "purgeExpiredKeys",
          "clearUnneededGates",
          "fireDueTimers");

  /** What happens to a call on its way. */
  private enum Trip {
    SAFE,
    UNAVAILABLE,
    LOST_REQUEST,
    LOST_ANSWER,
    LATE
  }

  /** A write that has left its worker. */
  private static final class Flight {
    private final Supplier<@Nullable Object> effect;
    private boolean done;

    Flight(Supplier<@Nullable Object> effect) {
      this.effect = effect;
    }

    @Nullable Object land() {
      done = true;
      return effect.get();
    }
  }

  private final ConversationStore shared;
  private final Scheduler scheduler;
  private final SimProcess server;
  private final Choices choices;
  private final Tallied tallied;
  private final Set<UUID> sent = new HashSet<>();
  private StoreTrouble trouble;
  private int orphans;
  private boolean landingLate;

  SimulatedStore(
      ConversationStore shared,
      Scheduler scheduler,
      SimProcess server,
      StoreTrouble trouble,
      Choices choices,
      Tallied tallied) {
    this.shared = shared;
    this.scheduler = scheduler;
    this.server = server;
    this.trouble = trouble;
    this.choices = choices;
    this.tallied = tallied;
  }

  /** From now on everything arrives. */
  void calm() {
    trouble = StoreTrouble.NONE;
  }

  /** Writes that are still to happen though their sender does not wait for them any more. */
  int orphans() {
    return orphans;
  }

  /** The store as one worker reaches it. */
  ConversationStore as(SimProcess worker) {
    List<Flight> flights = new ArrayList<>();
    worker.atCrash(() -> flights.forEach(this::outlive));
    return proxy(
        ConversationStore.class,
        (method, arguments) ->
            switch (method.getName()) {
              case "traits" -> TRAITS;
              case "toString", "hashCode" -> invoke(method, shared, arguments);
              case "close" -> null;
              case "register" -> registered(worker, flights, method, arguments);
              default -> call(flights, method.getName(), () -> apply(method, arguments));
            });
  }

  /**
   * The other workers notice a death some time after it. What a worker says of itself always
   * arrives, as the contract has it.
   */
  private WorkerRegistration registered(
      SimProcess worker, List<Flight> flights, Method method, @Nullable Object[] arguments) {
    Object answer = call(flights, "register", () -> apply(method, arguments));
    WorkerRegistration real = (WorkerRegistration) Objects.requireNonNull(answer);
    worker.atCrash(() -> later("notice of death", real::close));
    return new WorkerRegistration() {
      @Override
      public boolean followsDead() {
        return real.followsDead();
      }

      @Override
      public boolean update(UnaryOperator<WorkerInfo> change) {
        travel("->", "update");
        boolean written = real.update(change);
        travel("<-", "update");
        return written;
      }

      @Override
      public void drain() {
        say("drain", real::drain);
      }

      @Override
      public void close() {
        say("leave", real::close);
      }
    };
  }

  private void say(String what, Runnable effect) {
    travel("->", what);
    effect.run();
    travel("<-", what);
  }

  private @Nullable Object call(
      List<Flight> flights, String name, Supplier<@Nullable Object> effect) {
    boolean write = WRITES.contains(name);
    Trip trip = trip(write);
    Flight flight = new Flight(effect);
    if (write && trip != Trip.LOST_REQUEST && trip != Trip.UNAVAILABLE) {
      flights.add(flight);
    }
    travel("->", name);
    return switch (trip) {
      case SAFE -> {
        try {
          Object answer = flight.land();
          travel("<-", name);
          yield answer;
        } finally {
          flights.remove(flight);
        }
      }
      case UNAVAILABLE -> {
        tallied.reach(Reached.UNAVAILABLE);
        throw new StoreUnavailableException(name, "the simulation refused it", null);
      }
      case LOST_REQUEST -> {
        tallied.reach(Reached.LOST_REQUEST);
        throw lost(name, "request");
      }
      case LOST_ANSWER -> {
        tallied.reach(Reached.LOST_ANSWER);
        flight.land();
        flights.remove(flight);
        travel("<x", name);
        throw lost(name, "answer");
      }
      case LATE -> {
        flights.remove(flight);
        tallied.reach(Reached.LATE_WRITE);
        later("late " + name, () -> landLate(flight));
        throw lost(name, "connection");
      }
    };
  }

  private void landLate(Flight flight) {
    landingLate = true;
    try {
      flight.land();
    } finally {
      landingLate = false;
    }
  }

  private Trip trip(boolean write) {
    if (choices.chance(trouble.unavailable())) {
      return Trip.UNAVAILABLE;
    }
    if (write && choices.chance(trouble.lostRequest())) {
      return Trip.LOST_REQUEST;
    }
    if (write && choices.chance(trouble.lostAnswer())) {
      return Trip.LOST_ANSWER;
    }
    return write && choices.chance(trouble.late()) ? Trip.LATE : Trip.SAFE;
  }

  private static OutcomeUnknownException lost(String name, String what) {
    return new OutcomeUnknownException(name, "the simulation lost the " + what, null);
  }

  private void travel(String direction, String name) {
    if (choices.chance(trouble.slow())) {
      tallied.reach(Reached.SLOW);
      scheduler.sleep(choices.between(Duration.ZERO, StoreTrouble.LONGEST));
    } else {
      scheduler.point(direction, name);
    }
  }

  /** Its worker is gone: what had left it never arrives, or does so all the same. */
  private void outlive(Flight flight) {
    if (flight.done) {
      tallied.reach(Reached.CRASH_UNHEARD_WRITE);
    } else if (choices.chance(0.5)) {
      tallied.reach(Reached.CRASH_ORPHANED_WRITE);
      later("orphan", flight::land);
    } else {
      tallied.reach(Reached.CRASH_LOST_WRITE);
    }
  }

  /** On the server, when nobody waits for it. */
  private void later(String what, Runnable effect) {
    orphans++;
    scheduler.fork(
        server,
        what,
        () -> {
          if (choices.chance(0.5)) {
            scheduler.awaitSteps(choices.between(1, 300));
          } else {
            scheduler.sleep(choices.between(Duration.ofMillis(1), StoreTrouble.LONGEST));
          }
          try {
            effect.run();
          } catch (TurnwiseException refused) {
            // Nobody is there to hear of it.
          } finally {
            orphans--;
          }
        });
  }

  private @Nullable Object apply(Method method, @Nullable Object[] arguments) {
    if (arguments != null && arguments.length == 1 && arguments[0] instanceof CommitBatch batch) {
      return commit(batch);
    }
    return invoke(method, shared, arguments);
  }

  private List<RoomOutcome> commit(CommitBatch batch) {
    boolean again = noteSending(batch);
    for (RoomCommit room : batch.rooms()) {
      room.appends().forEach(this::requireTakeable);
    }
    long before = landingLate ? storedOf(batch) : 0;
    List<RoomOutcome> outcomes = commitUnlocked(batch);
    if (landingLate && storedOf(batch) > before) {
      tallied.reach(Reached.LATE_WRITE_STORED);
    }
    outcomes.forEach(this::noteOutcome);
    if (again) {
      tallied.reach(Reached.SENT_AGAIN);
    }
    return outcomes;
  }

  private long storedOf(CommitBatch batch) {
    long stored = 0;
    for (RoomCommit room : batch.rooms()) {
      List<UUID> ids = room.appends().stream().map(append -> append.event().id()).toList();
      stored += shared.stored(room.roomId(), ids).size();
    }
    return stored;
  }

  /** Rooms of a group whose head somebody else has locked are left out. */
  private List<RoomOutcome> commitUnlocked(CommitBatch batch) {
    if (batch.rooms().size() == 1) {
      return shared.commit(batch);
    }
    tallied.reach(Reached.GROUPED);
    List<RoomCommit> free = new ArrayList<>();
    for (RoomCommit room : batch.rooms()) {
      if (!choices.chance(trouble.skipped())) {
        free.add(room);
      }
    }
    List<RoomOutcome> real = free.isEmpty() ? List.of() : shared.commit(new CommitBatch(free));
    List<RoomOutcome> outcomes = new ArrayList<>();
    for (RoomCommit room : batch.rooms()) {
      int place = free.indexOf(room);
      outcomes.add(place < 0 ? new RoomOutcome.Skipped() : real.get(place));
    }
    return outcomes;
  }

  private boolean noteSending(CommitBatch batch) {
    boolean again = false;
    for (RoomCommit room : batch.rooms()) {
      if (room.appends().size() > 1) {
        tallied.reach(Reached.BATCHED);
      }
      for (Append append : room.appends()) {
        again |= !sent.add(append.event().id());
      }
    }
    return again;
  }

  private void noteOutcome(RoomOutcome outcome) {
    switch (outcome) {
      case RoomOutcome.Unmatched unmatched -> tallied.reach(Reached.UNMATCHED);
      case RoomOutcome.Skipped skipped -> tallied.reach(Reached.SKIPPED);
      case RoomOutcome.Applied(var placements) -> {
        if (placements.stream().anyMatch(Placement.KeyTaken.class::isInstance)) {
          tallied.reach(Reached.KEY_TAKEN);
        }
      }
    }
  }

  private void requireTakeable(Append append) {
    if (Speech.of(append.event()).filter(Speech.POISON::equals).isPresent()) {
      tallied.reach(Reached.DATA_REJECTED);
      throw new DataRejectedException(append.event().id(), "it is poisonous", null);
    }
  }

  /** A call of an interface's method. */
  private interface Call {
    @Nullable Object answer(Method method, @Nullable Object[] arguments);
  }

  private static <T> T proxy(Class<T> type, Call call) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (self, method, arguments) -> call.answer(method, arguments)));
  }

  private static @Nullable Object invoke(
      Method method, Object target, @Nullable Object[] arguments) {
    try {
      return method.invoke(target, arguments);
    } catch (InvocationTargetException wrapped) {
      if (wrapped.getCause() instanceof RuntimeException failure) {
        throw failure;
      }
      throw new IllegalStateException(wrapped);
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(e);
    }
  }
}
