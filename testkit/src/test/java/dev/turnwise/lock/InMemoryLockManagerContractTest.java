package dev.turnwise.lock;

import dev.turnwise.testkit.contract.LockEndContract;
import dev.turnwise.testkit.contract.LockExclusionContract;
import dev.turnwise.testkit.contract.LockManagersUnderTest;
import dev.turnwise.testkit.contract.LockWaitContract;
import dev.turnwise.testkit.contract.ManyKeysContract;
import org.junit.jupiter.api.Nested;

/** The in-memory lock manager keeps the contract of every lock manager (BR-63). */
class InMemoryLockManagerContractTest {

  private static final class InMemory implements LockManagersUnderTest {
    @Override
    public RoomLockManager newManager() {
      return new InMemoryLockManager();
    }

    @Override
    public int waiting(RoomLockManager manager, String key) {
      return ((InMemoryLockManager) manager).waiting(key);
    }

    @Override
    public int keysInUse(RoomLockManager manager) {
      return ((InMemoryLockManager) manager).keysInUse();
    }

    @Override
    public int rounds() {
      return 20_000;
    }

    @Override
    public int distinctKeys() {
      return 200_000;
    }
  }

  @Nested
  class Exclusion extends LockExclusionContract {
    @Override
    protected LockManagersUnderTest subject() {
      return new InMemory();
    }
  }

  @Nested
  class Wait extends LockWaitContract {
    @Override
    protected LockManagersUnderTest subject() {
      return new InMemory();
    }
  }

  @Nested
  class End extends LockEndContract {
    @Override
    protected LockManagersUnderTest subject() {
      return new InMemory();
    }
  }

  @Nested
  class Keys extends ManyKeysContract {
    @Override
    protected LockManagersUnderTest subject() {
      return new InMemory();
    }
  }
}
