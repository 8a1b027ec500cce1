package dev.turnwise;

import dev.turnwise.commit.RoomConfigs;
import dev.turnwise.error.TurnwiseException;
import dev.turnwise.model.RoomStatus;
import dev.turnwise.observe.FrameworkEvent;
import dev.turnwise.observe.FrameworkEvents;
import dev.turnwise.runtime.Signal;
import dev.turnwise.runtime.Tasks;
import dev.turnwise.store.ConversationStore;
import dev.turnwise.store.TimerTransition;
import java.time.Duration;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Fires room timers and clears expired idempotency keys. Every worker does it; the store gives each
 * transition to one of them. A worker that dies between the transition and its framework event
 * tells nobody: at most once.
 */
final class Housekeeping {

  private static final Logger LOG = LoggerFactory.getLogger(Housekeeping.class);
  private static final Duration KEY_INTERVAL = Duration.ofMinutes(1);
  private static final int TIMERS_AT_ONCE = 100;
  private static final int KEYS_AT_ONCE = 1_000;

  private final ConversationStore store;
  private final RoomConfigs configs;
  private final FrameworkEvents events;
  private final Tasks tasks;
  private final Duration interval;
  private final Signal wake;
  private volatile boolean closed;

  Housekeeping(
      ConversationStore store,
      RoomConfigs configs,
      FrameworkEvents events,
      Tasks tasks,
      Duration interval) {
    this.store = store;
    this.configs = configs;
    this.events = events;
    this.tasks = tasks;
    this.interval = interval;
    this.wake = tasks.signal();
  }

  void start() {
    tasks.service("turnwise-housekeeping", this::run);
  }

  void close() {
    closed = true;
    wake.raise();
  }

  private void run() {
    Duration nextPurge = tasks.now().plus(KEY_INTERVAL);
    while (!closed) {
      try {
        fireTimers();
        if (tasks.now().compareTo(nextPurge) >= 0) {
          purgeKeys();
          nextPurge = tasks.now().plus(KEY_INTERVAL);
        }
      } catch (TurnwiseException failure) {
        LOG.warn("room timers wait for the store: {}", failure.getMessage());
      }
      wake.await(interval);
    }
  }

  private void fireTimers() {
    List<TimerTransition> fired;
    do {
      fired = store.fireDueTimers(TIMERS_AT_ONCE);
      fired.forEach(this::tell);
    } while (fired.size() == TIMERS_AT_ONCE && !closed);
  }

  private void tell(TimerTransition transition) {
    configs.forget(transition.roomId());
    events.publish(
        transition.to() == RoomStatus.CLOSED
            ? new FrameworkEvent.RoomClosed(transition.roomId())
            : new FrameworkEvent.RoomPaused(transition.roomId()));
  }

  private void purgeKeys() {
    while (!closed && store.purgeExpiredKeys(KEYS_AT_ONCE) == KEYS_AT_ONCE) {
      // A full batch went: there may be more.
    }
  }
}
