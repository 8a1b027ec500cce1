package dev.turnwise.hook;

import dev.turnwise.model.EventContent;
import dev.turnwise.model.RoomEvent;

/** What a BEFORE_BROADCAST hook decides about an event. */
public sealed interface HookResult {

  SideEffects effects();

  /** Let it pass as it is. */
  record Allow(SideEffects effects) implements HookResult {}

  /** Store it as BLOCKED, in the hook's name; later hooks are not asked. */
  record Block(String reason, SideEffects effects) implements HookResult {}

  /** Let this pass instead. Its id, room and source must be the event's own. */
  record Modify(RoomEvent event, SideEffects effects) implements HookResult {}

  static HookResult allow() {
    return new Allow(SideEffects.NONE);
  }

  static HookResult block(String reason) {
    return new Block(reason, SideEffects.NONE);
  }

  static HookResult modify(RoomEvent event) {
    return new Modify(event, SideEffects.NONE);
  }

  /** The event with another content, an empty one included. */
  static HookResult rewrite(RoomEvent event, EventContent content) {
    return new Modify(event.withContent(content), SideEffects.NONE);
  }

  /** The same decision with more side effects. */
  default HookResult with(SideEffects more) {
    return switch (this) {
      case Allow allow -> new Allow(allow.effects.and(more));
      case Block block -> new Block(block.reason, block.effects.and(more));
      case Modify modify -> new Modify(modify.event, modify.effects.and(more));
    };
  }
}
