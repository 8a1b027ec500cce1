package dev.turnwise.observe;

import dev.turnwise.model.Checks;
import dev.turnwise.runtime.Signal;
import dev.turnwise.runtime.Tasks;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Hands framework events to subscribers, each on a task of its own, in the order of publication.
 *
 * <p>Publishing never waits and never fails: a subscriber that is slower than the engine loses its
 * oldest events, which is counted; one that throws is logged. Thread-safe.
 */
public final class FrameworkEvents {

  private static final Logger LOG = LoggerFactory.getLogger(FrameworkEvents.class);

  /** How many events wait for one subscriber before the oldest is dropped. */
  static final int CAPACITY = 4_096;

  private final Tasks tasks;
  private final List<Subscriber<?>> subscribers = new CopyOnWriteArrayList<>();
  private final AtomicLong dropped = new AtomicLong();

  public FrameworkEvents(Tasks tasks) {
    this.tasks = tasks;
  }

  /** Subscribes to one kind of event, or to all with {@code FrameworkEvent.class}. */
  public <E extends FrameworkEvent> Subscription on(Class<E> kind, Consumer<? super E> handler) {
    Checks.require("kind", kind);
    Checks.require("handler", handler);
    Subscriber<E> subscriber = new Subscriber<>(kind, handler, tasks.signal());
    subscribers.add(subscriber);
    tasks.service("turnwise-events-" + kind.getSimpleName(), subscriber::run);
    return () -> {
      subscribers.remove(subscriber);
      subscriber.close();
    };
  }

  public void publish(FrameworkEvent event) {
    for (Subscriber<?> subscriber : subscribers) {
      subscriber.offer(event);
    }
  }

  /** Events that slow subscribers have lost. */
  public long dropped() {
    return dropped.get();
  }

  /** Ends all subscriptions; what is waiting is still handed over. */
  public void close() {
    subscribers.forEach(Subscriber::close);
    subscribers.clear();
  }

  /** A subscription; closing it is idempotent. */
  @FunctionalInterface
  public interface Subscription extends AutoCloseable {
    @Override
    void close();
  }

  private final class Subscriber<E extends FrameworkEvent> {
    private final Class<E> kind;
    private final Consumer<? super E> handler;
    private final Signal signal;
    private final Deque<E> waiting = new ArrayDeque<>();
    private boolean closed;

    Subscriber(Class<E> kind, Consumer<? super E> handler, Signal signal) {
      this.kind = kind;
      this.handler = handler;
      this.signal = signal;
    }

    void offer(FrameworkEvent event) {
      if (!kind.isInstance(event)) {
        return;
      }
      synchronized (this) {
        if (closed) {
          return;
        }
        if (waiting.size() == CAPACITY) {
          waiting.removeFirst();
          dropped.incrementAndGet();
        }
        waiting.addLast(kind.cast(event));
      }
      signal.raise();
    }

    void close() {
      synchronized (this) {
        closed = true;
      }
      signal.raise();
    }

    void run() {
      while (true) {
        E event;
        boolean last;
        synchronized (this) {
          event = waiting.pollFirst();
          last = closed;
        }
        if (event != null) {
          hand(event);
        } else if (last) {
          return;
        } else {
          signal.await();
        }
      }
    }

    private void hand(E event) {
      try {
        handler.accept(event);
      } catch (RuntimeException failure) {
        LOG.warn("a subscriber of {} failed", event.name(), failure);
      }
    }
  }
}
