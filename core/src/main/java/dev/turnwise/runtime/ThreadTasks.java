package dev.turnwise.runtime;

import dev.turnwise.error.CallInterruptedException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tasks on real threads: virtual ones for short work, daemon platform threads for services.
 *
 * <p>Services are platform threads because they spend their life in one blocking exchange with the
 * database, where a virtual thread would add a hop through the poller to every round trip.
 */
public final class ThreadTasks implements Tasks {

  private static final Logger LOG = LoggerFactory.getLogger(ThreadTasks.class);
  private final long origin = System.nanoTime();

  @Override
  public void fork(String name, Runnable body) {
    Thread.ofVirtual().name(name).start(guarded(name, body));
  }

  @Override
  public void service(String name, Runnable body) {
    Thread.ofPlatform().daemon().name(name).start(guarded(name, body));
  }

  private static Runnable guarded(String name, Runnable body) {
    return () -> {
      try {
        body.run();
      } catch (Throwable failure) {
        LOG.error("task {} ended with an unexpected failure", name, failure);
      }
    };
  }

  @Override
  public Signal signal() {
    return new SemaphoreSignal();
  }

  @Override
  public <T> Promise<T> promise() {
    return new LatchPromise<>();
  }

  @Override
  public Duration now() {
    return Duration.ofNanos(System.nanoTime() - origin);
  }

  private static final class SemaphoreSignal implements Signal {
    private final Semaphore raised = new Semaphore(0);

    @Override
    public void raise() {
      // At most one permit is ever wanted; a lost race here only costs one empty wake-up.
      if (raised.availablePermits() == 0) {
        raised.release();
      }
    }

    @Override
    public void await() {
      raised.acquireUninterruptibly();
      raised.drainPermits();
    }

    @Override
    public boolean await(Duration atMost) {
      boolean interrupted = false;
      long end = System.nanoTime() + nanos(atMost);
      try {
        while (true) {
          try {
            if (raised.tryAcquire(end - System.nanoTime(), TimeUnit.NANOSECONDS)) {
              raised.drainPermits();
              return true;
            }
            return false;
          } catch (InterruptedException e) {
            interrupted = true;
          }
        }
      } finally {
        if (interrupted) {
          Thread.currentThread().interrupt();
        }
      }
    }
  }

  private static final class LatchPromise<T> implements Promise<T> {
    private final AtomicReference<@Nullable T> value = new AtomicReference<>();
    private final CountDownLatch kept = new CountDownLatch(1);

    @Override
    public boolean keep(T newValue) {
      boolean first = value.compareAndSet(null, newValue);
      kept.countDown();
      return first;
    }

    @Override
    public Optional<T> peek() {
      return Optional.ofNullable(value.get());
    }

    @Override
    public Optional<T> await(Duration atMost) {
      try {
        kept.await(nanos(atMost), TimeUnit.NANOSECONDS);
        return peek();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new CallInterruptedException();
      }
    }
  }

  /** Durations of centuries mean "for ever"; they must not overflow. */
  private static long nanos(Duration duration) {
    return duration.compareTo(Duration.ofDays(36_500)) > 0
        ? Long.MAX_VALUE / 2
        : duration.toNanos();
  }
}
