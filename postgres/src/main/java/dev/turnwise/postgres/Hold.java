package dev.turnwise.postgres;

/**
 * A key that a session holds at the server.
 *
 * @param mailbox of the thread that owns the session
 * @param sharedSession whether the next try for the key will be made in the same session, behind
 *     the unlock
 */
record Hold(long key, LockConnection connection, Mailbox mailbox, boolean sharedSession) {

  /** Asks for the key to be given back, and runs {@code done} once it is free. Never blocks. */
  void giveBack(String name, Runnable done) {
    if (!mailbox.post(new SessionRequest.GiveBack(this, name, done))) {
      done.run();
    }
  }

  /** Asks for a statement to be run while it lasts; false if it has ended. */
  <T> boolean run(SqlCall<T> call, Attempt<SessionRequest.RunAnswer<T>> attempt) {
    return mailbox.post(new SessionRequest.Run<>(this, call, attempt));
  }
}
