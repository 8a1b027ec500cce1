package dev.turnwise.store;

import java.util.List;

/**
 * What an audit of a live store found.
 *
 * @param rooms rooms looked at
 * @param events events stored
 * @param duplicateIndices rows that share room and index with another one, not counting the first
 *     of each
 * @param gaps indices below a room's end without an event, except those that an EVENT_DELETED event
 *     lists
 * @param counterMismatches rooms whose {@code next_index} is not one above their last index
 * @param cursorErrors rooms whose delivery cursor lies beyond their timeline
 * @param undelivered events with planned targets above their room's cursor; work to do, not a fault
 * @param uniqueIndex whether the unique index on (room, index) is in force
 * @param findings the first faults in words, at most 20
 */
public record AuditReport(
    long rooms,
    long events,
    long duplicateIndices,
    long gaps,
    long counterMismatches,
    long cursorErrors,
    long undelivered,
    boolean uniqueIndex,
    List<String> findings) {

  public AuditReport {
    findings = List.copyOf(findings);
  }

  /** Whether every guarantee holds. */
  public boolean ok() {
    return duplicateIndices == 0
        && gaps == 0
        && counterMismatches == 0
        && cursorErrors == 0
        && uniqueIndex;
  }
}
