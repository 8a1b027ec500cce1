package dev.turnwise.postgres;

import dev.turnwise.runtime.Tasks;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Executor;
import org.postgresql.jdbc.PgConnection;

/**
 * The statements that locks are made of, on one connection, whose every answer renews the lease.
 *
 * <p>For one thread, which nobody interrupts; only {@link #abort()} is for any. Once a method has
 * thrown {@link SessionLostException} the connection is closed and its lease has ended.
 */
final class LockConnection {

  /** Takes or gives back many keys in one round trip, in the order of the arrays. */
  private static final String TOGGLE =
      """
      SELECT CASE WHEN step.taking
                  THEN pg_try_advisory_lock(step.key)
                  ELSE pg_advisory_unlock(step.key)
             END
        FROM unnest(?::int8[], ?::bool[]) AS step(key, taking)
      """;

  /**
   * Waits for one key. The time limit ends with the statement's own transaction, so nothing has to
   * be reset. Materialized: it is set before the lock is asked for.
   */
  private static final String AWAIT =
      """
      WITH deadline AS MATERIALIZED (SELECT set_config('lock_timeout', ?, true))
      SELECT pg_advisory_lock(?)
        FROM deadline
      """;

  /** Which of these keys are held, and by whom; the server keeps a key in two halves. */
  private static final String HOLDERS =
      """
      SELECT wanted.key, holder.pid, coalesce(activity.application_name, '')
        FROM unnest(?::int8[]) AS wanted(key)
        JOIN pg_locks AS holder
          ON holder.locktype = 'advisory'
         AND holder.granted
         AND holder.database = (SELECT oid FROM pg_database WHERE datname = current_database())
         AND holder.objsubid = 1
         AND holder.classid = ((wanted.key >> 32) & 4294967295)::oid
         AND holder.objid = (wanted.key & 4294967295)::oid
        LEFT JOIN pg_stat_activity AS activity ON activity.pid = holder.pid
      """;

  /** What this session holds; needs no lock itself, not even on a table. */
  private static final String HELD =
      """
      SELECT (classid::bigint << 32) | objid::bigint
        FROM pg_lock_status()
       WHERE pid = pg_backend_pid()
         AND locktype = 'advisory'
         AND granted
         AND objsubid = 1
      """;

  /** On the thread that asks for it: the driver only closes the socket. */
  private static final Executor DIRECT = Runnable::run;

  private final Tasks tasks;
  private final Connection connection;
  private final Duration answerTimeout;
  private final Lease lease;
  private final int pid;
  private final PreparedStatement toggle;
  private final PreparedStatement await;

  /**
   * @param lease renewed by each answer
   */
  LockConnection(Connection connection, Duration answerTimeout, Lease lease, Tasks tasks)
      throws SQLException {
    this.tasks = tasks;
    this.connection = connection;
    this.answerTimeout = answerTimeout;
    this.lease = lease;
    this.pid = connection.unwrap(PgConnection.class).getBackendPID();
    this.toggle = connection.prepareStatement(TOGGLE);
    this.await = connection.prepareStatement(AWAIT);
  }

  Lease lease() {
    return lease;
  }

  /** Process id of the session on the server. */
  int pid() {
    return pid;
  }

  /**
   * Takes and gives back keys.
   *
   * @param taking for each key whether to take it if it is free, else to give it back
   * @return for each key whether that was done
   */
  List<Boolean> toggle(List<Long> keys, List<Boolean> taking) throws SQLException {
    return exchange(
        answerTimeout,
        () -> {
          toggle.setArray(1, connection.createArrayOf("int8", keys.toArray()));
          toggle.setArray(2, connection.createArrayOf("bool", taking.toArray()));
          try (ResultSet rows = toggle.executeQuery()) {
            List<Boolean> done = new ArrayList<>(keys.size());
            while (rows.next()) {
              done.add(rows.getBoolean(1));
            }
            return done;
          }
        });
  }

  boolean giveBack(long key) throws SQLException {
    return toggle(List.of(key), List.of(false)).getFirst();
  }

  void ping() throws SQLException {
    toggle(List.of(), List.of());
  }

  /**
   * Waits until the key is free, then takes it.
   *
   * @return false if it was not within this time, or if the wait was cancelled; then {@link
   *     #reset()}
   */
  boolean await(long key, Duration atMost) throws SQLException {
    // The setting is a number of milliseconds in 32 bits, and 0 is for ever.
    int millis = Math.clamp(atMost.toMillis(), 1, Integer.MAX_VALUE);
    try {
      return exchange(
          answerTimeout.plusMillis(millis),
          () -> {
            await.setString(1, Integer.toString(millis));
            await.setLong(2, key);
            return await.execute();
          });
    } catch (SQLException failure) {
      String state = LockFailures.stateOf(failure);
      if (state.equals(LockFailures.LOCK_NOT_AVAILABLE) || state.equals(LockFailures.CANCELLED)) {
        return false;
      }
      throw failure;
    }
  }

  /**
   * Makes the session hold nothing, whatever became of a wait: the time may be up, or a cancel
   * arrive, in the very moment in which the lock is granted, and then the statement fails with the
   * lock in hand. A cancel that comes late hits this statement, and it runs again.
   */
  void reset() throws SQLException {
    boolean clean = false;
    while (!clean) {
      try {
        clean = call(LockConnection::unlockAll);
      } catch (SQLException failure) {
        if (!LockFailures.stateOf(failure).equals(LockFailures.CANCELLED)) {
          throw failure;
        }
      }
    }
  }

  private static boolean unlockAll(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      return statement.execute("SELECT pg_advisory_unlock_all()");
    }
  }

  /** Ends what the session with this process id is running, if it runs anything. */
  void cancel(int otherPid) throws SQLException {
    call(
        same -> {
          try (PreparedStatement statement = same.prepareStatement("SELECT pg_cancel_backend(?)")) {
            statement.setInt(1, otherPid);
            return statement.execute();
          }
        });
  }

  /** The keys that this session holds, according to the server. */
  Set<Long> held() throws SQLException {
    return call(
        same -> {
          try (Statement statement = same.createStatement();
              ResultSet rows = statement.executeQuery(HELD)) {
            Set<Long> held = new HashSet<>();
            while (rows.next()) {
              held.add(rows.getLong(1));
            }
            return held;
          }
        });
  }

  /** Who holds these keys; keys that are free are missing. */
  Map<Long, Holder> holders(List<Long> keys) throws SQLException {
    return call(
        same -> {
          try (PreparedStatement statement = same.prepareStatement(HOLDERS)) {
            statement.setArray(1, same.createArrayOf("int8", keys.toArray()));
            try (ResultSet rows = statement.executeQuery()) {
              Map<Long, Holder> holders = new HashMap<>();
              while (rows.next()) {
                holders.put(rows.getLong(1), new Holder(rows.getInt(2), rows.getString(3)));
              }
              return holders;
            }
          }
        });
  }

  /** Runs one statement of somebody else's. */
  <T> T call(SqlCall<T> call) throws SQLException {
    return exchange(answerTimeout, () -> call.on(connection));
  }

  @FunctionalInterface
  private interface Exchange<T> {
    T run() throws SQLException;
  }

  private <T> T exchange(Duration answerWithin, Exchange<T> exchange) throws SQLException {
    Duration asked = tasks.now();
    try {
      int millis = (int) Math.min(answerWithin.toMillis(), Integer.MAX_VALUE);
      connection.setNetworkTimeout(DIRECT, millis);
      T answer = exchange.run();
      lease.renew(asked);
      return answer;
    } catch (SQLException failure) {
      if (LockFailures.endsSession(failure)) {
        abort();
        throw new SessionLostException(failure);
      }
      lease.renew(asked);
      throw failure;
    }
  }

  /** Closes in order, which the server sees at once. */
  void close() {
    lease.end();
    try {
      connection.close();
    } catch (SQLException failure) {
      abort();
    }
  }

  /** Closes the socket, whatever is under way on it. */
  void abort() {
    lease.end();
    try {
      connection.abort(DIRECT);
    } catch (SQLException failure) {
      // It was closed already, which is what was asked for.
    }
  }
}
