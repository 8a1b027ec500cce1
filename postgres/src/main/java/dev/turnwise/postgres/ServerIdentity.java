package dev.turnwise.postgres;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Collections;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.postgresql.PGConnection;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Names the history of the data behind a connection: the server's system identifier and its
 * timeline, which change when a backup is restored or a standby promoted, without anybody having to
 * remember.
 *
 * <p>Where the role may not read the system identifier, the moment of the server's start stands for
 * it. Then every restart looks like a restore, and clients read again without need; never the other
 * way round.
 *
 * <p>Asked once a physical connection, which cannot outlive its server. Thread-safe.
 */
final class ServerIdentity {

  private static final Logger LOG = LoggerFactory.getLogger(ServerIdentity.class);
  private static final Sql IDENTITY = Sql.of("server-identity");
  private static final Sql START = Sql.of("server-start");
  private static final String NOT_ALLOWED = "42501";

  private final Map<PGConnection, String> known = Collections.synchronizedMap(new WeakHashMap<>());
  private final AtomicBoolean warned = new AtomicBoolean();

  /** The name, fit to be part of a position. */
  String of(Connection connection) throws SQLException {
    PGConnection physical = connection.unwrap(PGConnection.class);
    String name = known.get(physical);
    if (name == null) {
      name = ask(connection);
      known.put(physical, name);
    }
    return name;
  }

  private String ask(Connection connection) throws SQLException {
    try {
      return ask(connection, IDENTITY);
    } catch (SQLException failure) {
      if (!NOT_ALLOWED.equals(failure.getSQLState())) {
        throw failure;
      }
      if (warned.compareAndSet(false, true)) {
        LOG.warn(
            "the database role may not call pg_control_system(): after every restart of the server clients read their"
                + " timelines again; grant EXECUTE on pg_control_system() and pg_control_checkpoint() to avoid that");
      }
      return ask(connection, START);
    }
  }

  private static String ask(Connection connection, Sql sql) throws SQLException {
    try (Call call = sql.on(connection)) {
      return call.one(row -> row.text("identity") + "-" + row.text("timeline"));
    }
  }
}
