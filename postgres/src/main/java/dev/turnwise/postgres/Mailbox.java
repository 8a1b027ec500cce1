package dev.turnwise.postgres;

import dev.turnwise.runtime.Signal;
import dev.turnwise.runtime.Tasks;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** Requests to the one thread that owns a session, in order. Posting never blocks. Thread-safe. */
final class Mailbox {

  private final Queue<SessionRequest> requests = new ConcurrentLinkedQueue<>();
  private final Signal posted;
  private volatile boolean closed;

  Mailbox(Tasks tasks) {
    this.posted = tasks.signal();
  }

  /** False if nobody reads it any more. */
  boolean post(SessionRequest request) {
    requests.add(request);
    // Either this removes it or close() has found it.
    if (closed && requests.remove(request)) {
      return false;
    }
    posted.raise();
    return true;
  }

  /** Wakes the reader. */
  void wake() {
    posted.raise();
  }

  /** Waits for a request or to be woken, at most this long. */
  void await(Duration atMost) {
    if (atMost.isPositive()) {
      posted.await(atMost);
    }
  }

  /** The oldest requests, at most this many. */
  List<SessionRequest> take(int atMost) {
    List<SessionRequest> taken = new ArrayList<>();
    while (taken.size() < atMost) {
      SessionRequest request = requests.poll();
      if (request == null) {
        break;
      }
      taken.add(request);
    }
    return taken;
  }

  /** Takes no more requests, and returns those that are left. */
  List<SessionRequest> close() {
    closed = true;
    return take(Integer.MAX_VALUE);
  }
}
