package dev.turnwise.result;

import dev.turnwise.model.RoomEvent;
import java.util.UUID;

/**
 * What became of a message. Timeouts and failures before the commit are exceptions: then nothing
 * was stored, and the same message may be sent again under the same idempotency key.
 */
public sealed interface InboundResult {

  /** Committed: the event has its index, and every reader of the room sees it. */
  record Stored(RoomEvent event) implements InboundResult {}

  /**
   * A gate refused it. The event is in the timeline as BLOCKED, for audit, and goes to nobody.
   *
   * @param by the hook's name or a reserved reason such as {@code source_muted}
   * @param reason in words
   */
  record Blocked(RoomEvent event, String by, String reason) implements InboundResult {}

  /** Not stored at all. */
  record Refused(RefusalReason reason) implements InboundResult {}

  /**
   * The idempotency key was used before; nothing new was stored.
   *
   * @param original what the first message became, BLOCKED or not
   * @param payloadDiffers whether this message said something else under the same key
   */
  record Duplicate(RoomEvent original, boolean payloadDiffers) implements InboundResult {}

  /**
   * The commit was sent, and its answer has not come within {@code commitTimeout}. It may be stored
   * or not; the worker goes on until that is certain.
   *
   * @param eventId the id that the event has if it is stored
   * @param completion where the certain answer will be
   */
  record Unknown(UUID eventId, PendingResult completion) implements InboundResult {}
}
