package dev.turnwise.postgres;

import java.sql.SQLException;

/** The connection of a session broke, and with it went every lock that the session had. */
final class SessionLostException extends SQLException {
  private static final long serialVersionUID = 1L;

  SessionLostException(SQLException cause) {
    super("the session is lost", cause.getSQLState(), cause);
  }
}
