package dev.turnwise.testkit.history;

import java.util.Locale;

/** What the checker proves of a history. The wire names are stable: they are keys of the report. */
public enum HistoryRule {
  HISTORY_WELL_FORMED("each outcome follows its one offer, and no time runs backwards"),
  ROOMS_READ_AT_END("each room was read at the end, so that something can be proven of it"),
  INDICES_EXACT("a room's indices are 0 to N-1, each once; holes only where one was removed"),
  EVENT_IDS_UNIQUE("no event id stands at two places"),
  ACKNOWLEDGED_STORED("each acknowledged event stands at its index, under its id, key and op"),
  ACKNOWLEDGED_ONCE("no index was acknowledged to two offers as newly stored"),
  BLOCKED_AS_TOLD("an event is blocked at the end exactly if its caller was told so"),
  CONTENT_AS_TOLD("an event holds the content that its callers were told, rewritten or not"),
  REFUSED_ABSENT("what was refused is not in the room"),
  UNKNOWN_AT_MOST_ONCE("an offer without definite answer was stored once or never"),
  KEYS_STORED_ONCE("an idempotency key, or an offer without one, was stored once in its room"),
  DUPLICATE_HAS_ORIGINAL("the original of a duplicate is stored, under the same key"),
  PAYLOAD_DIFFERENCE_TOLD("a duplicate is told of another payload exactly if it had one"),
  NOTHING_INVENTED("each key and op in the room was offered to it"),
  REAL_TIME_ORDER("what was offered after something was known to be stored stands behind it"),
  CALLER_ORDER("what one caller offered one process stands in the order of the offers"),
  READS_WITHOUT_SKIP("a read sees index after index, none left out, none turned round"),
  READS_MATCH_FINAL("what was read at an index is what stands there at the end"),
  READS_SEE_ACKNOWLEDGED("a read to the end shows what was acknowledged before it"),
  READS_NEVER_GO_BACK("a read to the end shows what the same reader had seen before"),
  COUNTERS_MATCH("a room's counters are what its events say"),
  REMOVED_ABSENT("what was removed is not in the room");

  private final String statement;
  private final String wire = name().toLowerCase(Locale.ROOT);

  HistoryRule(String statement) {
    this.statement = statement;
  }

  /** What must hold, as one phrase. */
  public String statement() {
    return statement;
  }

  /** The rule's name in JSON, for example {@code indices_exact}. */
  public String wire() {
    return wire;
  }
}
