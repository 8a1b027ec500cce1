package dev.turnwise.postgres;

import java.sql.SQLException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.postgresql.util.PSQLException;
import org.postgresql.util.ServerErrorMessage;

/**
 * What an SQL state means for a write.
 *
 * <p>The question is always whether the statement may have taken effect. An ERROR from the server
 * is a definite no: it comes before the commit, and rolls back. Only where the answer itself is
 * missing may it have happened:
 *
 * <table>
 *   <caption>States and their meaning</caption>
 *   <tr><th>State</th><th>Case</th><th>Meaning</th></tr>
 *   <tr><td>08xxx but 08003</td><td>the connection broke, also by a socket timeout or an interrupt</td><td>lost</td></tr>
 *   <tr><td>08003</td><td>the driver refuses to use a connection that it knows is closed: nothing was sent</td>
 *       <td>unavailable</td></tr>
 *   <tr><td>57P01, 57P02, 57P03, 57P05</td><td>the server ended the session, maybe after the commit</td>
 *       <td>lost</td></tr>
 *   <tr><td>40003</td><td>completion unknown, by its name</td><td>lost</td></tr>
 *   <tr><td>none, 99999</td><td>the driver itself failed</td><td>lost</td></tr>
 *   <tr><td>25P03</td><td>the server ended a session that was silent in a transaction, and rolled that back</td>
 *       <td>unavailable</td></tr>
 *   <tr><td>57014</td><td>cancelled, by its time limit or by an administrator; a cancel that comes too late, while the
 *       commit waits for a standby, is only a warning</td><td>unavailable</td></tr>
 *   <tr><td>55P03, 40001, 40P01</td><td>lock not available in time, serialization failure, deadlock</td>
 *       <td>unavailable</td></tr>
 *   <tr><td>25006, 53xxx, 55xxx, 58xxx, XX…</td><td>read-only standby, out of resources, internal errors</td>
 *       <td>unavailable</td></tr>
 *   <tr><td>22xxx, 23xxx, 54xxx</td><td>the data: malformed, against a constraint, beyond a limit of the
 *       server</td><td>data</td></tr>
 *   <tr><td>0A000, 26xxx, 3Fxxx, 42xxx</td><td>tables or rights are not what this version expects</td>
 *       <td>schema</td></tr>
 * </table>
 */
final class SqlStates {

  /** What became of a statement that failed. */
  enum Meaning {
    /** The answer is missing; it may have taken effect. The connection is unusable. */
    LOST,
    /** It took no effect, for reasons that may pass. */
    UNAVAILABLE,
    /** It took no effect, and never will with this data. */
    DATA,
    /** It took no effect, and never will with this schema. */
    SCHEMA
  }

  static final String EVENT_KEY = "events_pkey";

  private static final String UNIQUE_VIOLATION = "23505";
  private static final String DRIVER_FAILURE = "99999";

  private SqlStates() {}

  static Meaning meaning(SQLException failure) {
    String state = failure.getSQLState();
    if (state == null || state.length() != 5) {
      return Meaning.LOST;
    }
    if (isIndexTaken(failure)) {
      return Meaning.SCHEMA;
    }
    return switch (state) {
      case "08003", "25P03" -> Meaning.UNAVAILABLE;
      case "40003", "57P01", "57P02", "57P03", "57P05", DRIVER_FAILURE -> Meaning.LOST;
      default ->
          switch (state.substring(0, 2)) {
            case "08" -> Meaning.LOST;
            case "22", "23", "54" -> Meaning.DATA;
            case "0A", "26", "3F", "42" -> Meaning.SCHEMA;
            default -> Meaning.UNAVAILABLE;
          };
    };
  }

  /**
   * Whether the session behind this failure is gone, so that its connection must not be used again.
   */
  static boolean endsSession(SQLException failure) {
    String state = failure.getSQLState();
    return meaning(failure) == Meaning.LOST || "08003".equals(state) || "25P03".equals(state);
  }

  /** Whether a row with the id of one of the events is there already. */
  static boolean isEventIdTaken(SQLException failure) {
    return UNIQUE_VIOLATION.equals(failure.getSQLState()) && EVENT_KEY.equals(constraint(failure));
  }

  /**
   * Whether the index that an event was given is taken already: its room's counter lies behind its
   * timeline, which no writer of ours can bring about.
   */
  static boolean isIndexTaken(SQLException failure) {
    return UNIQUE_VIOLATION.equals(failure.getSQLState())
        && UniqueIndex.NAME.equals(constraint(failure));
  }

  private static @Nullable String constraint(SQLException failure) {
    ServerErrorMessage message =
        failure instanceof PSQLException postgres ? postgres.getServerErrorMessage() : null;
    return message == null ? null : message.getConstraint();
  }

  /** The reason in words of our own, for messages. */
  static String reason(SQLException failure) {
    if (isIndexTaken(failure)) {
      return "a room's next_index lies behind its events";
    }
    String state = Objects.requireNonNullElse(failure.getSQLState(), "");
    return switch (state) {
      case "08001" -> "it cannot be reached";
      case "08003" -> "the connection had been closed";
      case "25006" -> "the server is read-only, as a standby is";
      case "25P03" ->
          "the transaction stood still for longer than store.idle_in_transaction_timeout";
      case "28000", "28P01" -> "the server refuses this user or password";
      case "3D000" -> "the server has no such database";
      case "3F000" -> "the session's search_path names no schema that exists";
      case "40P01" -> "the server ended a deadlock by giving up this statement";
      case "42501" -> "the database role lacks a right on the tables";
      case "42P01", "42703" -> "a table or column is missing";
      case "53100" -> "the server's disk is full";
      case "53200" -> "the server is out of memory";
      case "53300" -> "the server has no connection left";
      case "55P03" -> "a lock was not free within store.lock_timeout";
      case "57014" -> "the statement was cancelled, or took longer than store.statement_timeout";
      case "57P01", "57P05" -> "the server ended the session";
      case "57P02" -> "the server crashed";
      case "57P03" -> "the server is starting or shutting down";
      case "" -> "the driver failed";
      default -> state.startsWith("08") ? "the connection broke" : "SQL state " + state;
    };
  }

  /** Why the server objects to data. */
  static String objection(SQLException failure) {
    if (isEventIdTaken(failure)) {
      return "its id is taken by another event";
    }
    String state = failure.getSQLState();
    return switch (state == null ? "" : state) {
      case "22021", "22P05" -> "it holds a character that the database cannot keep";
      case "22P02", "22032" -> "it holds a value that the database cannot read";
      case "22003" -> "it holds a number that is too large for the database";
      case "22001" -> "it holds a text that is too long for the database";
      case "54000" -> "it is too large for the database";
      default -> "SQL state " + state;
    };
  }
}
