package dev.turnwise.identity;

import dev.turnwise.model.EventDraft;
import java.util.List;

/** What an identity hook decides about a sender who is not known for certain. */
public sealed interface IdentityDecision {

  /** It is this person. */
  record Resolved(Identity identity) implements IdentityDecision {}

  /** It is a new person. */
  record Created(Identity identity) implements IdentityDecision {}

  /** Leave it open; the message goes on with a pending participant. */
  record Pending() implements IdentityDecision {}

  /**
   * Ask the sender with these events, stored for and addressed to the channel it wrote through; its
   * message stops.
   */
  record Challenge(List<EventDraft> events) implements IdentityDecision {
    public Challenge {
      events = List.copyOf(events);
    }
  }

  /** Refuse the message. */
  record Rejected(String reason) implements IdentityDecision {}
}
