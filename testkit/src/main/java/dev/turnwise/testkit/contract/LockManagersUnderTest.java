package dev.turnwise.testkit.contract;

import dev.turnwise.lock.RoomLockManager;

/** Makes the managers that a contract is about, and looks into them. */
public interface LockManagersUnderTest {

  /** A new manager, on the same server as the others if it has one. */
  RoomLockManager newManager();

  /** How many callers of this manager wait behind another caller of it for this key. */
  int waiting(RoomLockManager manager, String key);

  /** How many keys this manager remembers, for whatever reason. */
  int keysInUse(RoomLockManager manager);

  /** How often each of 64 threads takes a lock in the tests under load. */
  int rounds();

  /** How many keys are used one after the other in the test for leaks. */
  int distinctKeys();
}
