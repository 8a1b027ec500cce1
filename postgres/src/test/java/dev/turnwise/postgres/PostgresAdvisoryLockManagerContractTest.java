package dev.turnwise.postgres;

import dev.turnwise.testkit.contract.LockEndContract;
import dev.turnwise.testkit.contract.LockExclusionContract;
import dev.turnwise.testkit.contract.LockManagersUnderTest;
import dev.turnwise.testkit.contract.LockWaitContract;
import dev.turnwise.testkit.contract.ManyKeysContract;
import org.junit.jupiter.api.Nested;

/** Advisory locks keep the contract of every lock manager. */
class PostgresAdvisoryLockManagerContractTest {

  @Nested
  class Exclusion extends LockExclusionContract {
    @Override
    protected LockManagersUnderTest subject() {
      return new AdvisoryLocksUnderTest(4);
    }
  }

  @Nested
  class Wait extends LockWaitContract {
    @Override
    protected LockManagersUnderTest subject() {
      return new AdvisoryLocksUnderTest(4);
    }
  }

  @Nested
  class End extends LockEndContract {
    @Override
    protected LockManagersUnderTest subject() {
      return new AdvisoryLocksUnderTest(4);
    }
  }

  @Nested
  class Keys extends ManyKeysContract {
    @Override
    protected LockManagersUnderTest subject() {
      return new AdvisoryLocksUnderTest(4);
    }
  }
}
