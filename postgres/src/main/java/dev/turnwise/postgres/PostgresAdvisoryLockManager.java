package dev.turnwise.postgres;

import dev.turnwise.error.ConfigurationException;
import dev.turnwise.error.InvalidInputException;
import dev.turnwise.error.LockTimeoutException;
import dev.turnwise.error.OverloadedException;
import dev.turnwise.error.StoreUnavailableException;
import dev.turnwise.error.TurnwiseException;
import dev.turnwise.lock.InMemoryLockManager;
import dev.turnwise.lock.RoomLock;
import dev.turnwise.lock.RoomLockManager;
import dev.turnwise.postgres.SessionRequest.RunAnswer;
import dev.turnwise.runtime.Tasks;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Locks that exclude all processes of a deployment, made of PostgreSQL's session advisory locks,
 * with a lease.
 *
 * <p>Callers in this process queue up per key, first come, first served. Who is first tries for the
 * key on a session that is shared by many keys. If another process has it, the caller waits in the
 * server's own queue, on a session that does nothing else; so locks go round between processes in
 * the order of their asking, and a release is felt within a round trip. If all those sessions wait,
 * the caller goes on trying until one is free.
 *
 * <p>A session that says nothing for the length of the lease is ended by the server: a process that
 * hangs, is stopped or cut off holds nobody up for longer. Its own locks have expired before, by
 * its own clock: {@link RoomLock#isHeld()} is false by then. A connection that breaks, or does not
 * answer a ping, loses its locks, tells their holders, and is replaced.
 *
 * <p>All waits have a deadline, and one that ends leaves nothing on the server. Keys become 64-bit
 * numbers over namespace and key. Thread-safe; nobody can interrupt the threads that own sessions.
 */
public final class PostgresAdvisoryLockManager implements RoomLockManager {

  /** For telling who holds a lock; nobody is to wait long for a better message. */
  private static final Duration LOOK_UP = Duration.ofMillis(250);

  private final LockSettings settings;
  private final Tasks tasks;
  private final LockFailures failures;
  private final InMemoryLockManager inProcess;
  private final SharedSessions shared;
  private final ExclusivePool exclusive;
  private final AtomicInteger places;
  private final AtomicBoolean closed = new AtomicBoolean();

  PostgresAdvisoryLockManager(LockSettings settings, Tasks tasks) {
    LockServer server = new LockServer(settings, tasks);
    this.settings = settings;
    this.tasks = tasks;
    this.failures = server.failures();
    this.inProcess = new InMemoryLockManager(tasks);
    this.shared = new SharedSessions(server, tasks);
    this.exclusive = new ExclusivePool(server, shared, tasks);
    this.places = new AtomicInteger(settings.maxHeld());
  }

  /** With default settings, at {@code postgresql://user:password@host:port/database}. */
  public static PostgresAdvisoryLockManager at(String dsn) {
    return builder().dsn(dsn).build();
  }

  /** With settings of one's own. */
  public static PostgresAdvisoryLockManagerBuilder builder() {
    return new PostgresAdvisoryLockManagerBuilder();
  }

  @Override
  public String name() {
    return "PostgresAdvisoryLockManager";
  }

  @Override
  public boolean shared() {
    return true;
  }

  /** False: a session holds any number of keys. */
  @Override
  public boolean holdsConnectionPerKey() {
    return false;
  }

  /**
   * Opens a first session; the others follow when they are needed.
   *
   * @throws ConfigurationException if the address leads to no server, user or database, or to a
   *     connection pooler that gives the same client different sessions
   * @throws StoreUnavailableException if the server does not answer
   */
  @Override
  public void init() {
    Attempt<Optional<TurnwiseException>> attempt = new Attempt<>(tasks);
    shared.forKey(0).post(new SessionRequest.Open(attempt));
    Optional<TurnwiseException> failure =
        attempt.awaitOrAbandon(settings.patience()).orElseGet(() -> Optional.of(failures.silent()));
    if (failure.isPresent()) {
      throw failure.get();
    }
  }

  /**
   * Waits for the lock.
   *
   * @throws LockTimeoutException naming who holds it, if the server still knows
   * @throws OverloadedException if {@code maxHeld} keys are held for all that time
   * @throws ConfigurationException as {@link #init()}
   */
  @Override
  public RoomLock acquire(String key, Duration atMost) {
    if (!atMost.isPositive()) {
      throw new InvalidInputException(
          "at_most", "is not positive", "0 exclusive", "say how long to wait, or use tryAcquire");
    }
    LockRequest request = request(key, atMost);
    Optional<Turn> turn = awaitTurn(request, atMost);
    LockAnswer answer =
        turn.map(mine -> acquisition(request, mine).await()).orElseGet(LockAnswer.NotGranted::new);
    return switch (answer) {
      case LockAnswer.Granted(Hold hold) -> lock(request, hold, turn.orElseThrow());
      case LockAnswer.NotGranted _ ->
          throw new LockTimeoutException(key, request.waited(), holder(request));
      case LockAnswer.Failed(TurnwiseException reason) -> throw reason;
    };
  }

  private LockRequest request(String key, Duration atMost) {
    Duration now = tasks.now();
    return new LockRequest(
        key, KeyHash.of(settings.namespace(), key), now, now.plus(atMost), tasks);
  }

  private Optional<Turn> awaitTurn(LockRequest request, Duration atMost) {
    RoomLock mine;
    try {
      mine = inProcess.acquire(request.nameInProcess(), atMost);
    } catch (LockTimeoutException tooLate) {
      return Optional.empty();
    }
    try {
      while (!takePlace()) {
        if (!request.remaining().isPositive()) {
          throw overloaded();
        }
        Acquisition.pause(tasks, request.remaining());
      }
    } catch (RuntimeException failure) {
      mine.close();
      throw failure;
    }
    return Optional.of(Turn.of(mine, places));
  }

  private boolean takePlace() {
    return places.getAndUpdate(free -> Math.max(0, free - 1)) > 0;
  }

  private OverloadedException overloaded() {
    return new OverloadedException(
        "the set of locks held by this process", "locks.max_held", settings.maxHeld());
  }

  private Acquisition acquisition(LockRequest request, Turn turn) {
    SharedSession session = shared.forKey(request.hash());
    return new Acquisition(request, turn, session, exclusive, failures, tasks);
  }

  private RoomLock lock(LockRequest request, Hold hold, Turn turn) {
    AdvisoryLock lock = new AdvisoryLock(request.key(), hold, turn, tasks, settings.patience());
    lock.begin();
    return lock;
  }

  private String holder(LockRequest request) {
    Attempt<Optional<Holder>> lookUp = new Attempt<>(tasks);
    shared.forKey(request.hash()).post(new SessionRequest.FindHolder(request.hash(), lookUp));
    return lookUp
        .awaitOrAbandon(LOOK_UP)
        .flatMap(found -> found)
        .map(Holder::inWords)
        .orElse("unknown");
  }

  /**
   * Takes the lock if it is free. Waits for no other holder, only for the server's answer.
   *
   * @throws OverloadedException if {@code maxHeld} keys are held
   * @throws StoreUnavailableException if the server does not answer
   */
  @Override
  public Optional<RoomLock> tryAcquire(String key) {
    LockRequest request = request(key, settings.patience());
    Optional<RoomLock> mine = inProcess.tryAcquire(request.nameInProcess());
    if (mine.isEmpty()) {
      return Optional.empty();
    }
    if (!takePlace()) {
      mine.get().close();
      throw overloaded();
    }
    Turn turn = Turn.of(mine.get(), places);
    return switch (acquisition(request, turn).tryOnce()) {
      case LockAnswer.Granted(Hold hold) -> Optional.of(lock(request, hold, turn));
      case LockAnswer.NotGranted _ -> Optional.empty();
      case LockAnswer.Failed(TurnwiseException reason) -> throw reason;
    };
  }

  /**
   * Runs one statement, which must not wait for anything, on the session that holds a lock of this
   * manager: so it can take effect only while nobody else has the lock.
   *
   * @return its result, or empty if the lock is lost, and the statement with it or not run at all
   * @throws SQLException if the server refuses the statement; the lock is still held
   * @throws StoreUnavailableException if there was no answer in time
   */
  <T> Optional<T> onSession(RoomLock lock, SqlCall<T> call) throws SQLException {
    if (!(lock instanceof AdvisoryLock own)) {
      throw new IllegalArgumentException("not a lock of this manager: " + lock.key());
    }
    Attempt<RunAnswer<T>> attempt = new Attempt<>(tasks);
    if (!own.isHeld() || !own.hold().run(call, attempt)) {
      return Optional.empty();
    }
    return switch (attempt.awaitOrAbandon(settings.patience()).orElseThrow(failures::silent)) {
      case RunAnswer.Returned<T>(T value) -> Optional.of(value);
      case RunAnswer.Refused<T>(SQLException failure) -> throw failure;
      case RunAnswer.LockLost<T>() -> Optional.empty();
    };
  }

  /** How many keys are held or asked for at present; for gauges. */
  public int keysInUse() {
    return inProcess.keysInUse();
  }

  /** How many callers of this process wait behind another one of it for this key; for gauges. */
  public int waiting(String key) {
    return inProcess.waiting(request(key, LOOK_UP).nameInProcess());
  }

  /** Ends all sessions, which frees all keys. Takes no longer than a session may be silent. */
  @Override
  public void close() {
    if (closed.compareAndSet(false, true)) {
      inProcess.close();
      // These first: their waits are cancelled by way of the shared ones.
      exclusive.close(settings.answerTimeout());
      shared.close(settings.answerTimeout());
    }
  }
}
