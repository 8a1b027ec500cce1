package dev.turnwise.testkit.contract;

/**
 * What a lock is to protect: notices a second visitor, and loses counts if there ever is one.
 *
 * <p>Volatile but not atomic: holders in different managers are ordered by nothing that the memory
 * model knows of, while a race of two is still seen.
 */
final class GuardedSection {

  private volatile boolean inside;
  private volatile long visits;

  void visit() {
    if (inside) {
      throw new AssertionError("two holders at once, at visit " + visits);
    }
    inside = true;
    long before = visits;
    Thread.onSpinWait();
    visits = before + 1;
    inside = false;
  }

  long visits() {
    return visits;
  }
}
