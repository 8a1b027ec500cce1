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
  }

  /** Stored and delivered: the caller was acknowledged. */
  record Ok(long op, long index, UUID eventId, long atNanos) implements Stored {
    public Ok {
      checkPlace(op, index, eventId, atNanos);
    }
  }

  /**
   * Stored as blocked: it took an index, it was not broadcast.
   *
   * @param by the gate that refused it, if told
   */
  record Blocked(long op, long index, UUID eventId, @Nullable String by, long atNanos)
      implements Stored {
    public Blocked {
      checkPlace(op, index, eventId, atNanos);
      Checks.optionalText("by", by);
    }
  }

  /**
   * Not stored, for an earlier offer under the same key had been.
   *
   * @param index position of the original
   * @param eventId id of the original
   * @param payloadDiffers whether the answer said that the original had another payload
   */
  record Duplicate(long op, long index, UUID eventId, boolean payloadDiffers, long atNanos)
      implements Outcome {
    public Duplicate {
      checkPlace(op, index, eventId, atNanos);
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
