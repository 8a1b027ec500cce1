package dev.turnwise.identity;

import dev.turnwise.model.EventDraft;
import java.util.List;

/** What a resolver found. */
public sealed interface IdentityResult {

  /** This person. */
  record Identified(Identity identity) implements IdentityResult {}

  /** One of these; ON_IDENTITY_AMBIGUOUS decides. */
  record Ambiguous(List<Identity> candidates) implements IdentityResult {
    public Ambiguous {
      candidates = List.copyOf(candidates);
    }
  }

  /** Nobody known; ON_IDENTITY_UNKNOWN decides. */
  record Unknown() implements IdentityResult {}

  /** Not decided yet, maybe one of these; the message goes on with a pending participant. */
  record Pending(List<Identity> candidates) implements IdentityResult {
    public Pending {
      candidates = List.copyOf(candidates);
    }
  }

  /**
   * The sender was asked to prove who it is, with this event if there is one; the message goes no
   * further.
   */
  record ChallengeSent(List<EventDraft> challenge) implements IdentityResult {
    public ChallengeSent {
      challenge = List.copyOf(challenge);
    }
  }

  /** The sender may not write; the message goes no further. */
  record Rejected(String reason) implements IdentityResult {}
}
