package dev.turnwise;

import dev.turnwise.channel.Channel;
import dev.turnwise.channel.ChannelRegistry;
import dev.turnwise.commit.Commits;
import dev.turnwise.commit.RoomConfigs;
import dev.turnwise.error.TurnwiseException;
import dev.turnwise.lock.RoomLockManager;
import dev.turnwise.observe.FrameworkEvents;
import dev.turnwise.store.ConversationStore;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The wired parts of one engine, and how they come to an end. */
record Engine(
    String workerId,
    ConversationStore store,
    ChannelRegistry channels,
    RoomConfigs configs,
    Commits commits,
    FrameworkEvents events,
    Inbound inbound,
    RoomDesk rooms,
    RoomControl control,
    TimelineDesk timeline,
    Writes writes,
    Hooks hooks,
    RoomLockManager locks,
    Workers workers,
    Housekeeping housekeeping,
    Duration shutdownTimeout,
    boolean keepStoreOpen,
    AtomicBoolean closed) {

  private static final Logger LOG = LoggerFactory.getLogger(Engine.class);

  void close() {
    if (!closed.compareAndSet(false, true)) {
      return;
    }
    housekeeping.close();
    leave(workers::drain);
    commits.close(shutdownTimeout);
    events.close();
    channels.all().forEach(Engine::close);
    leave(workers::close);
    if (!keepStoreOpen) {
      locks.close();
      store.close();
    }
  }

  /** A store that is away must not keep the engine from closing: its lease ends by itself. */
  private static void leave(Runnable step) {
    try {
      step.run();
    } catch (TurnwiseException failure) {
      LOG.warn("the store does not hear that this worker leaves: {}", failure.getMessage());
    }
  }

  private static void close(Channel channel) {
    try {
      channel.close();
    } catch (RuntimeException failure) {
      LOG.warn("channel {} failed to close", channel.id(), failure);
    }
  }
}
