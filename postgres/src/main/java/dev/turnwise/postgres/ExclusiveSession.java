package dev.turnwise.postgres;

import dev.turnwise.error.EngineClosedException;
import dev.turnwise.error.TurnwiseException;
import dev.turnwise.postgres.SessionRequest.GiveBack;
import dev.turnwise.postgres.SessionRequest.Run;
import dev.turnwise.runtime.Signal;
import dev.turnwise.runtime.Tasks;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A session that waits for one key, holds that key alone, and then waits for the next caller's.
 *
 * <pre>
 * idle ──► waiting ──► holding ──► idle
 *             └──► idle (in vain)
 * </pre>
 *
 * <p>While it waits it holds nothing, so its wait is part of no deadlock. One thread owns it, and
 * nobody can interrupt that; it is where that thread is that says what the session does.
 */
final class ExclusiveSession {

  private static final Logger LOG = LoggerFactory.getLogger(ExclusiveSession.class);

  private final String name;
  private final Tasks tasks;
  private final LockServer server;
  private final ExclusivePool pool;
  private final SessionSlot slot;
  private final Mailbox mailbox;
  private final Signal ended;
  private volatile Optional<ServerWait> serving = Optional.empty();
  private volatile boolean stopping;

  ExclusiveSession(String name, LockServer server, ExclusivePool pool, Tasks tasks) {
    this.name = name;
    this.tasks = tasks;
    this.server = server;
    this.pool = pool;
    this.slot = new SessionSlot(name, server, tasks);
    this.mailbox = new Mailbox(tasks);
    this.ended = tasks.signal();
  }

  void start() {
    tasks.service(name, this::run);
  }

  /** There may be a wait to take up. */
  void wake() {
    mailbox.wake();
  }

  /** Said by the pool under its monitor, so that nobody sees the wait neither queued nor here. */
  void takeUp(ServerWait wait) {
    serving = Optional.of(wait);
  }

  Optional<ServerWait> serving() {
    return serving;
  }

  boolean isServing(ServerWait wait) {
    return serving.filter(mine -> mine == wait).isPresent();
  }

  Optional<Integer> pid() {
    return slot.pid();
  }

  private void run() {
    while (!stopping) {
      failLeftOvers();
      Optional<ServerWait> next = slot.isUsable() ? pool.next(this) : Optional.empty();
      if (next.isPresent()) {
        serve(next.get());
        serving = Optional.empty();
      } else {
        slot.keepAlive();
        mailbox.await(slot.untilDue());
      }
    }
    slot.close();
    mailbox.close().forEach(request -> request.fail(new EngineClosedException()));
    ended.raise();
  }

  /** Requests about a lock that went with its connection. */
  private void failLeftOvers() {
    mailbox.take(Integer.MAX_VALUE).forEach(request -> request.fail(server.failures().silent()));
  }

  private void serve(ServerWait wait) {
    LockAnswer answer = askForTheKey(wait);
    wait.statementOver().raise();
    if (!wait.attempt().answer(answer)) {
      cleanUpAfter(wait);
    } else if (answer instanceof LockAnswer.Granted(Hold hold)) {
      hold(hold);
    }
  }

  private LockAnswer askForTheKey(ServerWait wait) {
    try {
      LockConnection connection = slot.connection();
      Duration remaining = wait.deadline().minus(tasks.now());
      if (wait.attempt().isAbandoned() || !remaining.isPositive()) {
        return new LockAnswer.NotGranted();
      }
      if (!connection.await(wait.key(), remaining)) {
        connection.reset();
        return new LockAnswer.NotGranted();
      }
      // What is certain counts from before the wait, which may have been long.
      if (connection.lease().isHalfOver()) {
        connection.ping();
      }
      return new LockAnswer.Granted(new Hold(wait.key(), connection, mailbox, false));
    } catch (SessionLostException loss) {
      slot.lost(loss);
      return new LockAnswer.Failed(server.failures().unavailable(loss));
    } catch (SQLException refused) {
      reset();
      return new LockAnswer.Failed(server.failures().unavailable(refused));
    } catch (TurnwiseException down) {
      return new LockAnswer.Failed(down);
    }
  }

  /** The caller has gone, with or without the key. */
  private void cleanUpAfter(ServerWait wait) {
    if (!wait.cancelOver().await(server.settings().patience())) {
      // A cancel may still come, at any time; so the session is of no use.
      slot.abort();
    }
    reset();
    wait.turn().end();
  }

  private void reset() {
    slot.current().ifPresent(connection -> quietly(connection, LockConnection::reset));
  }

  private void hold(Hold hold) {
    while (!stopping && slot.isOpen(hold.connection())) {
      Optional<SessionRequest> request = mailbox.take(1).stream().findFirst();
      if (request.isEmpty()) {
        slot.keepAlive();
        mailbox.await(slot.untilDue());
      } else if (serveHolder(hold, request.get())) {
        return;
      }
    }
  }

  /** True when it does not hold the key any more. */
  private boolean serveHolder(Hold hold, SessionRequest request) {
    return switch (request) {
      case GiveBack back when back.hold().equals(hold) -> {
        quietly(hold.connection(), connection -> giveBack(connection, back));
        back.done().run();
        yield true;
      }
      case Run<?> run when run.hold().equals(hold) -> {
        quietly(hold.connection(), connection -> run.run());
        yield false;
      }
      default -> {
        request.fail(server.failures().silent());
        yield false;
      }
    };
  }

  private static void giveBack(LockConnection connection, GiveBack back) throws SQLException {
    if (!connection.giveBack(back.hold().key())) {
      LOG.error("the lock on {} was not held any more when it was given back", back.name());
    }
  }

  private interface Step {
    void on(LockConnection connection) throws SQLException;
  }

  /** If it fails, the session ends and with it whatever it held. */
  private void quietly(LockConnection connection, Step step) {
    try {
      step.on(connection);
    } catch (SessionLostException loss) {
      slot.lost(loss);
    } catch (SQLException refused) {
      connection.abort();
      slot.lost(new SessionLostException(refused));
    }
  }

  void stop() {
    stopping = true;
    mailbox.wake();
  }

  /** Waits, at most this long, for the session to end, then breaks it off. */
  void awaitEnd(Duration atMost) {
    if (!ended.await(atMost)) {
      slot.abort();
    }
  }
}
