package dev.turnwise.testkit.fault;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/**
 * Waits for certain bytes on any connection of a {@link FaultProxy} and acts on them once. Safe for
 * use by several threads.
 */
public final class Watch implements AutoCloseable {
  private final Direction direction;
  private final TrafficMatcher matcher;
  private final Moment moment;
  private final Consumer<Link> action;
  private final AtomicBoolean spent = new AtomicBoolean();
  private final CompletableFuture<Boolean> done = new CompletableFuture<>();

  Watch(Direction direction, TrafficMatcher matcher, Moment moment, Consumer<Link> action) {
    this.direction = direction;
    this.matcher = matcher;
    this.moment = moment;
    this.action = action;
  }

  Direction direction() {
    return direction;
  }

  TrafficMatcher matcher() {
    return matcher;
  }

  Moment moment() {
    return moment;
  }

  boolean isArmed() {
    return !spent.get();
  }

  /** True for one caller alone, who then has to {@link #act}. */
  boolean claim() {
    return spent.compareAndSet(false, true);
  }

  void act(Link link) {
    try {
      action.accept(link);
      done.complete(true);
    } catch (RuntimeException | Error failure) {
      done.completeExceptionally(failure);
    }
  }

  /**
   * Waits until the action has been taken.
   *
   * @return false when it was not within this time, or never will be since the watch was closed
   * @throws RuntimeException what the action threw
   * @throws InterruptedException when interrupted meanwhile
   */
  public boolean await(Duration timeout) throws InterruptedException {
    try {
      return done.get(timeout.toNanos(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException notYet) {
      return false;
    } catch (ExecutionException failure) {
      throw switch (failure.getCause()) {
        case RuntimeException thrown -> thrown;
        case Error thrown -> throw thrown;
        case null, default -> new IllegalStateException(failure);
      };
    }
  }

  /** Disarms the watch, unless it is acting already. */
  @Override
  public void close() {
    if (claim()) {
      done.complete(false);
    }
  }
}
