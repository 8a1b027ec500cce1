package dev.turnwise.hook;

import dev.turnwise.identity.IdentityDecision;
import dev.turnwise.identity.IdentityQuestion;
import dev.turnwise.model.RoomEvent;

/**
 * The code of a hook. Implementations are thread-safe: the engine calls them for many rooms at
 * once.
 */
public sealed interface HookHandler {

  /** Whether this kind of code can serve the trigger. */
  boolean fits(HookTrigger trigger);

  /** Decides about an event that is about to be committed. */
  @FunctionalInterface
  non-sealed interface Gate extends HookHandler {
    HookResult decide(RoomEvent event, HookContext context) throws Exception;

    @Override
    default boolean fits(HookTrigger trigger) {
      return trigger == HookTrigger.BEFORE_BROADCAST;
    }
  }

  /** Says what to do about a sender who is not known for certain. */
  @FunctionalInterface
  non-sealed interface Identifier extends HookHandler {
    IdentityDecision decide(IdentityQuestion question) throws Exception;

    @Override
    default boolean fits(HookTrigger trigger) {
      return trigger == HookTrigger.ON_IDENTITY_AMBIGUOUS
          || trigger == HookTrigger.ON_IDENTITY_UNKNOWN;
    }
  }

  /** Is told that something has happened; cannot change it. */
  @FunctionalInterface
  non-sealed interface Observer extends HookHandler {
    void observe(HookPayload payload) throws Exception;

    @Override
    default boolean fits(HookTrigger trigger) {
      return !trigger.isSync();
    }
  }
}
