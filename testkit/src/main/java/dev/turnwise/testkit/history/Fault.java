package dev.turnwise.testkit.history;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.turnwise.model.Checks;

/**
 * Something was done to a process on purpose. No rule is relaxed for it; the report counts it.
 *
 * @param type what was done
 * @param process to whom
 * @param atNanos observer's time after it was done
 */
public record Fault(Type type, String process, long atNanos) implements HistoryRecord {
  public Fault {
    Checks.require("type", type);
    Checks.requireId("process", process);
    Checks.requireNotNegative("at_nanos", atNanos);
  }

  /** The faults that can be told. */
  public enum Type {
    /** Killed without warning. */
    @JsonProperty("kill")
    KILL,
    /** Stopped: it holds what it holds and does nothing. */
    @JsonProperty("stop")
    STOP,
    /** Continued after a stop. */
    @JsonProperty("cont")
    CONTINUE,
    /** Its connection to the store was terminated from the other side. */
    @JsonProperty("terminate")
    TERMINATE
  }
}
