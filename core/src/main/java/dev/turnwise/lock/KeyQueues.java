package dev.turnwise.lock;

import java.util.LinkedHashSet;
import java.util.SequencedSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * One queue per key, first come, first served; the first in it owns the key. A queue exists as long
 * as somebody is in it.
 *
 * <p>Thread-safe: a queue is looked at and changed only inside the map's {@code compute} for its
 * key, the removal of an empty one included. So nobody can ever join a queue that has just been
 * dropped, and own the key beside the owner of its successor.
 */
final class KeyQueues {

  /** A set, so that a waiter in the middle of thousands leaves at once. */
  private final ConcurrentMap<String, SequencedSet<QueuedLock>> queues = new ConcurrentHashMap<>();

  /** Joins the end of the key's queue; its turn comes at once if there is nobody else. */
  void join(QueuedLock lock) {
    queues.compute(
        lock.key(),
        (key, present) -> {
          SequencedSet<QueuedLock> queue = present == null ? new LinkedHashSet<>() : present;
          queue.add(lock);
          callFirst(queue);
          return queue;
        });
  }

  /** Joins if there is nobody; false otherwise. */
  boolean joinIfFree(QueuedLock lock) {
    queues.computeIfAbsent(
        lock.key(),
        key -> {
          SequencedSet<QueuedLock> queue = new LinkedHashSet<>();
          queue.add(lock);
          callFirst(queue);
          return queue;
        });
    return lock.turn().peek().isPresent();
  }

  /** Leaves the queue, from whatever place; the key goes to who is now first. */
  void leave(QueuedLock lock) {
    queues.computeIfPresent(
        lock.key(),
        (key, queue) -> {
          queue.remove(lock);
          if (queue.isEmpty()) {
            return null;
          }
          callFirst(queue);
          return queue;
        });
  }

  /** Idempotent, as a promise is kept once: whoever is first already has been called. */
  private static void callFirst(SequencedSet<QueuedLock> queue) {
    queue.getFirst().turn().keep(QueuedLock.Turn.COME);
  }

  /** Takes every key from its owner, and fails everybody who waits. */
  void abolish() {
    for (String key : queues.keySet()) {
      queues.computeIfPresent(
          key,
          (same, queue) -> {
            queue.forEach(QueuedLock::abolish);
            return null;
          });
    }
  }

  /** Keys that somebody owns. */
  int size() {
    return queues.size();
  }

  /** How many wait for this key. */
  int waiting(String key) {
    int[] waiting = {0};
    queues.computeIfPresent(
        key,
        (same, queue) -> {
          waiting[0] = queue.size() - 1;
          return queue;
        });
    return waiting[0];
  }
}
