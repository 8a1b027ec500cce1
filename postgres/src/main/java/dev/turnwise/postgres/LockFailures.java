package dev.turnwise.postgres;

import dev.turnwise.error.ConfigurationException;
import dev.turnwise.error.StoreUnavailableException;
import dev.turnwise.error.TurnwiseException;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;
import org.postgresql.util.PSQLException;

/** Turns the driver's exceptions into ours: in words for people, with the original as cause. */
final class LockFailures {

  static final String LOCK_NOT_AVAILABLE = "55P03";
  static final String CANCELLED = "57014";

  private static final String KEY = "locks.dsn";
  private static final String DIRECTLY =
      "connect to PostgreSQL itself, or by way of a pooler in session mode that passes options on";

  private final PostgresDsn dsn;

  LockFailures(PostgresDsn dsn) {
    this.dsn = dsn;
  }

  /** No session could be opened. */
  TurnwiseException unopened(SQLException failure) {
    String state = stateOf(failure);
    return switch (state) {
      case "08P01" -> pooler("refuses the options that a session starts with", failure);
      case "42704", "22023" ->
          new ConfigurationException(
              KEY,
              "leads to " + dsn.target() + ", which refuses an option that locks depend on",
              "use PostgreSQL 14 or newer, on a system where it can check client connections",
              failure);
      case "28000", "28P01", "3D000" ->
          new ConfigurationException(
              KEY,
              "leads to " + dsn.target() + ", which refuses this user, password or database",
              "correct the address",
              failure);
      default -> unavailable(failure);
    };
  }

  /** A session does not have an option that it was opened with. */
  ConfigurationException pooler(String evidence, @Nullable Throwable cause) {
    return new ConfigurationException(
        KEY,
        "leads to "
            + dsn.target()
            + ", which "
            + evidence
            + ", as connection poolers in transaction mode do; locks there would be lost or never"
            + " freed",
        DIRECTLY,
        cause);
  }

  /** The server did not do what was asked, for reasons that may pass. */
  StoreUnavailableException unavailable(SQLException failure) {
    return new StoreUnavailableException("locking", inWords(failure), failure);
  }

  /** For messages and logs. */
  String inWords(SQLException failure) {
    return "PostgreSQL at " + dsn.target() + ": " + reason(failure);
  }

  /** The server did not answer in time, or not at all. */
  StoreUnavailableException silent() {
    return new StoreUnavailableException(
        "locking", "PostgreSQL at " + dsn.target() + " does not answer", null);
  }

  /**
   * Whether the session behind this failure is gone; in doubt it is. Not told by the severity,
   * which comes in the server's language.
   */
  static boolean endsSession(SQLException failure) {
    boolean answered = failure instanceof PSQLException p && p.getServerErrorMessage() != null;
    String state = stateOf(failure);
    return !answered || state.startsWith("08") || state.startsWith("57P") || state.equals("25P03");
  }

  static String stateOf(SQLException failure) {
    String state = failure.getSQLState();
    return state == null ? "" : state;
  }

  private static String reason(SQLException failure) {
    String state = stateOf(failure);
    return switch (state) {
      case "08001" -> "it cannot be reached";
      case "42501" -> "the database role may not use advisory locks";
      case "53200" ->
          "its table of locks is full; raise max_locks_per_transaction, or lower locks.max_held";
      case "53300" -> "it has no connection left";
      case "57P01" -> "it ended the session";
      case "57P02" -> "it crashed";
      case "57P03" -> "it is starting or shutting down";
      case "57P05" -> "it ended the session, which had not spoken for the length of a lease";
      case "" -> "the driver failed";
      default -> state.startsWith("08") ? "the connection broke" : "SQL state " + state;
    };
  }
}
