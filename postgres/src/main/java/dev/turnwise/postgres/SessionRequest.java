package dev.turnwise.postgres;

import dev.turnwise.error.TurnwiseException;
import java.sql.SQLException;
import java.util.Optional;

/** What the thread of a session is asked to do. Each is answered exactly once. */
sealed interface SessionRequest {

  /** The session cannot do it, and will not. */
  void fail(TurnwiseException reason);

  /** A request that belongs to no particular connection, so that the next one may serve it. */
  sealed interface OfAnyone extends SessionRequest {}

  /** A request about a key that one connection holds; no other one can serve it. */
  sealed interface OfHolder extends SessionRequest {
    Hold hold();
  }

  /** Take the key if it is free. */
  record Take(long key, Turn turn, Attempt<LockAnswer> attempt) implements OfAnyone {
    @Override
    public void fail(TurnwiseException reason) {
      if (!attempt.answer(new LockAnswer.Failed(reason))) {
        turn.end();
      }
    }
  }

  /** Look who holds the key. */
  record FindHolder(long key, Attempt<Optional<Holder>> attempt) implements OfAnyone {
    @Override
    public void fail(TurnwiseException reason) {
      attempt.answer(Optional.empty());
    }
  }

  /** End the statement of another session. */
  record Cancel(int pid, Attempt<Boolean> attempt) implements OfAnyone {
    @Override
    public void fail(TurnwiseException reason) {
      attempt.answer(false);
    }
  }

  /** Have a connection. */
  record Open(Attempt<Optional<TurnwiseException>> attempt) implements OfAnyone {
    @Override
    public void fail(TurnwiseException reason) {
      attempt.answer(Optional.of(reason));
    }
  }

  /** Give the key back, then tell. */
  record GiveBack(Hold hold, String name, Runnable done) implements OfHolder {
    /** Whatever ends the session frees the key. */
    @Override
    public void fail(TurnwiseException reason) {
      done.run();
    }
  }

  /** Run a statement while the lock is held. */
  record Run<T>(Hold hold, SqlCall<T> call, Attempt<RunAnswer<T>> attempt) implements OfHolder {
    @Override
    public void fail(TurnwiseException reason) {
      attempt.answer(new RunAnswer.LockLost<>());
    }

    void run() throws SessionLostException {
      if (attempt.isAbandoned()) {
        return;
      }
      try {
        attempt.answer(new RunAnswer.Returned<>(hold.connection().call(call)));
      } catch (SessionLostException lost) {
        throw lost;
      } catch (SQLException failure) {
        attempt.answer(new RunAnswer.Refused<>(failure));
      }
    }
  }

  /** What became of a statement on the session of a lock. */
  sealed interface RunAnswer<T> {
    record Returned<T>(T value) implements RunAnswer<T> {}

    record Refused<T>(SQLException failure) implements RunAnswer<T> {}

    record LockLost<T>() implements RunAnswer<T> {}
  }
}
