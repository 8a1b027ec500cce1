package dev.turnwise.testkit.history;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;

/**
 * One line of a history: an offer, its outcome, a fault, or what a room held.
 *
 * <p>Every {@code at_nanos} and its like is read from the one monotonic clock of the one observer
 * that writes the history (the process which makes the offers), in nanoseconds since it started.
 * Only therefore does "answered before the other was offered" mean something: times of several
 * clocks must not be mixed, and a history of several observers is several histories. The time of an
 * offer is taken before it is sent and the time of an answer after it has arrived, so the interval
 * between them holds the moment at which the offer took effect.
 *
 * <p>New kinds join as further records of this interface. A reader refuses a kind that it does not
 * know, since a checker that skips what it does not understand proves nothing. Immutable.
 */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
@JsonSubTypes({
  @JsonSubTypes.Type(value = Invoke.class, name = "invoke"),
  @JsonSubTypes.Type(value = Outcome.Ok.class, name = "ok"),
  @JsonSubTypes.Type(value = Outcome.Blocked.class, name = "blocked"),
  @JsonSubTypes.Type(value = Outcome.Duplicate.class, name = "duplicate"),
  @JsonSubTypes.Type(value = Outcome.Refused.class, name = "refused"),
  @JsonSubTypes.Type(value = Outcome.Unknown.class, name = "unknown"),
  @JsonSubTypes.Type(value = Fault.class, name = "fault"),
  @JsonSubTypes.Type(value = RoomFact.Read.class, name = "read"),
  @JsonSubTypes.Type(value = RoomFact.Removed.class, name = "removed"),
  @JsonSubTypes.Type(value = RoomFact.Final.class, name = "final"),
  @JsonSubTypes.Type(value = RoomFact.Counters.class, name = "counters")
})
public sealed interface HistoryRecord permits Invoke, Outcome, Fault, RoomFact {}
