package dev.turnwise.postgres;

import dev.turnwise.testkit.contract.LockEndContract;
import dev.turnwise.testkit.contract.LockExclusionContract;
import dev.turnwise.testkit.contract.LockManagersUnderTest;
import dev.turnwise.testkit.contract.LockWaitContract;
import dev.turnwise.testkit.contract.ManyKeysContract;
import org.junit.jupiter.api.Nested;

/** Advisory locks keep the contract with two sessions: one shared, one to wait (BR-70). */
class FewestSessionsContractTest {

  @Nested
  class Exclusion extends LockExclusionContract {
    @Override
    protected LockManagersUnderTest subject() {
      return new AdvisoryLocksUnderTest(2);
    }
  }

  @Nested
  class Wait extends LockWaitContract {
    @Override
    protected LockManagersUnderTest subject() {
      return new AdvisoryLocksUnderTest(2);
    }
  }

  @Nested
  class End extends LockEndContract {
    @Override
    protected LockManagersUnderTest subject() {
      return new AdvisoryLocksUnderTest(2);
    }
  }

  @Nested
  class Keys extends ManyKeysContract {
    @Override
    protected LockManagersUnderTest subject() {
      return new AdvisoryLocksUnderTest(2);
    }
  }
}
