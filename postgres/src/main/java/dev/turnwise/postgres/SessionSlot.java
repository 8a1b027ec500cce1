package dev.turnwise.postgres;

import dev.turnwise.error.EngineClosedException;
import dev.turnwise.error.TurnwiseException;
import dev.turnwise.runtime.Tasks;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One session through all its connections: opened when it is first needed, kept alive by pings, and
 * opened again after it was lost.
 *
 * <pre>
 * Unopened ──► Open ──► Down ──► Open …        any ──► Closed
 *     └────────────────► Down (cannot be opened, retried with growing pauses)
 * </pre>
 *
 * <p>For the one thread that owns the session; only {@link #pid()} and {@link #abort()} are for
 * any.
 */
final class SessionSlot {

  private sealed interface State {
    record Unopened() implements State {}

    record Open(LockConnection connection, Duration since, int failures) implements State {}

    record Down(int failures, Duration retryAt, TurnwiseException reason) implements State {}

    record Closed() implements State {}
  }

  private static final Logger LOG = LoggerFactory.getLogger(SessionSlot.class);
  private static final Duration FIRST_PAUSE = Duration.ofMillis(100);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(5);
  private static final Duration FOR_EVER = Duration.ofDays(36_500);

  private final String name;
  private final LockServer server;
  private final Tasks tasks;
  private volatile State state = new State.Unopened();

  SessionSlot(String name, LockServer server, Tasks tasks) {
    this.name = name;
    this.server = server;
    this.tasks = tasks;
  }

  /**
   * An open connection.
   *
   * @throws TurnwiseException the reason why there is none at present
   */
  LockConnection connection() {
    return switch (state) {
      case State.Open open -> open.connection();
      case State.Unopened _ -> open(0);
      case State.Down down when isDue(down) -> open(down.failures());
      case State.Down down -> throw down.reason();
      case State.Closed _ -> throw new EngineClosedException();
    };
  }

  /** Whether {@link #connection()} is worth a call. */
  boolean isUsable() {
    return switch (state) {
      case State.Open _, State.Unopened _ -> true;
      case State.Down down -> isDue(down);
      case State.Closed _ -> false;
    };
  }

  private boolean isDue(State.Down down) {
    return down.retryAt().compareTo(tasks.now()) <= 0;
  }

  private LockConnection open(int failures) {
    try {
      LockConnection connection = server.open();
      if (failures > 0) {
        LOG.info("{} is open again", name);
      }
      state = new State.Open(connection, tasks.now(), failures);
      return connection;
    } catch (TurnwiseException failure) {
      if (failures == 0) {
        LOG.warn("{} cannot be opened, and will be tried again: {}", name, failure.getMessage());
      }
      fail(failures + 1, failure);
      throw failure;
    }
  }

  private void fail(int failures, TurnwiseException reason) {
    state = new State.Down(failures, tasks.now().plus(pause(failures)), reason);
  }

  private static Duration pause(int failures) {
    if (failures == 0) {
      return Duration.ZERO;
    }
    Duration pause = FIRST_PAUSE.multipliedBy(1L << Math.min(failures - 1, 10));
    return pause.compareTo(LONGEST_PAUSE) < 0 ? pause : LONGEST_PAUSE;
  }

  /** The connection broke. It is replaced at once, unless that happens again and again. */
  void lost(SessionLostException loss) {
    if (!(state instanceof State.Open(LockConnection connection, Duration since, int failures))) {
      return;
    }
    LOG.warn(
        "{} (pid {}) is lost, with every lock on it: {}",
        name,
        connection.pid(),
        server.failures().inWords(loss));
    boolean lived = tasks.now().minus(since).compareTo(server.settings().pingEvery()) > 0;
    fail(lived ? 0 : failures + 1, server.failures().unavailable(loss));
  }

  /** Does what is due: a ping, or another attempt to open it. */
  void keepAlive() {
    try {
      switch (state) {
        case State.Open open when !open.connection().lease().untilPing().isPositive() ->
            open.connection().ping();
        case State.Down down when isDue(down) -> open(down.failures());
        default -> {}
      }
    } catch (SessionLostException loss) {
      lost(loss);
    } catch (SQLException refused) {
      LOG.warn("{} was refused a ping: {}", name, server.failures().inWords(refused));
    } catch (TurnwiseException stillDown) {
      // Said by open(), and to be tried again.
    }
  }

  /** Until {@link #keepAlive()} has something to do. */
  Duration untilDue() {
    return switch (state) {
      case State.Open open -> open.connection().lease().untilPing();
      case State.Down down -> down.retryAt().minus(tasks.now());
      case State.Unopened _, State.Closed _ -> FOR_EVER;
    };
  }

  /** The connection, if it is open. */
  Optional<LockConnection> current() {
    return state instanceof State.Open open ? Optional.of(open.connection()) : Optional.empty();
  }

  boolean isOpen(LockConnection connection) {
    return current().filter(open -> open == connection).isPresent();
  }

  /** Process id of the session on the server, while it is open. */
  Optional<Integer> pid() {
    return current().map(LockConnection::pid);
  }

  void close() {
    State last = state;
    state = new State.Closed();
    if (last instanceof State.Open open) {
      open.connection().close();
    }
  }

  /** Breaks the connection, so that whatever its thread waits for ends. */
  void abort() {
    current().ifPresent(LockConnection::abort);
  }
}
