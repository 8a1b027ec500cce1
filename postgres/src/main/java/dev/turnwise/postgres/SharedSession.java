package dev.turnwise.postgres;

import dev.turnwise.error.EngineClosedException;
import dev.turnwise.error.TurnwiseException;
import dev.turnwise.postgres.SessionRequest.OfAnyone;
import dev.turnwise.postgres.SessionRequest.OfHolder;
import dev.turnwise.runtime.Signal;
import dev.turnwise.runtime.Tasks;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A session that holds any number of keys and never waits for one.
 *
 * <p>One thread owns it; nobody can interrupt that, since an interrupt would break the connection
 * and lose every lock on it. What has gathered in its mailbox while a statement was under way goes
 * into the next one. Nothing that runs here may block: while it did, nobody could unlock or ping,
 * the lease would not run, and two such sessions would look like a deadlock to the server.
 */
final class SharedSession {

  private static final Logger LOG = LoggerFactory.getLogger(SharedSession.class);

  /**
   * Requests in one statement, so that it goes out in a single write of at most 8 KB. A process
   * that is stopped between two writes would leave its session in the middle of a message, where no
   * idle timer runs.
   */
  private static final int BATCH = 256;

  private final String name;
  private final Tasks tasks;
  private final LockFailures failures;
  private final SessionSlot slot;
  private final Mailbox mailbox;
  private final Signal ended;
  private final AtomicBoolean started = new AtomicBoolean();
  private volatile boolean stopping;

  SharedSession(String name, LockServer server, Tasks tasks) {
    this.name = name;
    this.tasks = tasks;
    this.failures = server.failures();
    this.slot = new SessionSlot(name, server, tasks);
    this.mailbox = new Mailbox(tasks);
    this.ended = tasks.signal();
  }

  /** Never blocks. The first request starts the session. */
  void post(SessionRequest request) {
    if (!mailbox.post(request)) {
      request.fail(new EngineClosedException());
    } else if (started.compareAndSet(false, true)) {
      tasks.service(name, this::run);
    }
  }

  private void run() {
    while (!stopping) {
      List<SessionRequest> requests = mailbox.take(BATCH);
      if (requests.isEmpty()) {
        slot.keepAlive();
        mailbox.await(slot.untilDue());
      } else {
        serve(requests);
      }
    }
    slot.close();
    mailbox.close().forEach(request -> request.fail(new EngineClosedException()));
    ended.raise();
  }

  /**
   * What belongs to nobody's connection gets a second chance on a new one: the old one may have
   * been dead for long, and is found so only now.
   */
  private void serve(List<SessionRequest> requests) {
    List<SessionRequest> left = tryToServe(requests);
    if (!left.isEmpty()) {
      fail(tryToServe(left), failures.silent());
    }
  }

  /** Returns what a lost connection leaves to be asked again. */
  private List<SessionRequest> tryToServe(List<SessionRequest> requests) {
    SessionBatch batch = new SessionBatch(requests, mailbox, failures);
    try {
      batch.serveOn(slot.connection());
    } catch (SessionLostException loss) {
      slot.lost(loss);
      fail(batch.left().stream().filter(OfHolder.class::isInstance).toList(), failures.silent());
      return batch.left().stream().filter(OfAnyone.class::isInstance).toList();
    } catch (TurnwiseException down) {
      fail(batch.left(), down);
    } catch (RuntimeException bug) {
      LOG.error("{} is given up after an unexpected failure", name, bug);
      slot.abort();
      fail(batch.left(), failures.silent());
    }
    return List.of();
  }

  private static void fail(List<? extends SessionRequest> requests, TurnwiseException reason) {
    requests.forEach(request -> request.fail(reason));
  }

  /** Ends the session after what it is doing; what comes later fails. */
  void stop() {
    stopping = true;
    if (started.compareAndSet(false, true)) {
      run();
    }
    mailbox.wake();
  }

  /** Waits, at most this long, for the session to end, then breaks it off. */
  void awaitEnd(Duration atMost) {
    if (!ended.await(atMost)) {
      slot.abort();
    }
  }
}
