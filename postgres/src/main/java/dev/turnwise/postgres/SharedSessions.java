package dev.turnwise.postgres;

import dev.turnwise.runtime.Tasks;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;

/** The sessions over which keys are spread by their hash. Thread-safe. */
final class SharedSessions {

  private final List<SharedSession> sessions;
  private final Tasks tasks;

  SharedSessions(LockServer server, Tasks tasks) {
    LockSettings settings = server.settings();
    this.tasks = tasks;
    this.sessions =
        IntStream.range(0, settings.sharedSessions())
            .mapToObj(i -> settings.applicationName() + " shared session " + i)
            .map(name -> new SharedSession(name, server, tasks))
            .toList();
  }

  /** The same one for the same key at all times: that keeps unlock and next lock in order. */
  SharedSession forKey(long key) {
    return sessions.get((int) Long.remainderUnsigned(key, sessions.size()));
  }

  /** Ends all of them, by force after some time for all together. */
  void close(Duration patience) {
    sessions.forEach(SharedSession::stop);
    Duration end = tasks.now().plus(patience);
    sessions.forEach(session -> session.awaitEnd(end.minus(tasks.now())));
  }
}
