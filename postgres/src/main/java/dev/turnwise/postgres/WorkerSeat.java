package dev.turnwise.postgres;

import dev.turnwise.error.ConfigurationException;
import dev.turnwise.error.StoreUnavailableException;
import dev.turnwise.error.TurnwiseException;
import dev.turnwise.runtime.Tasks;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A worker's key and row, both held by one session that is also a lease.
 *
 * <p>The server frees the key at once when the process is gone, and ends the session when it has
 * said nothing for the length of the lease. The row is written by the session that holds the key,
 * hence by nobody else, and as a whole each time: writing it is the ping.
 *
 * <p>For the one thread of a {@link WorkerLease}; only {@link #abort()}, {@link #silent()} and
 * {@link #followsDead()} are for any.
 */
final class WorkerSeat {

  private static final Logger LOG = LoggerFactory.getLogger(WorkerSeat.class);
  private static final Sql PUT = Sql.of("put-worker");
  private static final Sql BURY = Sql.of("bury-worker");
  private static final Sql FORGET = Sql.of("forget-workers");

  /** Of the keys of workers; the schema follows, since one database may hold several stores. */
  private static final String NAMESPACE = "dev.turnwise.worker.";

  /** How long a server may take to notice that the process that had this id before is gone. */
  private static final Duration GRACE = Duration.ofSeconds(1);

  /** Until the next look at a key that another session holds. */
  private static final Duration RETRY = Duration.ofSeconds(1);

  private final String id;
  private final LockServer server;
  private final Failures failures;
  private final SessionSlot slot;

  /** The connection that holds the key, if one does. */
  private @Nullable LockConnection holder;

  private long key;
  private int pid;
  private UUID sessionId = UUID.randomUUID();
  private @Nullable Instant startedAt;
  private boolean complained;
  private volatile boolean followsDead;

  WorkerSeat(String id, LockServer server, Failures failures, Tasks tasks) {
    this.id = id;
    this.server = server;
    this.failures = failures;
    this.slot = new SessionSlot("the session of worker " + id, server, tasks);
  }

  /** Takes the key if need be, then writes the row; returns why that was not possible. */
  Optional<TurnwiseException> say(WorkerLease.Wish wish) {
    boolean wasHeld = holder != null;
    Optional<TurnwiseException> failure = trySay(wish);
    if (failure.isPresent() && wasHeld && holder == null) {
      // The session may have been dead for long, which shows only in use.
      failure = trySay(wish);
    }
    if (failure.isEmpty()) {
      complained = false;
    } else if (startedAt != null && slot.current().isPresent() && !complained) {
      complained = true;
      LOG.warn(
          holder == null
              ? "worker {} counts as dead at present: {}"
              : "worker {} is alive, but its row cannot be written: {}",
          id,
          failure.get().getMessage());
    }
    return failure;
  }

  private Optional<TurnwiseException> trySay(WorkerLease.Wish wish) {
    try {
      LockConnection connection = slot.connection();
      if (connection != holder) {
        take(connection);
      }
      boolean first = startedAt == null;
      if (first) {
        followsDead |= connection.call(this::bury);
      }
      startedAt = connection.call(session -> put(session, wish));
      if (first) {
        connection.call(WorkerSeat::forget);
      }
      return Optional.empty();
    } catch (SessionLostException loss) {
      slot.lost(loss);
      holder = null;
      return Optional.of(server.failures().unavailable(loss));
    } catch (SQLException refused) {
      return Optional.of(
          failures.rolledBack(Failures.Write.of("registering a worker", "worker " + id), refused));
    } catch (TurnwiseException reason) {
      return Optional.of(reason);
    } catch (RuntimeException bug) {
      LOG.error("the session of worker {} is given up after an unexpected failure", id, bug);
      slot.abort();
      holder = null;
      return Optional.of(silent());
    }
  }

  private void take(LockConnection connection) throws SQLException {
    holder = null;
    key = KeyHash.of(NAMESPACE + connection.call(this::prepared), id);
    boolean taken =
        startedAt == null
            ? connection.await(key, GRACE)
            : connection.toggle(List.of(key), List.of(true)).getFirst();
    if (!taken) {
      throw inUse(connection);
    }
    if (startedAt != null) {
      LOG.info("worker {} is registered again, by session {}", id, connection.pid());
    }
    holder = connection;
    pid = connection.pid();
    sessionId = UUID.randomUUID();
  }

  /**
   * Readies a session; returns its schema. A ping that waits for others must give up before the
   * session counts as silent, and a row that is lost with the server is written again anyway.
   */
  private String prepared(Connection session) throws SQLException {
    long millis = server.settings().answerTimeout().dividedBy(2).toMillis();
    try (Statement statement = session.createStatement()) {
      statement.execute("SET lock_timeout = " + millis + "; SET synchronous_commit = off");
    }
    return String.valueOf(session.getSchema());
  }

  private TurnwiseException inUse(LockConnection connection) throws SQLException {
    if (startedAt == null) {
      connection.reset();
    }
    Optional<Holder> other = Optional.ofNullable(connection.holders(List.of(key)).get(key));
    if (other.filter(session -> session.pid() == pid).isPresent()) {
      return new StoreUnavailableException(
          "registering a worker", "its last session is not over yet for the server", null);
    }
    return new ConfigurationException(
        "worker_id",
        "'" + id + "' is in use" + other.map(found -> " by " + found.inWords()).orElse(""),
        "give each worker an id of its own; that of one that was stopped or cut off is free after"
            + " store.worker_lease");
  }

  private Instant put(Connection session, WorkerLease.Wish wish) throws SQLException {
    try (Call call = PUT.on(session)) {
      return call.text("worker_id", id)
          .texts("channels", wish.worker().channels())
          .flag("has_hooks", wish.worker().hasHooks())
          .text("state", wish.state().name())
          .time("started_at", startedAt)
          .number("lock_key", key)
          .uuid("session_id", sessionId)
          .one(row -> row.time("started_at"));
    }
  }

  private boolean bury(Connection session) throws SQLException {
    try (Call call = BURY.on(session)) {
      return call.text("worker_id", id).update() > 0;
    }
  }

  private static int forget(Connection session) throws SQLException {
    try (Call call = FORGET.on(session)) {
      return call.update();
    }
  }

  /** Whether a worker of this id had died untold when this one came; for any thread. */
  boolean followsDead() {
    return followsDead;
  }

  /** Until it is to be said again. */
  Duration untilDue() {
    Duration due = slot.untilDue();
    boolean open = slot.current().isPresent();
    return open && holder == null && due.compareTo(RETRY) > 0 ? RETRY : due;
  }

  void close() {
    slot.close();
  }

  /** Breaks the connection off. */
  void abort() {
    slot.abort();
  }

  /** Why nothing was said, when the server does not answer. */
  TurnwiseException silent() {
    return server.failures().silent();
  }
}
