package dev.turnwise.testkit.history;

import dev.turnwise.model.Checks;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * How an offer ended for its caller; at most one for each {@link Invoke}.
 *
 * <p>An offer without outcome (the observer stopped first) counts as {@link Unknown}.
 */
public sealed interface Outcome extends HistoryRecord {
  /** The offer that was answered. */
  long op();

  /** Observer's time after the answer had arrived. */
  long atNanos();

  /** An outcome that says: this offer stored this event. */
  sealed interface Stored extends Outcome permits Ok, Blocked {
    /** Position in the room's timeline. */
    long index();

    /** Id of the event stored. */
    UUID eventId();

    /** Digest of the event's content as the caller was told it; null if it is not recorded. */
    @Nullable String content();
  }

  /**
   * Stored and delivered: the caller was acknowledged.
   *
   * @param content a hook may have made it another than was offered
   */
  record Ok(long op, long index, UUID eventId, @Nullable String content, long atNanos)
      implements Stored {
    public Ok {
      checkPlace(op, index, eventId, atNanos);
      Checks.optionalText("content", content);
    }

    /** Without a digest of the content. */
    public Ok(long op, long index, UUID eventId, long atNanos) {
      this(op, index, eventId, null, atNanos);
    }
  }

  /**
   * Stored as blocked: it took an index, it was not broadcast.
   *
   * @param by the gate that refused it, if told
   */
  record Blocked(
      long op,
      long index,
      UUID eventId,
      @Nullable String by,
      @Nullable String content,
      long atNanos)
      implements Stored {
    public Blocked {
      checkPlace(op, index, eventId, atNanos);
      Checks.optionalText("by", by);
      Checks.optionalText("content", content);
    }

    /** Without a digest of the content. */
    public Blocked(long op, long index, UUID eventId, @Nullable String by, long atNanos) {
      this(op, index, eventId, by, null, atNanos);
    }
  }

  /**
   * Not stored, for an earlier offer under the same key had been.
   *
   * @param index position of the original
   * @param eventId id of the original
   * @param payloadDiffers whether the answer said that the original had another payload
   * @param content digest of the original's content as the caller was told it
   */
  record Duplicate(
      long op,
      long index,
      UUID eventId,
      boolean payloadDiffers,
      @Nullable String content,
      long atNanos)
      implements Outcome {
    public Duplicate {
      checkPlace(op, index, eventId, atNanos);
      Checks.optionalText("content", content);
    }

    /** Without a digest of the content. */
    public Duplicate(long op, long index, UUID eventId, boolean payloadDiffers, long atNanos) {
      this(op, index, eventId, payloadDiffers, null, atNanos);
    }
  }

  /** Definitely not stored, then or later. */
  record Refused(long op, String reason, long atNanos) implements Outcome {
    public Refused {
      checkOp(op, atNanos);
      Checks.requireText("reason", reason);
    }
  }

  /** No definite answer: stored already, stored later, or never. */
  record Unknown(long op, long atNanos) implements Outcome {
    public Unknown {
      checkOp(op, atNanos);
    }
  }

  private static void checkPlace(long op, long index, UUID eventId, long atNanos) {
    checkOp(op, atNanos);
    Checks.requireNotNegative("index", index);
    Checks.require("event_id", eventId);
  }

  private static void checkOp(long op, long atNanos) {
    Checks.requireNotNegative("op", op);
    Checks.requireNotNegative("at_nanos", atNanos);
  }
}
