package dev.turnwise.memory;

import dev.turnwise.model.RoomStatus;
import dev.turnwise.store.CursorStep;
import dev.turnwise.store.HeadConditions;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;

/** A room's head row: the only place where the conditions of a commit are checked (R1). */
final class HeadState {

  private RoomStatus status = RoomStatus.ACTIVE;
  private Instant statusSince;
  private Instant lastActivity;
  private long configVersion = 1;
  private long nextIndex;
  private long deliveredIndex = -1;
  private long deliveryEpoch;
  private long turnFence;
  private boolean gated;

  HeadState(Instant now) {
    this.statusSince = now;
    this.lastActivity = now;
  }

  boolean matches(HeadConditions conditions, Optional<CursorStep> step) {
    return (!conditions.open() || status.acceptsEvents())
        && (!conditions.ungated() || !gated)
        && equalsIfGiven(conditions.configVersion(), configVersion)
        && equalsIfGiven(conditions.nextIndex(), nextIndex)
        && equalsIfGiven(conditions.turnFence(), turnFence)
        && step.map(this::allows).orElse(true);
  }

  private static boolean equalsIfGiven(OptionalLong wanted, long actual) {
    return wanted.isEmpty() || wanted.getAsLong() == actual;
  }

  private boolean allows(CursorStep step) {
    return step.from() == deliveredIndex && step.epoch() == deliveryEpoch && step.to() < nextIndex;
  }

  /** The next index, which is never handed out again. */
  long takeIndex() {
    return nextIndex++;
  }

  /** Notes that a message arrived; it wakes a paused room. */
  void noteActivity(Instant now) {
    lastActivity = now;
    if (status == RoomStatus.PAUSED) {
      moveTo(RoomStatus.ACTIVE, now);
    }
  }

  void moveCursor(CursorStep step) {
    deliveredIndex = step.to();
  }

  /**
   * Closing, archiving and reopening raise the configuration's version, so that no commit decided
   * before lands after. Pausing and resuming do not: they change no decision.
   */
  void moveTo(RoomStatus to, Instant now) {
    if (!status.acceptsEvents() || !to.acceptsEvents()) {
      raiseConfigVersion();
    }
    status = to;
    statusSince = now;
  }

  void raiseConfigVersion() {
    configVersion++;
  }

  RoomStatus status() {
    return status;
  }

  boolean acceptsEvents() {
    return status.acceptsEvents();
  }

  Instant statusSince() {
    return statusSince;
  }

  Instant lastActivity() {
    return lastActivity;
  }

  long configVersion() {
    return configVersion;
  }

  long nextIndex() {
    return nextIndex;
  }

  long latestIndex() {
    return nextIndex - 1;
  }

  long deliveredIndex() {
    return deliveredIndex;
  }

  boolean gated() {
    return gated;
  }

  void setGated(boolean gated) {
    this.gated = gated;
  }

  void setTurnFence(long turnFence) {
    this.turnFence = turnFence;
  }

  void setDeliveryEpoch(long deliveryEpoch) {
    this.deliveryEpoch = deliveryEpoch;
  }
}
