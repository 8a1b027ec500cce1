package dev.turnwise.postgres;

import dev.turnwise.store.ConversationStore;
import dev.turnwise.testkit.contract.AuditContract;
import dev.turnwise.testkit.contract.HeadTampering;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;

/** The contract of an audit, which wants a store to itself. */
class PostgresAuditContractTest extends AuditContract {

  private static TestDatabase database;
  private static PostgresStore store;

  @BeforeAll
  static void open() {
    database = new TestDatabase();
    store = database.newStore();
  }

  @AfterAll
  static void close() {
    store.close();
    database.close();
  }

  @BeforeEach
  void empty() {
    database.empty();
  }

  @Override
  protected ConversationStore store() {
    return store;
  }

  @Override
  protected HeadTampering heads() {
    return new PostgresHeads(database);
  }
}
