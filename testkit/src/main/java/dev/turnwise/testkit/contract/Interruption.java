package dev.turnwise.testkit.contract;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/** Interrupts the thread that made it after some time, unless it is closed before; never later. */
final class Interruption implements AutoCloseable {

  private final Thread target = Thread.currentThread();
  private boolean armed = true;

  private Interruption() {}

  static Interruption after(Duration delay) {
    Interruption interruption = new Interruption();
    Thread.startVirtualThread(
        () -> {
          LockSupport.parkNanos(delay.toNanos());
          interruption.strike();
        });
    return interruption;
  }

  private synchronized void strike() {
    if (armed) {
      target.interrupt();
    }
  }

  /** Disarms it, and clears the flag of an interrupt that came when nothing waited any more. */
  @Override
  public synchronized void close() {
    armed = false;
    Thread.interrupted();
  }
}
