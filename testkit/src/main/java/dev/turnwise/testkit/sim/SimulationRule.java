package dev.turnwise.testkit.sim;

import java.util.Locale;

/** What a simulation proves besides the history checker's rules. */
public enum SimulationRule {
  CLOSED_ROOM_STORES_NOTHING("between a close that has returned and the next reopening"),
  MUTED_CHANNEL_IS_BLOCKED("between a mute that has returned and the next unmuting"),
  HOOKS_DECIDED("each message that a worker with hooks stored has passed them"),
  GATES_SAW_THE_TIMELINE("between what a hook saw and its message nobody else has stored"),
  INJECTED_RIGHT_BEHIND("what a hook injects stands right behind its message, once"),
  REPEAT_HAS_ORIGINAL("a repeat is refused only if its original has been deleted"),
  ONE_ROOM_FOR_A_CONVERSATION("two first messages open one room"),
  EVERY_CALL_IS_ANSWERED("each call is answered, unless its worker is gone"),
  COMES_TO_REST("once callers are served, nothing waits in any worker"),
  ONLY_TYPED_FAILURES("nothing but the framework's own errors reaches a caller or ends a task"),
  STORE_AUDIT("the store's own audit finds nothing");

  private final String statement;
  private final String wire = name().toLowerCase(Locale.ROOT);

  SimulationRule(String statement) {
    this.statement = statement;
  }

  /** When it holds, as one phrase. */
  public String statement() {
    return statement;
  }

  /** The rule's name in reports, for example {@code hooks_decided}. */
  public String wire() {
    return wire;
  }
}
