package dev.turnwise.postgres;

import dev.turnwise.store.AuditReport;

/** The audit of a test's database, through a store of its own. */
record TestAudit(TestDatabase database) {

  AuditReport run() {
    try (PostgresStore store = database.newStore()) {
      return store.audit();
    }
  }
}
