package dev.turnwise.testkit.sim;

import dev.turnwise.error.LockTimeoutException;
import dev.turnwise.error.StoreUnavailableException;
import dev.turnwise.lock.Holding;
import dev.turnwise.lock.RoomLock;
import dev.turnwise.lock.RoomLockManager;
import dev.turnwise.runtime.Promise;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A server of locks that all workers of a simulation share. A worker that stands still for longer
 * than its lease loses what it holds, and does not know it until it goes on; so does one whose
 * session is terminated.
 */
final class SimulatedLocks {

  /** For how long a worker that stands still keeps its locks. */
  static final Duration LEASE = Duration.ofSeconds(10);

  private final Scheduler scheduler;
  private final SimProcess server;
  private final Choices choices;
  private final Tallied tallied;

  /** First in line holds the key. */
  private final Map<String, Deque<Claim>> lines = new HashMap<>();

  private final Map<SimProcess, Set<Claim>> sessions = new HashMap<>();

  SimulatedLocks(Scheduler scheduler, SimProcess server, Choices choices, Tallied tallied) {
    this.scheduler = scheduler;
    this.server = server;
    this.choices = choices;
    this.tallied = tallied;
  }

  /** What a claim's wait ends with. */
  private enum Turn {
    COME,
    SESSION_LOST
  }

  /** One worker's claim on one key, waiting or held. */
  private final class Claim implements RoomLock {
    private final String key;
    private final SimulatedTasks worker;
    private final Promise<Turn> turn;
    private final Holding holding;

    Claim(String key, SimulatedTasks worker) {
      this.key = key;
      this.worker = worker;
      this.turn = worker.promise();
      this.holding = new Holding(worker);
    }

    @Override
    public String key() {
      return key;
    }

    @Override
    public boolean isHeld() {
      return holding.isHeld();
    }

    @Override
    public Duration remaining() {
      return isHeld() ? LEASE : Duration.ZERO;
    }

    @Override
    public void onLost(Runnable action) {
      holding.onLost(action);
    }

    @Override
    public void close() {
      scheduler.point("unlock", key);
      if (holding.release()) {
        leave(this);
      }
      scheduler.point("unlocked", key);
    }
  }

  /** The locks as one worker reaches them. */
  RoomLockManager as(SimulatedTasks worker) {
    SimProcess process = worker.process();
    process.atCrash(() -> free(process, choices.chance(0.5) ? Duration.ZERO : LEASE));
    return new RoomLockManager() {
      @Override
      public String name() {
        return "SimulatedLocks";
      }

      @Override
      public boolean shared() {
        return true;
      }

      @Override
      public RoomLock acquire(String key, Duration atMost) {
        return SimulatedLocks.this.acquire(worker, key, atMost);
      }

      @Override
      public Optional<RoomLock> tryAcquire(String key) {
        scheduler.point("try lock", key);
        if (lines.containsKey(key)) {
          return Optional.empty();
        }
        return Optional.of(join(new Claim(key, worker)));
      }

      @Override
      public void close() {
        List.copyOf(session(process)).forEach(SimulatedLocks.this::leave);
      }
    };
  }

  private RoomLock acquire(SimulatedTasks worker, String key, Duration atMost) {
    scheduler.point("lock", key);
    Claim claim = join(new Claim(key, worker));
    Turn turn = null;
    try {
      turn = claim.turn.await(atMost).orElse(null);
    } finally {
      if (turn == null) {
        leave(claim);
      }
    }
    if (turn == null) {
      throw new LockTimeoutException(key, atMost, "another simulated worker");
    }
    return switch (turn) {
      case COME -> claim;
      case SESSION_LOST ->
          throw new StoreUnavailableException("the lock on " + key, "its session ended", null);
    };
  }

  private Claim join(Claim claim) {
    lines.computeIfAbsent(claim.key, key -> new ArrayDeque<>()).add(claim);
    session(claim.worker.process()).add(claim);
    callFirst(claim.key);
    return claim;
  }

  private void leave(Claim claim) {
    // Unwinding threads of abandoned tasks come by here, and must not touch what others share.
    scheduler.requireTask();
    session(claim.worker.process()).remove(claim);
    Deque<Claim> line = lines.get(claim.key);
    if (line != null && line.remove(claim)) {
      if (line.isEmpty()) {
        lines.remove(claim.key);
      } else {
        callFirst(claim.key);
      }
    }
  }

  private Set<Claim> session(SimProcess worker) {
    return sessions.computeIfAbsent(worker, any -> new LinkedHashSet<>());
  }

  private void callFirst(String key) {
    Deque<Claim> line = lines.get(key);
    if (line != null) {
      line.getFirst().turn.keep(Turn.COME);
    }
  }

  /** The worker stands still: once that has lasted a lease, the server takes what it holds. */
  void pausedFor(SimProcess worker, Duration time) {
    if (time.compareTo(LEASE) > 0) {
      tallied.reach(Reached.LEASE_EXPIRED);
      free(worker, LEASE);
    }
  }

  /** The worker's session is ended from outside, while it goes on. */
  void terminate(SimProcess worker) {
    tallied.reach(Reached.LOCK_SESSION_LOST);
    free(worker, Duration.ZERO);
  }

  private void free(SimProcess worker, Duration after) {
    scheduler.fork(
        server,
        "end of lock session",
        () -> {
          if (after.isPositive()) {
            scheduler.sleep(after);
          }
          List<Claim> lost = List.copyOf(session(worker));
          for (Claim claim : lost) {
            takeAway(claim);
          }
        });
  }

  /**
   * The server's part; the worker hears of it some time later, by which others may have gone on.
   */
  private void takeAway(Claim claim) {
    boolean waited = claim.turn.keep(Turn.SESSION_LOST);
    leave(claim);
    if (!waited) {
      tallied.reach(Reached.LOCK_LOST);
      scheduler.fork(
          claim.worker.process(),
          "loss of a lock",
          () -> {
            scheduler.awaitSteps(choices.between(1, 100));
            claim.holding.lose();
          });
    }
  }
}
