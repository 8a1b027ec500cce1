package dev.turnwise.postgres;

import dev.turnwise.store.AuditReport;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * Counts what a live database holds against what its counters say, in one snapshot, while others go
 * on writing.
 */
final class Audit {

  private static final int MAX_FINDINGS = 20;
  private static final Sql COUNTS = Sql.of("audit-counts");
  private static final Sql DUPLICATES = Sql.of("audit-duplicates");
  private static final Sql GAPS = Sql.of("audit-gaps");
  private static final Sql COUNTERS = Sql.of("audit-counters");

  private final Connection connection;
  private final List<String> findings = new ArrayList<>();
  private long duplicates;
  private long gaps;
  private long counterMismatches;
  private long cursorErrors;

  private Audit(Connection connection) {
    this.connection = connection;
  }

  /** Runs on a connection that is used for nothing else. */
  static AuditReport of(Connection connection) throws SQLException {
    connection.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
    connection.setReadOnly(true);
    connection.setAutoCommit(false);
    AuditReport report = new Audit(connection).report();
    connection.commit();
    return report;
  }

  private AuditReport report() throws SQLException {
    boolean uniqueIndex = UniqueIndex.isInForce(connection);
    if (!uniqueIndex) {
      findings.add("the unique index " + UniqueIndex.NAME + " is not in force");
    }
    each(DUPLICATES, this::addDuplicates);
    each(GAPS, this::addGaps);
    each(COUNTERS, this::addCounters);
    try (Call call = COUNTS.on(connection)) {
      return call.one(row -> report(row, uniqueIndex));
    }
  }

  private AuditReport report(Row counts, boolean uniqueIndex) throws SQLException {
    return new AuditReport(
        counts.number("rooms"),
        counts.number("events"),
        duplicates,
        gaps,
        counterMismatches,
        cursorErrors,
        counts.number("undelivered"),
        uniqueIndex,
        findings.size() > MAX_FINDINGS ? findings.subList(0, MAX_FINDINGS) : findings);
  }

  private void each(Sql sql, Call.Reader<Boolean> reader) throws SQLException {
    try (Call call = sql.on(connection)) {
      call.number("findings", MAX_FINDINGS).list(reader);
    }
  }

  private boolean addDuplicates(Row row) throws SQLException {
    duplicates = row.number("total");
    return findings.add(
        "room "
            + row.text("room_id")
            + " has "
            + row.number("copies")
            + " events at index "
            + row.number("index"));
  }

  private boolean addGaps(Row row) throws SQLException {
    gaps = row.number("total");
    long first = row.number("first");
    long last = row.number("last");
    String where =
        first == last
            ? "at index " + first
            : "at " + row.number("missing") + " of the indices " + first + " to " + last;
    return findings.add("room " + row.text("room_id") + " has no event " + where);
  }

  private boolean addCounters(Row row) throws SQLException {
    counterMismatches = row.number("counters_wrong");
    cursorErrors = row.number("cursors_wrong");
    String room = "room " + row.text("room_id");
    String end = "its last index is " + row.number("last_index");
    if (row.isNull("next_index")) {
      findings.add(room + " has events but no head; " + end);
    } else if (row.flag("counter_wrong")) {
      findings.add(room + " has next_index " + row.number("next_index") + ", but " + end);
    }
    if (row.flag("cursor_wrong")) {
      findings.add(room + " is delivered up to " + row.number("delivered_index") + ", but " + end);
    }
    return true;
  }
}
