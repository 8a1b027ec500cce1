package dev.turnwise.postgres;

import dev.turnwise.postgres.SessionRequest.Cancel;
import dev.turnwise.postgres.SessionRequest.FindHolder;
import dev.turnwise.postgres.SessionRequest.GiveBack;
import dev.turnwise.postgres.SessionRequest.OfHolder;
import dev.turnwise.postgres.SessionRequest.Open;
import dev.turnwise.postgres.SessionRequest.Run;
import dev.turnwise.postgres.SessionRequest.Take;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Requests that a shared session serves together, in as few statements as can be. One use. */
final class SessionBatch {

  private static final Logger LOG = LoggerFactory.getLogger(SessionBatch.class);

  private final Mailbox mailbox;
  private final LockFailures failures;

  /** In their order: a key is given back before the next caller tries for it. */
  private final List<SessionRequest> toggles = new ArrayList<>();

  private final List<FindHolder> lookUps = new ArrayList<>();
  private final List<SessionRequest> others = new ArrayList<>();

  SessionBatch(List<SessionRequest> requests, Mailbox mailbox, LockFailures failures) {
    this.mailbox = mailbox;
    this.failures = failures;
    for (SessionRequest request : requests) {
      switch (request) {
        case Take take when take.attempt().isAbandoned() -> take.turn().end();
        case Take _, GiveBack _ -> toggles.add(request);
        case FindHolder lookUp -> lookUps.add(lookUp);
        case Run<?> _, Cancel _, Open _ -> others.add(request);
      }
    }
  }

  /** What has not been answered. */
  List<SessionRequest> left() {
    return Stream.of(toggles, lookUps, others).<SessionRequest>flatMap(List::stream).toList();
  }

  void serveOn(LockConnection connection) throws SessionLostException {
    failThoseOfEarlierConnections(connection);
    if (!toggles.isEmpty()) {
      toggle(connection);
    }
    if (!lookUps.isEmpty()) {
      lookUp(connection);
    }
    while (!others.isEmpty()) {
      serve(connection, others.getFirst());
      others.removeFirst();
    }
  }

  /** Their locks went with the connection: here the key may be somebody else's by now. */
  private void failThoseOfEarlierConnections(LockConnection connection) {
    for (SessionRequest request : left()) {
      if (request instanceof OfHolder holder && holder.hold().connection() != connection) {
        request.fail(failures.silent());
        toggles.remove(request);
        others.remove(request);
      }
    }
  }

  private void toggle(LockConnection connection) throws SessionLostException {
    List<Boolean> done;
    try {
      done = connection.toggle(keys(), toggles.stream().map(Take.class::isInstance).toList());
    } catch (SessionLostException loss) {
      throw loss;
    } catch (SQLException refused) {
      toggleAfterRefusal(connection, refused);
      return;
    }
    for (int i = 0; i < done.size(); i++) {
      settle(connection, toggles.get(i), done.get(i));
    }
    toggles.clear();
  }

  private List<Long> keys() {
    return toggles.stream()
        .map(
            request ->
                switch (request) {
                  case Take take -> take.key();
                  case GiveBack back -> back.hold().key();
                  default -> throw new IllegalStateException("not about a key: " + request);
                })
        .toList();
  }

  private void settle(LockConnection connection, SessionRequest toggle, boolean done) {
    switch (toggle) {
      case Take take when done -> granted(connection, take);
      case Take take -> {
        if (!take.attempt().answer(new LockAnswer.NotGranted())) {
          take.turn().end();
        }
      }
      case GiveBack back -> {
        if (!done) {
          LOG.error("the lock on {} was not held any more when it was given back", back.name());
        }
        back.done().run();
      }
      default -> throw new IllegalStateException("not about a key: " + toggle);
    }
  }

  private void granted(LockConnection connection, Take take) {
    Hold hold = new Hold(take.key(), connection, mailbox, true);
    if (!take.attempt().answer(new LockAnswer.Granted(hold))) {
      hold.giveBack("a caller that gave up", take.turn()::end);
    }
  }

  /**
   * An error does not undo what the statement had done before: locks of sessions know no rollback.
   * So the server is asked what is held now.
   */
  private void toggleAfterRefusal(LockConnection connection, SQLException refused)
      throws SessionLostException {
    try {
      Set<Long> held = connection.held();
      for (SessionRequest toggle : toggles) {
        switch (toggle) {
          case Take take when held.contains(take.key()) -> granted(connection, take);
          case GiveBack back when held.contains(back.hold().key()) ->
              settle(connection, back, connection.giveBack(back.hold().key()));
          case GiveBack back -> back.done().run();
          default -> toggle.fail(failures.unavailable(refused));
        }
      }
      toggles.clear();
    } catch (SessionLostException loss) {
      throw loss;
    } catch (SQLException again) {
      connection.abort();
      throw new SessionLostException(again);
    }
  }

  private void lookUp(LockConnection connection) throws SessionLostException {
    Map<Long, Holder> holders;
    try {
      holders = connection.holders(lookUps.stream().map(FindHolder::key).toList());
    } catch (SessionLostException loss) {
      throw loss;
    } catch (SQLException refused) {
      holders = Map.of();
    }
    for (FindHolder lookUp : lookUps) {
      lookUp.attempt().answer(Optional.ofNullable(holders.get(lookUp.key())));
    }
    lookUps.clear();
  }

  private void serve(LockConnection connection, SessionRequest other) throws SessionLostException {
    switch (other) {
      case Run<?> run -> run.run();
      case Cancel cancel -> cancel(connection, cancel);
      case Open open -> open.attempt().answer(Optional.empty());
      default -> throw new IllegalStateException("served elsewhere: " + other);
    }
  }

  private static void cancel(LockConnection connection, Cancel cancel) throws SessionLostException {
    try {
      connection.cancel(cancel.pid());
      cancel.attempt().answer(true);
    } catch (SessionLostException loss) {
      throw loss;
    } catch (SQLException refused) {
      cancel.attempt().answer(false);
    }
  }
}
