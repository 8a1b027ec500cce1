package dev.turnwise.commit;

import dev.turnwise.store.IdempotencyKey;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * What waits for one room in this worker, in arrival order. At most one committer has the room at a
 * time: that keeps a caller's own messages in order.
 *
 * <p>Guarded by its own monitor; nothing blocks under it.
 */
final class RoomQueue {

  /** What adding a request led to. */
  enum Added {
    /** The room is waiting for a committer already, or has one. */
    QUEUED,
    /** The caller must hand the room to a committer. */
    SCHEDULE,
    /** This queue was retired meanwhile; the caller must look for its successor. */
    RETIRED
  }

  private final String roomId;
  private final Deque<PendingCommit> waiting = new ArrayDeque<>();
  private boolean scheduled;
  private boolean retired;
  private boolean alone;

  RoomQueue(String roomId) {
    this.roomId = roomId;
  }

  String roomId() {
    return roomId;
  }

  synchronized Added add(PendingCommit pending) {
    if (retired) {
      return Added.RETIRED;
    }
    waiting.addLast(pending);
    if (scheduled) {
      return Added.QUEUED;
    }
    scheduled = true;
    return Added.SCHEDULE;
  }

  /** Whether the room's next statement must be for this room only. */
  synchronized boolean isAlone() {
    return alone;
  }

  /**
   * Takes what one statement may carry: at most {@code max} requests; a solo one by itself; those
   * whose earlier statement is in doubt only among themselves, because that very statement is to be
   * repeated; and no key twice, because the repeat must find the first one committed.
   */
  synchronized List<PendingCommit> draw(int max) {
    alone = false;
    List<PendingCommit> drawn = new ArrayList<>(Math.min(max, waiting.size()));
    Set<IdempotencyKey> keys = new HashSet<>();
    while (drawn.size() < max && !waiting.isEmpty()) {
      PendingCommit next = waiting.getFirst();
      if (next.isCancelled()) {
        waiting.removeFirst();
      } else if (drawn.isEmpty() || fits(next, drawn.getLast(), keys)) {
        next.request().claim().ifPresent(claim -> keys.add(claim.key()));
        drawn.add(waiting.removeFirst());
      } else {
        break;
      }
    }
    return drawn;
  }

  private static boolean fits(PendingCommit next, PendingCommit last, Set<IdempotencyKey> keys) {
    return !next.isSolo()
        && !last.isSolo()
        && next.isInDoubt() == last.isInDoubt()
        && next.request().claim().map(claim -> !keys.contains(claim.key())).orElse(true);
  }

  /**
   * Puts requests back in front, in their order, to be committed by a statement for this room only.
   */
  synchronized void putBack(List<PendingCommit> drawn) {
    for (PendingCommit pending : drawn.reversed()) {
      waiting.addFirst(pending);
    }
    alone = true;
  }

  /**
   * Ends a committer's tenure; true if more waits, and the room must be handed on. An idle queue is
   * retired.
   */
  synchronized boolean release() {
    scheduled = !waiting.isEmpty();
    retired = !scheduled;
    return scheduled;
  }

  /** Takes everything that still waits, at shutdown. */
  synchronized List<PendingCommit> abandon() {
    retired = true;
    List<PendingCommit> left = List.copyOf(waiting);
    waiting.clear();
    return left;
  }
}
