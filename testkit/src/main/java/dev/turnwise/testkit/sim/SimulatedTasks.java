package dev.turnwise.testkit.sim;

import dev.turnwise.error.CallInterruptedException;
import dev.turnwise.runtime.Promise;
import dev.turnwise.runtime.Signal;
import dev.turnwise.runtime.Tasks;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Tasks of one simulated process. Forking, waiting and waking are scheduling points, at which
 * anybody else may run, the process may be stopped, or may end for good.
 *
 * <p>To be used by tasks of the simulation only.
 */
final class SimulatedTasks implements Tasks {

  private final Scheduler scheduler;
  private final SimProcess process;

  SimulatedTasks(Scheduler scheduler, SimProcess process) {
    this.scheduler = scheduler;
    this.process = process;
  }

  SimProcess process() {
    return process;
  }

  @Override
  public void fork(String name, Runnable body) {
    scheduler.fork(process, name, body);
    scheduler.point("fork", name);
  }

  @Override
  public void service(String name, Runnable body) {
    fork(name, body);
  }

  @Override
  public Signal signal() {
    return new SimulatedSignal();
  }

  @Override
  public <T> Promise<T> promise() {
    return new SimulatedPromise<>();
  }

  /** Reading the clock is no scheduling point: nothing else could tell the difference. */
  @Override
  public Duration now() {
    scheduler.requireTask();
    return Duration.ofNanos(scheduler.nowNanos());
  }

  private long end(Duration atMost) {
    long nanos = nanos(atMost);
    return nanos == Long.MAX_VALUE ? nanos : scheduler.nowNanos() + nanos;
  }

  private long left(long end) {
    return end == Long.MAX_VALUE ? end : end - scheduler.nowNanos();
  }

  private static long nanos(Duration duration) {
    return duration.compareTo(Duration.ofDays(36_500)) >= 0 ? Long.MAX_VALUE : duration.toNanos();
  }

  private final class SimulatedSignal implements Signal {
    private boolean raised;
    private @Nullable SimTask waiter;

    @Override
    public void raise() {
      scheduler.requireTask();
      raised = true;
      if (waiter != null) {
        scheduler.wake(waiter);
      }
      scheduler.point("raise", "signal");
    }

    @Override
    public void await() {
      awaitUntil(Long.MAX_VALUE);
    }

    @Override
    public boolean await(Duration atMost) {
      return awaitUntil(end(atMost));
    }

    private boolean awaitUntil(long end) {
      waiter = scheduler.requireTask();
      while (!raised && left(end) > 0) {
        scheduler.await("a signal", left(end));
      }
      boolean was = raised;
      raised = false;
      waiter = null;
      scheduler.point("awaited", "signal");
      return was;
    }
  }

  private final class SimulatedPromise<T> implements Promise<T> {
    private final List<SimTask> waiters = new ArrayList<>(1);
    private @Nullable T value;

    @Override
    public boolean keep(T newValue) {
      scheduler.requireTask();
      boolean first = value == null;
      if (first) {
        value = newValue;
        waiters.forEach(scheduler::wake);
      }
      scheduler.point("keep", "promise");
      return first;
    }

    @Override
    public Optional<T> peek() {
      scheduler.requireTask();
      return Optional.ofNullable(value);
    }

    @Override
    public Optional<T> await(Duration atMost) {
      long end = end(atMost);
      SimTask self = scheduler.requireTask();
      waiters.add(self);
      while (value == null && left(end) > 0) {
        if (self.takeInterrupt()) {
          waiters.remove(self);
          self.interrupt();
          throw new CallInterruptedException();
        }
        scheduler.await("a promise", left(end));
      }
      waiters.remove(self);
      Optional<T> seen = peek();
      scheduler.point("awaited", "promise");
      return seen;
    }
  }
}
