package dev.turnwise.testkit.sim;

import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A task of a simulation, on a thread of its own that runs only while it has the baton.
 *
 * <p>All fields but the two volatile ones belong to whoever has the baton; handing it over through
 * a volatile write orders their accesses.
 */
final class SimTask {

  private final int number;
  private final String name;
  private final SimProcess process;
  private final Thread thread;
  private boolean started;
  private volatile boolean baton;
  private volatile boolean abandoned;

  /** What it waits for, in words; null if it could run. */
  private @Nullable String waitsFor;

  /** Rises with each wait, so that a timer of an earlier wait is recognised as stale. */
  private int waits;

  private boolean interrupted;
  private final double weight;

  SimTask(int number, String name, SimProcess process, double weight, Runnable body) {
    this.number = number;
    this.name = name;
    this.process = process;
    this.weight = weight;
    // Virtual, because a seed needs dozens and there are thousands of seeds.
    this.thread =
        Thread.ofVirtual()
            .name(process.name() + "/" + name)
            .unstarted(
                () -> {
                  try {
                    takeBaton();
                    body.run();
                  } catch (Abandoned expected) {
                    // The simulation is over, or this task's process has crashed.
                  }
                });
  }

  int number() {
    return number;
  }

  String name() {
    return name;
  }

  SimProcess process() {
    return process;
  }

  double weight() {
    return weight;
  }

  boolean isReady() {
    return waitsFor == null;
  }

  int waits() {
    return waits;
  }

  /** Notes that it will not be able to run until it is woken. */
  void waitFor(String what) {
    waitsFor = what;
    waits++;
  }

  void wake() {
    waitsFor = null;
  }

  void interrupt() {
    interrupted = true;
  }

  /** Whether it was interrupted since it last asked. */
  boolean takeInterrupt() {
    boolean was = interrupted;
    interrupted = false;
    return was;
  }

  /** Lets it run; whoever calls this has given the baton away. */
  void giveBaton() {
    baton = true;
    if (started) {
      LockSupport.unpark(thread);
    } else {
      started = true;
      thread.start();
    }
  }

  /** Waits for the baton, on its own thread. */
  void takeBaton() {
    while (!baton) {
      if (abandoned) {
        throw new Abandoned();
      }
      LockSupport.park(this);
    }
    baton = false;
    if (abandoned) {
      throw new Abandoned();
    }
  }

  /** Ends it from outside, once nobody has the baton any more. */
  void abandon() {
    abandoned = true;
    LockSupport.unpark(thread);
  }

  void requireAlive() {
    if (abandoned) {
      throw new Abandoned();
    }
  }

  Thread thread() {
    return thread;
  }

  boolean isStarted() {
    return started;
  }

  String describe() {
    String doing = waitsFor != null ? "waits for " + waitsFor : "could run";
    return process.name() + "/" + name + " #" + number + " " + doing + " [" + process.state() + "]";
  }
}
