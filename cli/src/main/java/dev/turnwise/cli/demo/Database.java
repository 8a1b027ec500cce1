package dev.turnwise.cli.demo;

import dev.turnwise.lock.RoomLockManager;
import dev.turnwise.postgres.PostgresAdvisoryLockManager;
import dev.turnwise.postgres.PostgresStore;
import dev.turnwise.store.ConversationStore;
import dev.turnwise.testkit.server.PostgresServer;
import java.util.Optional;

/**
 * The database that a demo runs on, ready for use: one of the user's, or a server started for it.
 */
final class Database implements AutoCloseable {
  private final Optional<PostgresServer> server;
  private final String dsn;
  private final ConversationStore store;

  private Database(Optional<PostgresServer> server, String dsn, ConversationStore store) {
    this.server = server;
    this.dsn = dsn;
    this.store = store;
  }

  static Database open(Optional<String> dsn, DemoProgress progress) {
    if (dsn.isPresent()) {
      progress.phase("opening the database");
      return open(Optional.empty(), dsn.get());
    }
    progress.phase("starting PostgreSQL");
    PostgresServer server = PostgresServer.startLocal();
    try {
      return open(Optional.of(server), server.newDatabase());
    } catch (RuntimeException failure) {
      server.close();
      throw failure;
    }
  }

  private static Database open(Optional<PostgresServer> server, String dsn) {
    ConversationStore store = PostgresStore.at(dsn);
    try {
      store.init();
      return new Database(server, dsn, store);
    } catch (RuntimeException failure) {
      store.close();
      throw failure;
    }
  }

  /** Its address, password included. */
  String dsn() {
    return dsn;
  }

  ConversationStore store() {
    return store;
  }

  /** Locks that exclude the workers; to be closed by the caller. */
  RoomLockManager newLocks() {
    return PostgresAdvisoryLockManager.at(dsn);
  }

  /** For people, without the password. */
  String description() {
    return server.isPresent() ? "PostgreSQL started for this run, fsync on" : store.toString();
  }

  @Override
  public void close() {
    store.close();
    server.ifPresent(PostgresServer::close);
  }
}
