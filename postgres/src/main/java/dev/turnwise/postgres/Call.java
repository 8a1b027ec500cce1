package dev.turnwise.postgres;

import dev.turnwise.model.Checks;
import java.sql.Array;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A statement about to run: takes its parameters by name, then runs once.
 *
 * <p>A parameter has the same type whether it is null or not. Otherwise the driver would prepare
 * the statement anew each time the pattern of nulls changes.
 */
final class Call implements AutoCloseable {

  /** Reads one row. */
  @FunctionalInterface
  interface Reader<T> {
    T read(Row row) throws SQLException;
  }

  private final PreparedStatement statement;
  private final Sql sql;

  Call(PreparedStatement statement, Sql sql) {
    this.statement = statement;
    this.sql = sql;
  }

  /** Refuses what the server would refuse: U+0000 and lone surrogates. */
  Call text(String name, @Nullable String value) throws SQLException {
    Checks.optionalText(name, value);
    for (int at : sql.positions(name)) {
      statement.setString(at, value);
    }
    return this;
  }

  Call number(String name, long value) throws SQLException {
    for (int at : sql.positions(name)) {
      statement.setLong(at, value);
    }
    return this;
  }

  Call number(String name, @Nullable Long value) throws SQLException {
    for (int at : sql.positions(name)) {
      statement.setObject(at, value, Types.BIGINT);
    }
    return this;
  }

  Call flag(String name, boolean value) throws SQLException {
    for (int at : sql.positions(name)) {
      statement.setBoolean(at, value);
    }
    return this;
  }

  Call bytes(String name, byte @Nullable [] value) throws SQLException {
    for (int at : sql.positions(name)) {
      statement.setBytes(at, value);
    }
    return this;
  }

  Call uuid(String name, @Nullable UUID value) throws SQLException {
    for (int at : sql.positions(name)) {
      if (value == null) {
        statement.setNull(at, Types.OTHER, "uuid");
      } else {
        statement.setObject(at, value);
      }
    }
    return this;
  }

  Call time(String name, @Nullable Instant value) throws SQLException {
    for (int at : sql.positions(name)) {
      statement.setObject(
          at, value == null ? null : value.atOffset(ZoneOffset.UTC), Types.TIMESTAMP_WITH_TIMEZONE);
    }
    return this;
  }

  Call texts(String name, @Nullable Object @Nullable [] values) throws SQLException {
    return array(name, "text", values);
  }

  Call texts(String name, Collection<String> values) throws SQLException {
    return array(name, "text", values.toArray());
  }

  Call uuids(String name, Collection<UUID> values) throws SQLException {
    return array(name, "uuid", values.toArray());
  }

  Call numbers(String name, @Nullable Long @Nullable [] values) throws SQLException {
    return array(name, "int8", values);
  }

  Call flags(String name, Boolean @Nullable [] values) throws SQLException {
    return array(name, "bool", values);
  }

  Call blobs(String name, byte @Nullable [] @Nullable [] values) throws SQLException {
    return array(name, "bytea", values);
  }

  private Call array(String name, String type, @Nullable Object @Nullable [] values)
      throws SQLException {
    if (values == null) {
      for (int at : sql.positions(name)) {
        statement.setNull(at, Types.ARRAY, type + "[]");
      }
      return this;
    }
    Array array = statement.getConnection().createArrayOf(type, values);
    for (int at : sql.positions(name)) {
      statement.setArray(at, array);
    }
    return this;
  }

  <T> List<T> list(Reader<T> reader) throws SQLException {
    try (ResultSet rows = statement.executeQuery()) {
      List<T> all = new ArrayList<>();
      Row row = new Row(rows);
      while (rows.next()) {
        all.add(reader.read(row));
      }
      return all;
    }
  }

  /** The first row, if there is one. */
  <T> Optional<T> first(Reader<T> reader) throws SQLException {
    try (ResultSet rows = statement.executeQuery()) {
      return rows.next() ? Optional.of(reader.read(new Row(rows))) : Optional.empty();
    }
  }

  /** The only row of a statement that always has one. */
  <T> T one(Reader<T> reader) throws SQLException {
    return first(reader)
        .orElseThrow(() -> new IllegalStateException("the statement has no result: " + sql));
  }

  /** Rows written. */
  int update() throws SQLException {
    return statement.executeUpdate();
  }

  @Override
  public void close() throws SQLException {
    statement.close();
  }
}
