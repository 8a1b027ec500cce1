package dev.turnwise.postgres;

import dev.turnwise.error.ConfigurationException;
import dev.turnwise.error.DataRejectedException;
import dev.turnwise.error.InvalidInputException;
import dev.turnwise.error.OutcomeUnknownException;
import dev.turnwise.error.SchemaException;
import dev.turnwise.error.StoreUnavailableException;
import dev.turnwise.error.TurnwiseException;
import java.sql.SQLException;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Turns the driver's exceptions into those of the interface, with a message for people and the
 * original as cause.
 */
final class Failures {

  /**
   * What a write is about, for messages.
   *
   * @param operation what was attempted, as in "unavailable for …"
   * @param subject what was to be stored, as in "whether … was stored"
   * @param id the event, task or observation, if it is one
   */
  record Write(String operation, String subject, Optional<UUID> id) {

    static Write of(String operation, String subject) {
      return new Write(operation, subject, Optional.empty());
    }

    static Write ofEvent(String operation, UUID eventId) {
      return new Write(operation, "event " + eventId, Optional.of(eventId));
    }
  }

  private static final String MIGRATE =
      "call init(), and check that every worker runs a version of Turnwise for this database";

  private final PostgresDsn dsn;

  Failures(PostgresDsn dsn) {
    this.dsn = dsn;
  }

  /** No connection could be had, so nothing was sent. */
  TurnwiseException unconnected(String operation, SQLException failure) {
    SQLException cause = failure.getCause() instanceof SQLException root ? root : failure;
    String state = cause.getSQLState();
    if (state != null && (state.startsWith("28") || state.equals("3D000"))) {
      return new ConfigurationException(
          "store.dsn",
          "leads to " + dsn.target() + ", but " + SqlStates.reason(cause),
          "correct the user, password or database name",
          failure);
    }
    if ("08P01".equals(state)) {
      return pooler(failure);
    }
    String reason = state == null ? noConnection(failure) : SqlStates.reason(cause);
    return new StoreUnavailableException(
        operation,
        "PostgreSQL at "
            + dsn.target()
            + ": "
            + reason
            + " ("
            + cause.getClass().getSimpleName()
            + ")",
        failure);
  }

  private static String noConnection(SQLException failure) {
    return failure.getCause() instanceof InterruptedException
        ? "the wait for a connection was interrupted"
        : "no connection was free in time";
  }

  /** The server's end is not what the session was opened with. */
  ConfigurationException pooler(@Nullable Throwable cause) {
    return new ConfigurationException(
        "store.dsn",
        "leads to "
            + dsn.target()
            + ", which does not take the settings that a session starts with;"
            + " a connection pooler in transaction mode behaves like that",
        "connect to PostgreSQL itself, or use the pooler in session mode",
        cause);
  }

  /** A read failed. */
  TurnwiseException read(String operation, SQLException failure) {
    return switch (SqlStates.meaning(failure)) {
      case SCHEMA -> schema(failure);
      case DATA ->
          new InvalidInputException(
              operation,
              "was given a value that the database refuses",
              null,
              "correct it",
              failure);
      case LOST, UNAVAILABLE -> unavailable(operation, failure);
    };
  }

  /** A write failed that took effect by itself, or whose transaction was being committed. */
  TurnwiseException sent(Write write, SQLException failure) {
    return SqlStates.meaning(failure) == SqlStates.Meaning.LOST
        ? new OutcomeUnknownException(
            write.subject(),
            "PostgreSQL at " + dsn.target() + ": " + SqlStates.reason(failure),
            failure)
        : rolledBack(write, failure);
  }

  /** A write failed in a transaction that had not been committed, so it is gone. */
  TurnwiseException rolledBack(Write write, SQLException failure) {
    return switch (SqlStates.meaning(failure)) {
      case SCHEMA -> schema(failure);
      case DATA -> rejected(write, failure);
      case LOST, UNAVAILABLE -> unavailable(write.operation(), failure);
    };
  }

  private static TurnwiseException rejected(Write write, SQLException failure) {
    String objection = SqlStates.objection(failure);
    return write
        .id()
        .<TurnwiseException>map(id -> new DataRejectedException(id, objection, failure))
        .orElseGet(
            () ->
                new InvalidInputException(
                    write.subject(),
                    "is refused by the database, " + objection,
                    null,
                    "correct it",
                    failure));
  }

  private StoreUnavailableException unavailable(String operation, SQLException failure) {
    return new StoreUnavailableException(
        operation, "PostgreSQL at " + dsn.target() + ": " + SqlStates.reason(failure), failure);
  }

  private SchemaException schema(SQLException failure) {
    return new SchemaException(
        "the database "
            + dsn.target()
            + " is not as this version expects, "
            + SqlStates.reason(failure),
        remedy(failure),
        failure);
  }

  private static String remedy(SQLException failure) {
    if (SqlStates.isIndexTaken(failure)) {
      return "audit the database; a restored counter, or writers without this index, do this";
    }
    return "42501".equals(failure.getSQLState())
        ? "grant the role SELECT, INSERT, UPDATE and DELETE on the tables, and CREATE for init()"
        : MIGRATE;
  }
}
