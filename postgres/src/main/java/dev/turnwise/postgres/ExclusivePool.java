package dev.turnwise.postgres;

import dev.turnwise.error.EngineClosedException;
import dev.turnwise.runtime.Tasks;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.SequencedSet;
import java.util.Set;

/**
 * The sessions that wait for one key each, and the callers that wait for such a session: first
 * come, first served.
 *
 * <p>A caller may step aside for a moment to try for its key on a shared session; it keeps its
 * place in the queue, and no session takes it up meanwhile. Otherwise two slow keys could occupy
 * all sessions, and starve those whose keys are free again after a millisecond.
 *
 * <p>Thread-safe; the monitor is held for moments only, never across I/O.
 */
final class ExclusivePool {

  private static final Duration CANCEL_AGAIN_AFTER = Duration.ofMillis(100);

  private final LockServer server;
  private final SharedSessions shared;
  private final Tasks tasks;
  private final Object monitor = new Object();
  private final SequencedSet<ServerWait> queue = new LinkedHashSet<>();
  private final Set<ServerWait> aside = new HashSet<>();
  private final Set<ExclusiveSession> idle = new HashSet<>();
  private final List<ExclusiveSession> sessions = new ArrayList<>();
  private boolean closed;

  /**
   * @param shared sessions through which waits are cancelled
   */
  ExclusivePool(LockServer server, SharedSessions shared, Tasks tasks) {
    this.server = server;
    this.shared = shared;
    this.tasks = tasks;
  }

  /**
   * Joins the end of the queue, and opens another session if all are busy and there may be more.
   */
  void enqueue(ServerWait wait) {
    synchronized (monitor) {
      if (closed) {
        throw new EngineClosedException();
      }
      queue.add(wait);
      if (idle.isEmpty() && sessions.size() < server.settings().exclusiveSessions()) {
        sessions.add(newSession());
      }
      wakeIdle();
    }
  }

  private ExclusiveSession newSession() {
    String name = server.settings().applicationName() + " exclusive session " + sessions.size();
    ExclusiveSession session = new ExclusiveSession(name, server, this, tasks);
    session.start();
    return session;
  }

  /** All of them, since one that is just being opened again cannot take anything up. */
  private void wakeIdle() {
    idle.forEach(ExclusiveSession::wake);
    idle.clear();
  }

  /** The next wait for a session to take up; if there is none it will be woken. */
  Optional<ServerWait> next(ExclusiveSession session) {
    synchronized (monitor) {
      Optional<ServerWait> next = queue.stream().filter(wait -> !aside.contains(wait)).findFirst();
      next.ifPresentOrElse(queue::remove, () -> idle.add(session));
      next.ifPresent(session::takeUp);
      return next;
    }
  }

  /** Keeps sessions from taking it up; false if one has. */
  boolean stepAside(ServerWait wait) {
    synchronized (monitor) {
      return queue.contains(wait) && aside.add(wait);
    }
  }

  void stepBack(ServerWait wait) {
    synchronized (monitor) {
      aside.remove(wait);
      wakeIdle();
    }
  }

  /** Takes it out of the queue; false if a session has taken it up. */
  boolean withdraw(ServerWait wait) {
    synchronized (monitor) {
      aside.remove(wait);
      return queue.remove(wait);
    }
  }

  /**
   * Its caller has gone. Never blocks: a session that is waiting for it is freed in the background,
   * and ends the caller's turn when nothing of it is left.
   */
  void abandon(ServerWait wait) {
    if (withdraw(wait)) {
      wait.turn().end();
    } else {
      tasks.fork("cancel a lock wait", () -> cancel(wait));
    }
  }

  /** Again and again, as the first cancel may come before the statement that it is for. */
  private void cancel(ServerWait wait) {
    do {
      sessionOf(wait).flatMap(ExclusiveSession::pid).ifPresent(pid -> cancel(wait.key(), pid));
    } while (!wait.statementOver().await(CANCEL_AGAIN_AFTER));
    wait.cancelOver().raise();
  }

  /** Returns when the server has sent the signal, or is past sending it. */
  private void cancel(long key, int pid) {
    Attempt<Boolean> sent = new Attempt<>(tasks);
    shared.forKey(key).post(new SessionRequest.Cancel(pid, sent));
    sent.awaitOrAbandon(server.settings().patience());
  }

  private Optional<ExclusiveSession> sessionOf(ServerWait wait) {
    synchronized (monitor) {
      return sessions.stream().filter(session -> session.isServing(wait)).findFirst();
    }
  }

  /** Fails all who wait, and ends the sessions, by force after some time for all together. */
  void close(Duration patience) {
    List<ServerWait> waits;
    synchronized (monitor) {
      closed = true;
      waits = new ArrayList<>(queue);
      sessions.forEach(session -> session.serving().ifPresent(waits::add));
    }
    for (ServerWait wait : waits) {
      if (wait.attempt().answer(new LockAnswer.Failed(new EngineClosedException()))) {
        abandon(wait);
      }
    }
    // No session is added after closed was set.
    sessions.forEach(ExclusiveSession::stop);
    Duration end = tasks.now().plus(patience);
    sessions.forEach(session -> session.awaitEnd(end.minus(tasks.now())));
  }
}
