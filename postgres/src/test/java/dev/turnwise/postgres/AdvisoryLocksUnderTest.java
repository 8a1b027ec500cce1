package dev.turnwise.postgres;

import dev.turnwise.lock.RoomLockManager;
import dev.turnwise.testkit.contract.LockManagersUnderTest;
import dev.turnwise.testkit.server.PostgresServer;

/** Managers with so few sessions that keys, waits and holders have to share them. */
record AdvisoryLocksUnderTest(int maxSize) implements LockManagersUnderTest {

  /** Made once: advisory locks exclude each other within a database. */
  private static final class Database {
    static final String DSN = PostgresServer.shared().newDatabase();
  }

  @Override
  public RoomLockManager newManager() {
    return PostgresAdvisoryLockManager.builder().dsn(Database.DSN).maxSize(maxSize).build();
  }

  @Override
  public int waiting(RoomLockManager manager, String key) {
    return ((PostgresAdvisoryLockManager) manager).waiting(key);
  }

  @Override
  public int keysInUse(RoomLockManager manager) {
    return ((PostgresAdvisoryLockManager) manager).keysInUse();
  }

  @Override
  public int rounds() {
    return 100;
  }

  @Override
  public int distinctKeys() {
    return 3_000;
  }
}
