package dev.turnwise.cli.demo;

import dev.turnwise.lock.RoomLockManager;
import dev.turnwise.store.ConversationStore;

/** What a worker runs on; both go by the name of the worker, for the server's list of sessions. */
public interface Backends {

  /** Opens the store at an address. */
  ConversationStore store(String dsn, String workerId);

  /** Locks that exclude the other workers at the same address. */
  RoomLockManager locks(String dsn, String workerId);
}
