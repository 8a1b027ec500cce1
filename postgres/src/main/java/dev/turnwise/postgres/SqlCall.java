package dev.turnwise.postgres;

import java.sql.Connection;
import java.sql.SQLException;

/** One statement to run on a session that others share: it must not wait for anything. */
@FunctionalInterface
interface SqlCall<T> {

  T on(Connection connection) throws SQLException;
}
