package dev.turnwise.postgres;

import java.sql.Array;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The current row of a result, read by column name. */
final class Row {

  private final ResultSet rows;

  Row(ResultSet rows) {
    this.rows = rows;
  }

  @Nullable String textOrNull(String column) throws SQLException {
    return rows.getString(column);
  }

  String text(String column) throws SQLException {
    return present(column, rows.getString(column));
  }

  <E extends Enum<E>> E constant(String column, Class<E> type) throws SQLException {
    return Enum.valueOf(type, text(column));
  }

  long number(String column) throws SQLException {
    return rows.getLong(column);
  }

  boolean isNull(String column) throws SQLException {
    return rows.getObject(column) == null;
  }

  boolean flag(String column) throws SQLException {
    return rows.getBoolean(column);
  }

  byte[] bytes(String column) throws SQLException {
    return present(column, rows.getBytes(column));
  }

  UUID uuid(String column) throws SQLException {
    return present(column, uuidOrNull(column));
  }

  @Nullable UUID uuidOrNull(String column) throws SQLException {
    return rows.getObject(column, UUID.class);
  }

  Instant time(String column) throws SQLException {
    return present(column, timeOrNull(column));
  }

  @Nullable Instant timeOrNull(String column) throws SQLException {
    OffsetDateTime time = rows.getObject(column, OffsetDateTime.class);
    return time == null ? null : time.toInstant();
  }

  @Nullable Duration nanosOrNull(String column) throws SQLException {
    long nanos = rows.getLong(column);
    return rows.wasNull() ? null : Duration.ofNanos(nanos);
  }

  List<String> texts(String column) throws SQLException {
    return present(column, textsOrNull(column));
  }

  @Nullable List<String> textsOrNull(String column) throws SQLException {
    Array array = rows.getArray(column);
    return array == null ? null : Arrays.asList((String[]) array.getArray());
  }

  private static <T> T present(String column, @Nullable T value) {
    if (value == null) {
      throw new IllegalStateException("column " + column + " is null");
    }
    return value;
  }
}
